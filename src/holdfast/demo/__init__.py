"""The bundled shop, before and after its redesign."""
