"""`holdfast.heal`: Playwright's pages and locators as they are, that find their elements again."""
