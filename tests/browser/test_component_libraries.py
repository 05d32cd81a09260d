"""Recorded, replayed and exported on pages made with other people's components and icon fonts.

The packages are fetched with npm, once, into pytest's cache.
"""
# ruff: noqa: E501 - markup reads better in one line

import io
import subprocess
import tarfile
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from tests.browser.act_pages import HEAD
from tests.browser.acts import Act
from tests.browser.conftest import Site
from tests.browser.hand import clicking, keys, shown, then
from tests.browser.test_recording_matrix import exported, record, replayed, told

pytestmark = [pytest.mark.browser, pytest.mark.node, pytest.mark.slow]
PACKAGES = (
    "bootstrap@5.3.3",
    "react@18.3.1",
    "react-dom@18.3.1",
    "@mui/material@5.16.7",
    "@shoelace-style/shoelace@2.20.0",
    "material-icons@1.13.14",
)
BOOTSTRAP = """<link rel=stylesheet href=/npm/bootstrap/dist/css/bootstrap.min.css>
<script src=/npm/bootstrap/dist/js/bootstrap.bundle.min.js></script>
<nav class="navbar"><div class=dropdown><button class="btn btn-secondary dropdown-toggle" data-bs-toggle=dropdown>Actions</button>
<ul class=dropdown-menu><li><a class=dropdown-item href=# onclick="see('export')">Export</a></li><li><a class=dropdown-item href=# onclick="see('archive')">Archive</a></li></ul></div></nav>
<div class=card><div class=card-body><h5>Order 4711</h5><button class="btn btn-primary" onclick="see('edit 4711')">Edit</button></div></div>
<div class=card><div class=card-body><h5>Order 4712</h5><button class="btn btn-primary" onclick="see('edit 4712')">Edit</button></div></div>
<div class="form-check form-switch"><input class=form-check-input type=checkbox id=mail onchange="see('mail')"><label class=form-check-label for=mail>Mail me</label></div>
<div class=form-floating><input class=form-control id=who placeholder=Name onchange="see(this.value)"><label for=who>Name</label></div>
<button class=btn data-bs-toggle=modal data-bs-target=#sure>Delete …</button>
<div class=modal id=sure tabindex=-1><div class=modal-dialog><div class=modal-content><div class=modal-body>Sure?</div><div class=modal-footer><button class=btn onclick="see('deleted')">Delete</button></div></div></div></div>"""
MUI = """<script src=/npm/react/umd/react.production.min.js></script><script src=/npm/react-dom/umd/react-dom.production.min.js></script>
<script src=/npm/@mui/material/umd/material-ui.production.min.js></script><div id=root></div><script>
const {Button, TextField, Checkbox, FormControlLabel, Select, MenuItem, Switch, Tabs, Tab, IconButton} = MaterialUI, e = React.createElement;
function App() {
  const [age, setAge] = React.useState('10'), [tab, setTab] = React.useState(0);
  return e('div', null,
    e(Tabs, {value: tab, onChange: (_, to) => { setTab(to); see('tab ' + to) }}, e(Tab, {label: 'Orders'}), e(Tab, {label: 'Invoices'})),
    e(TextField, {label: 'Customer', onBlur: event => event.target.value && see(event.target.value)}),
    e(FormControlLabel, {control: e(Checkbox, {onChange: () => see('gift')}), label: 'Gift wrap'}),
    e(FormControlLabel, {control: e(Switch, {onChange: () => see('express')}), label: 'Express'}),
    e(Select, {value: age, inputProps: {'aria-label': 'Age'}, onChange: event => { setAge(event.target.value); see(event.target.value) }},
      e(MenuItem, {value: '10'}, 'Ten'), e(MenuItem, {value: '20'}, 'Twenty')),
    e(IconButton, {'aria-label': 'delete', onClick: () => see('bin')}, 'x'),
    e(Button, {variant: 'contained', onClick: () => see('saved')}, 'Save'));
}
ReactDOM.createRoot(document.getElementById('root')).render(e(App))</script>"""
SHOELACE = """<link rel=stylesheet href=/npm/@shoelace-style/shoelace/cdn/themes/light.css>
<script type=module src=/npm/@shoelace-style/shoelace/cdn/shoelace.js></script>
<sl-input label=Customer onfocusout="this.value && see(this.value)"></sl-input>
<sl-checkbox>Gift wrap</sl-checkbox><sl-switch>Express</sl-switch>
<sl-button variant=primary onclick="see('saved')">Save</sl-button>
<sl-details summary="More"><sl-button onclick="see('more')">Print</sl-button></sl-details>
<script>for (const name of ['checkbox', 'switch']) document.querySelector('sl-' + name).addEventListener('sl-change', () => see(name))</script>"""
ICONS = """<link rel=stylesheet href=/npm/material-icons/iconfont/material-icons.css>
<button onclick="see('saved')"><span class=material-icons>save</span></button>
<button aria-label=Delete onclick="see('deleted')"><span class=material-icons>delete</span></button>
<button onclick="see('next')">Next <span class=material-icons aria-hidden=true>arrow_forward</span></button>"""
ACTS = (
    Act(
        name="bootstrap",
        html=BOOTSTRAP,
        do=then(
            clicking(".dropdown-toggle"),
            shown(".dropdown-menu.show"),
            clicking("li:nth-child(2) a", ".card:nth-of-type(2) button", "#mail", "#who"),
            keys("'Ada", "Tab"),
            clicking("[data-bs-target]"),
            shown(".modal.show"),
            lambda page: page.wait_for_function(
                "!document.querySelector('.modal-open .modal:not(.show)') && getComputedStyle(document.querySelector('.modal')).opacity === '1'"
            ),
            clicking(".modal-footer button"),
        ),
        steps=(
            "click 'Actions'",
            "click 'Archive'",
            "click 'Edit'",
            "check 'Mail me' -> checked True",
            "type into 'Name' = 'Ada' -> value 'Ada'",
            "click 'Delete …'",
            "click 'Delete'",
        ),
        saw="archive edit 4712 mail Ada deleted",
    ),
    Act(
        name="mui",
        html=MUI,
        do=then(
            shown("button:has-text('Save')"),
            clicking("button:has-text('Invoices')", "input[type=text]"),
            keys("'Ada", "Tab"),
            clicking("label:has-text('Gift wrap')", "label:has-text('Express')"),
            clicking("[role=combobox]"),
            shown("[role=option]"),
            lambda page: page.wait_for_timeout(400),
            clicking("[role=option]:nth-child(2)"),
            lambda page: page.locator("[role=listbox]").wait_for(state="detached"),
            clicking("[aria-label=delete]", "button:has-text('Save')"),
        ),
        steps=(
            "click 'Invoices' -> selected True",
            "type into 'Customer' = 'Ada' -> value 'Ada'",
            "check 'Gift wrap' -> checked True",
            "check 'Express' -> checked True",
            "click 'Age'",
            "click 'Twenty' -> selected True",
            "click 'delete'",
            "click 'Save'",
        ),
        saw="tab 1 Ada gift express 20 bin saved",
    ),
    Act(
        name="shoelace",
        html=SHOELACE,
        do=then(
            lambda page: page.wait_for_function(
                "['input','checkbox','switch','button','details'].every(n => customElements.get('sl-' + n))"
            ),
            clicking("sl-input"),
            keys("'Ada", "Tab"),
            clicking("sl-checkbox", "sl-switch", "sl-button[variant]", "sl-details"),
            lambda page: page.wait_for_function(
                "document.querySelector('sl-details').open && document.querySelector('sl-details sl-button').getBoundingClientRect().height > 10"
            ),
            lambda page: page.wait_for_timeout(500),
            clicking("sl-details sl-button"),
        ),
        steps=(
            "type into 'Customer' = 'Ada' -> value 'Ada'",
            "check 'Gift wrap' -> checked True",
            "check 'Express' -> checked True",
            "click 'Save'",
            "click 'More'",
            "click 'Print'",
        ),
        saw="Ada checkbox switch saved more",
    ),
    Act(
        name="icon font",
        html=ICONS,
        do=clicking("button:nth-of-type(1)", "button:nth-of-type(2)", "button:nth-of-type(3)"),
        steps=(
            "click 'save'",
            "click 'Delete'",
            "click 'Next'",
        ),
        saw="saved deleted next",
    ),
)


@pytest.fixture(scope="session")
def packages(pytestconfig: pytest.Config) -> Path:
    """Return the folder of the packages."""
    assert pytestconfig.cache is not None
    folder = pytestconfig.cache.mkdir("component-libraries")
    for package in PACKAGES:
        place = folder / package.rpartition("@")[0]
        if not (place / "package.json").exists():
            unpack(package, place)
    return folder


def unpack(package: str, place: Path) -> None:
    place.mkdir(parents=True, exist_ok=True)
    packed = subprocess.run(
        ["npm", "pack", "--silent", package], cwd=place, capture_output=True, text=True, check=False
    )
    assert packed.returncode == 0, f"npm cannot fetch {package}: {packed.stderr[-300:]}"
    archive = place / packed.stdout.split()[-1]
    with tarfile.open(fileobj=io.BytesIO(archive.read_bytes())) as packed_files:
        for member in packed_files.getmembers():
            member.name = member.name.partition("/")[2]
        packed_files.extractall(place, filter="data")
    archive.unlink()


@pytest.mark.parametrize("act", [pytest.param(act, id=act.name) for act in ACTS])
def test_what_was_done_with_components_comes_back(
    act: Act, browser: Browser, site: Site, packages: Path, tmp_path: Path
) -> None:
    site.files["/npm/"] = packages
    site.serve("/", HEAD + act.html)
    recording = record(act, site.url(), browser)
    assert [told(step) for step in recording.steps] == [*act.steps]
    recording.save(tmp_path / "act.json")
    replayed(act, browser, tmp_path / "act.json")
    exported(act, browser, recording, site.url())
