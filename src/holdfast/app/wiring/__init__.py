"""Wiring: the only room that knows adapters; whoever needs one asks here, and loads it then."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from holdfast.adapters.browser.driver_errors import browser_errors
    from holdfast.adapters.browser.foreign_measurement import MeasuredPage, read_measured
    from holdfast.adapters.browser.launch import browser_version, find_browser, launch_options
    from holdfast.adapters.browser.live import LiveTab, Target
    from holdfast.adapters.browser.measurement import MEASURE_SOURCE
    from holdfast.adapters.browser.observer import BINDING, Surroundings, Told, Way, observer_script
    from holdfast.adapters.browser.proof import prove
    from holdfast.adapters.browser.screen_crop import crop
    from holdfast.adapters.browser.selenium_tab import SeleniumTab, SeleniumTarget
    from holdfast.adapters.browser.stage import BrowserStage
    from holdfast.adapters.browser.sync_or_async import AnyPage
    from holdfast.adapters.files import keep_out_of_git, open_file, read_bytes, write_atomic
    from holdfast.adapters.fingerprint_files import FingerprintFiles
    from holdfast.adapters.formats.epub import read_epub
    from holdfast.adapters.formats.junit import write_junit
    from holdfast.adapters.formats.pdf import read_pdf
    from holdfast.adapters.html import LxmlPaths, parse
    from holdfast.adapters.ocr import find_reader
    from holdfast.adapters.recording_files import check_recording, placed
    from holdfast.adapters.sql.queued_runs import QueuedRunTables
    from holdfast.adapters.sql.sql_store import open_queue, open_store
    from holdfast.app.wiring.converting import import_file
    from holdfast.app.wiring.notifying import make_notifier
    from holdfast.app.wiring.project import (
        Project,
        SystemClock,
        effective_settings,
        load_project,
        make_reviewer,
        migrate_store,
        name_store,
        recording_files,
    )

# Where each name is. A command that reads a saved page loads no browser, and no database.
_ROOMS = {
    "holdfast.adapters.browser.driver_errors": "browser_errors",
    "holdfast.adapters.browser.foreign_measurement": "MeasuredPage read_measured",
    "holdfast.adapters.browser.measurement": "MEASURE_SOURCE",
    "holdfast.adapters.browser.sync_or_async": "AnyPage",
    "holdfast.adapters.browser.launch": "browser_version find_browser launch_options",
    "holdfast.adapters.browser.live": "LiveTab Target",
    "holdfast.adapters.browser.proof": "prove",
    "holdfast.adapters.browser.observer": "BINDING Surroundings Told Way observer_script",
    "holdfast.adapters.browser.selenium_tab": "SeleniumTab SeleniumTarget",
    "holdfast.adapters.browser.stage": "BrowserStage",
    "holdfast.adapters.browser.screen_crop": "crop",
    "holdfast.adapters.files": "keep_out_of_git open_file read_bytes write_atomic",
    "holdfast.adapters.fingerprint_files": "FingerprintFiles",
    "holdfast.adapters.formats.epub": "read_epub",
    "holdfast.adapters.formats.junit": "write_junit",
    "holdfast.adapters.formats.pdf": "read_pdf",
    "holdfast.adapters.html": "LxmlPaths parse",
    "holdfast.adapters.ocr": "find_reader",
    "holdfast.adapters.recording_files": "check_recording placed",
    "holdfast.adapters.sql.queued_runs": "QueuedRunTables",
    "holdfast.adapters.sql.sql_store": "open_queue open_store",
    "holdfast.app.wiring.converting": "import_file",
    "holdfast.app.wiring.notifying": "make_notifier",
    "holdfast.app.wiring.project": "Project SystemClock effective_settings "
    "load_project make_reviewer migrate_store name_store recording_files",
}
_ROOM_OF = {name: room for room, names in _ROOMS.items() for name in names.split()}


def __getattr__(name: str) -> object:
    if name not in _ROOM_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(_ROOM_OF[name]), name)
    globals()[name] = found
    return found
