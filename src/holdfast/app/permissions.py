"""Permissions: says what a recording may do here; it is somebody's file, and may be a stranger's.

It opens web addresses only, uploads files of its own folder or the current one only, and types a
secret only where that belongs. Everything else the user must allow, not the recording.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PureWindowsPath
from urllib.parse import urlsplit

from holdfast.app.values import Values, secret_names
from holdfast.deciding.origins import SecretOrigins
from holdfast.errors import ActFailed, ActRefused
from holdfast.model.origin import origin_of
from holdfast.model.recording import DeclaredSecret, Recording, Step, StepAction

_WEB = frozenset({"http", "https"})
_LOCAL = frozenset({"file", "about"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Permissions:
    """What steps of a run may do. ``folders`` hold the files that may be uploaded."""

    origins: SecretOrigins = field(default_factory=SecretOrigins)
    folders: tuple[str, ...] = (".",)
    file_addresses: bool = False

    def check_address(self, url: str) -> None:
        """Raise ``ActRefused`` for an address that a recording may not open."""
        scheme = _scheme(url)
        if is_web_address(url) or (scheme in _LOCAL and self.file_addresses):
            return
        raise ActRefused(
            f"a recording opens http and https addresses only, not {scheme or 'none'!r}: "
            "--allow-file opens files"
        )

    def check_secrets(self, names: Sequence[str], url: str) -> None:
        """Raise ``ActRefused`` when a secret may not go to a document of this address."""
        for name in names:
            if why := self.origins.refuses(name, url):
                raise ActRefused(why)

    def find_file(self, name: str) -> str:
        """Return where the file is; raises ``ActRefused`` for one outside of the folders."""
        if not is_inside_name(name):
            raise ActRefused(
                f"a recording uploads files of its own folder or the current one, not {name[:80]!r}"
            )
        for folder in self.folders:
            root = Path(folder).resolve()
            path = (root / name).resolve()  # a link may lead out
            if path.is_relative_to(root) and path.is_file():
                return str(path)
        looked = " and ".join(repr(str(Path(folder).resolve()))[:80] for folder in self.folders)
        looked = looked or "any folder that this worker may take files from"
        raise ActFailed(f"there is no file {name[:80]!r} to upload in {looked}: put it there")


def is_web_address(url: str) -> bool:
    """Return whether a recording may open an address without being allowed more."""
    return _scheme(url) in _WEB or url == "about:blank"


def _scheme(url: str) -> str:
    try:
        return urlsplit(url.strip()).scheme.lower()
    except ValueError:  # brackets that do not close
        return ""


def is_inside_name(name: str) -> bool:
    """Return whether a file's name stays below the folder that it is looked for in."""
    foreign = PureWindowsPath(name)
    return not (
        not name
        or "\0" in name
        or foreign.is_absolute()
        or foreign.drive
        or foreign.root
        or ".." in foreign.parts
    )


def secret_homes(recording: Recording, values: Values) -> dict[str, str]:
    """Return the origin that each secret of a recording belongs to.

    One of edition 1 declares none: there a secret belongs to the origin of the first step that
    names it. Raises ``UsageError`` for a variable that nobody set.
    """
    if recording.secrets:
        return {one.name: origin_of(values.fill_variables(one.origin)) for one in recording.secrets}
    homes: dict[str, str] = {}
    for step in recording.steps:
        for name in secret_names(texts_of(step)):
            homes.setdefault(name, origin_of(values.fill_variables(step.url)))
    return homes


def declare_secrets(steps: Sequence[Step]) -> tuple[DeclaredSecret, ...]:
    """Return the secrets that recorded steps use, each with the origin it was first typed at."""
    homes: dict[str, str] = {}
    for step in steps:
        for name in secret_names(texts_of(step)):
            homes.setdefault(name, origin_of(_document_of(step)))
    return tuple(DeclaredSecret(name=name, origin=origin) for name, origin in homes.items())


def _document_of(step: Step) -> str:
    """Return the address of the document that a step acted in: a frame's, or the page's."""
    if step.fingerprint is None:
        return step.url
    page = step.fingerprint.page
    frame = page.frame_of(step.fingerprint.target)
    return page.scopes[frame].url or step.url


def permissions_for(  # noqa: PLR0913  # one for each thing that a user may allow
    recording: Recording,
    values: Values,
    *,
    base_url: str | None = None,
    allowed_origins: Sequence[str] = (),
    folders: tuple[str, ...] = (".",),
    file_addresses: bool = False,
    is_known: bool = True,
) -> Permissions:
    """Return what a recording may do in this run, by what the user said.

    One that is not known came from somebody else, with its address: where it says that a secret
    belongs counts for nothing.
    """
    start = origin_of(values.fill_variables(recording.start_url))
    replaced = {start: origin_of(base_url)} if base_url and start else {}
    origins = SecretOrigins(allowed=allowed_origins)
    if is_known:
        origins = replace(origins, recorded=secret_homes(recording, values), replaced=replaced)
    return Permissions(
        origins=origins,
        folders=folders,
        file_addresses=file_addresses,
    )


def texts_of(step: Step) -> tuple[str, ...]:
    """Return the texts of a step in which names may stand."""
    given = (step.value, *(step.values or ()))
    texts = tuple(text for text in given if text is not None)
    return (*texts, step.url) if step.action is StepAction.NAVIGATE else texts
