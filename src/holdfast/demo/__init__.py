"""Demo: holds the bundled shop, before and after its redesign."""
