"""A page that speaks in the recorder's name: nothing is recorded, stopped or undone by it."""

import pytest
from playwright.sync_api import BrowserContext
from tests.browser.conftest import Site
from tests.browser.recordings import acts

from holdfast.doors.recorder import Recorder

pytestmark = pytest.mark.browser
SHOP = "<!doctype html><title>Shop</title><button>Pay</button><iframe src='{}'></iframe>"
# What any page can reach: the driver's own way, by which it listens in, makes up, and says again.
HOSTILE = """<!doctype html><title>Ad</title><button>Buy</button><script>
const heard = window.heard = [], own = window.__playwright__binding__;
window.__playwright__binding__ = said => { heard.push(said); return own(said) };
window.parent = window;
Object.is = (one, other) => { heard.push(one); return one === other };
Array.prototype.push = function (one) { this[this.length] = one; return this.length };
String.prototype.charCodeAt = () => 0;
const controller = window.__playwright__binding__controller__;
window.say = message => {
  controller.addBinding('holdfastTells', false);
  for (const text of [message, '0'.repeat(64) + message]) window.holdfastTells(text, '');
};
window.attack = () => {
  for (const command of ['stop', 'pause', 'undo']) {
    window.say(JSON.stringify({kind: 'command', way: [], at: 1, serial: 1, command}));
  }
  const act = {kind: 'act', act: 'typed', target: 0, element: 1, control: 1, number: 1, way: [],
               at: 1, serial: 9, blank: true, value: '${PASSWORD}'};
  window.say(JSON.stringify(act));
  for (const said of [...heard].filter(one => String(one).startsWith('{'))) own(said);
  window.say(null);
  document.title = 'done';
};</script>"""


def test_what_a_page_makes_up_or_says_again_is_not_listened_to(
    context: BrowserContext, site: Site
) -> None:
    site.serve("/ad", HOSTILE)
    url = site.serve("/", SHOP.format(site.url("/ad", host="localhost")))
    with Recorder(context, bar=True, pictures=False) as recorder:
        page = context.new_page()
        page.goto(url)
        page.get_by_role("button").click()
        ad = page.frame_locator("iframe")
        ad.get_by_role("button").click()
        (frame,) = page.frames[1:]
        frame.wait_for_function("heard.length > 0")
        frame.evaluate("attack()")
        frame.wait_for_function("document.title === 'done'")
        assert not recorder.is_stopped
        page.get_by_role("button").click()
    assert acts(recorder.recording) == ["click", "click", "click"]
    names = [step.fingerprint and step.fingerprint.node.name for step in recorder.recording.steps]
    assert names == ["Pay", "Buy", "Pay"]
    assert recorder.recording.secrets == ()
    assert recorder.problems == [
        f"{url} told of what nobody did: it was not listened to",
    ]
