"""Starts OctoPrint without the page that it shows while it starts: that one ends by a cut line."""

from octoprint import main, server

server.Server._start_intermediary_server = lambda *_: None
main()
