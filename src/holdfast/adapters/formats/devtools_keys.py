"""Keys of the Chrome DevTools Recorder: down and up, against keys that are pressed together."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

MODIFIERS = {
    name: modifier
    for modifier in ("Control", "Shift", "Alt", "Meta")
    for name in (modifier, f"{modifier}Left", f"{modifier}Right")
}
_SPELT = {"\r": "Enter", "\n": "Enter", " ": "Space"}
_PLUS = "+"


@dataclass(slots=True)
class HeldKeys:
    """What is held down, as key after key goes down and up."""

    modifiers: list[str] = field(default_factory=list)  # in the order they went down
    down: dict[str, str] = field(default_factory=dict)  # key → the step that pressed it
    used: set[str] = field(default_factory=set)  # modifiers that something was done with

    def press(self, key: str) -> str | None:
        """Return the keys that are now pressed together, None for a modifier alone."""
        if key in MODIFIERS:
            if MODIFIERS[key] not in self.modifiers:
                self.modifiers.append(MODIFIERS[key])
            return None
        return _PLUS.join((*self.take(), _SPELT.get(key, key)))

    def take(self) -> tuple[str, ...]:
        """Return the modifiers that are held, for what is done with them."""
        self.used.update(self.modifiers)
        return tuple(self.modifiers)

    def release(self, key: str) -> "Released":
        """Return what is known of a key that is let go."""
        modifier = MODIFIERS.get(key)
        if modifier is None:
            return Released(was_down=key in self.down, step=self.down.pop(key, ""))
        if modifier not in self.modifiers:
            return Released(was_down=False)
        self.modifiers.remove(modifier)
        alone = modifier not in self.used
        self.used.discard(modifier)
        return Released(was_down=True, alone=alone)


class Released(NamedTuple):
    """A key that was let go: was it down, which step pressed it, was it a modifier for nothing."""

    was_down: bool
    step: str = ""
    alone: bool = False


def split_keys(keys: str) -> list[str]:
    """Return the keys of a combination: ``Control+Shift+k`` → three; ``Control++`` has a plus."""
    if keys == _PLUS or keys.endswith(_PLUS * 2):
        return [*split_keys(keys[:-2]), _PLUS] if len(keys) > 1 else [_PLUS]
    return [key for key in keys.split(_PLUS) if key]


def iter_key_steps(keys: str) -> Iterator[dict[str, str]]:
    """Yield the steps that press keys together and let them go, the last first."""
    pressed = split_keys(keys)
    yield from ({"type": "keyDown", "key": key} for key in pressed)
    yield from ({"type": "keyUp", "key": key} for key in reversed(pressed))
