"""Browser: drives real browsers through Playwright."""
