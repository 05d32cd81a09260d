"""Who calls us: the command line, the pytest plugin, the portal."""
