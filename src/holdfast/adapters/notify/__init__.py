"""Messages to people: e-mail and Slack, in the background."""
