"""The portal: the store and the recordings in a web page, and as a JSON API."""
