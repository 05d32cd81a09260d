"""The driver door: drivers of Selenium whose lost elements are found again."""
