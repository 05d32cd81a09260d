"""From what is known about a proposed element to an action: pure, short, explained."""
