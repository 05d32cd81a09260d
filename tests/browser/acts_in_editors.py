"""Acts in editors that go their own ways with keys, and with keys that no field takes."""

from tests.browser.act_pages import DRAWN_LATER, LETTER, RELAYED, SELF_EDITED, SHADOWED, STOPPED
from tests.browser.acts import Act
from tests.browser.hand import clicking, keys, rest, then

IN_EDITORS = (
    Act(
        name="write in an editor that takes keys by a hidden field",
        html=RELAYED,
        do=then(clicking("pre"), keys("Control+a", "Backspace", "'bye", "Enter", "'now")),
        steps=(
            "click 'old'",
            "press <textarea> = 'Control+a'",
            "press <textarea> = 'Backspace' -> value ''",
            "type into <textarea> = 'bye' -> value 'bye'",
            "press <textarea> = 'Enter'",
            "type into <textarea> = 'now' -> value 'bye now'",
        ),
        saw='"bye\\nnow"',
    ),
    Act(
        name="delete and write in an editor that writes by itself",
        html=SELF_EDITED,
        do=then(clicking("[contenteditable]"), keys("End", "Backspace", "Backspace", "'x")),
        steps=(
            "click 'Text'",
            "press 'Text' = 'End'",
            "type into 'Text' = 'one two thrx' -> value 'one two thrx'",
        ),
        saw="one <b>two</b> thrx",
    ),
    Act(
        name="write lines in an editor that draws them a moment later",
        html=DRAWN_LATER,
        do=then(
            clicking("div p"),
            keys("'one", "Enter"),
            rest,
            keys("Enter"),
            rest,
            keys("'two", "Enter"),
        ),
        steps=("click 'Text'", "type into 'Text' = 'one\\n\\ntwo\\n' -> value 'one\\n\\ntwo\\n'"),
        saw="one||two|",
    ),
    Act(
        name="write bold words in an editor that stops keys on their way",
        html=STOPPED,
        do=then(clicking("[contenteditable]"), keys("'one", "Control+b", "' two")),
        steps=(
            "type into 'Text' = 'one' -> value 'one'",
            "press 'Text' = 'Control+b'",
            "type into 'Text' = 'one two' -> value 'one two'",
        ),
        saw="one<b> two</b>",
    ),
    Act(
        name="write anew in an editor in a shadow root",
        html=SHADOWED,
        do=then(clicking("x-editor [contenteditable]"), keys("Control+a", "'new")),
        steps=(
            "click 'Text'",
            "press 'Text' = 'Control+a'",
            "type into 'Text' = 'new' -> value 'new'",
        ),
        saw="new",
    ),
    Act(
        name="a letter that is a shortcut of the page",
        html=LETTER,
        do=keys("/", "'shoes"),
        steps=("press /", "type into 'Search' = 'shoes' -> value 'shoes'"),
        saw="shoes",
    ),
)
