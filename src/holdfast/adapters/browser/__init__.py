"""Real browsers, driven through Playwright."""
