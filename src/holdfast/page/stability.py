"""Stability: tells a value that a person wrote from one that a machine made.

What a machine made is another one after the next build or the next visit, so nothing may be found
by it. What is in doubt counts as written by a person: the matcher then still has it to compare.
"""

import re
from functools import cache, lru_cache
from itertools import pairwise

from holdfast.model.snapshot import Node
from holdfast.page.randomness import SUSPICIOUS_BELOW, looks_random, mean_usualness
from holdfast.page.utility_classes import is_utility_class

__all__ = [
    "is_generated",
    "is_positional",
    "is_stable_class",
    "is_state_class",
    "is_utility_class",
    "stable_classes",
]

# Found anywhere in a value, these give a machine away.
_TELLTALES = r"""
      :r(?:[0-9a-v]{0,2}|(?=[a-v]*\d)[0-9a-v]{3,}):  # React's useId, up to 18; :record: is Plone's
    | (?-i::R[0-9a-v]+(?:H[0-9a-v]+)?:)           # the same on a server
    | «r[0-9a-z]*»                                # React 19.0
    | (?:^|-)_r_[0-9a-z]+_(?:$|-)                 # React 19.2
    | [0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12} # UUID
    | (?<![0-9a-z])[0-9a-f]{32,}(?![0-9a-z])      # MD5, SHA
    | (?<!\d)\d{9,}(?!\d)                         # timestamps; no person counts this far
    | (?:^(?!ctl00[_$])|[-_:.$])ctl\d\d(?:$|[-_:.$])  # ASP.NET's rows; ctl00 is every master page
    | (?:^|[-_:.$])j_idt?\d+                      # JavaServer Faces
    | ^[0-9a-z+/]{6,}={1,2}$                      # base64
    | \{\{|\$\{|<%                                # a template that nobody filled in
    | ^\d+:\d+;[a-z]$                             # Lightning
    | (?<![0-9a-z])(?=(?:[a-z]*\d+[a-z]+){3})[0-9a-z]{20,}(?![0-9a-z])  # cuid2, ULID
    """
# The whole value is what a framework numbers or hashes.
_FRAMEWORKS = r"""(?!ui-(?:icon|datepicker)-|ion-(?:flex|order)-)(?:
      (?:ember|ember-view|jss|uid|guid|uuid|gen|auto|elem|element|id|ext-gen|ext-comp|yui-gen|gwt-uid)
      [-_]?\d+
    # css-in-JS: css-142, emotion-0, svelte-1tky8bj, css-1dbjc4n-Button, r-13qz1uu, go1234567
    | (?:css|emotion|jsx|svelte|astro|linaria|stitches|tss|sx)
      -(?:\d+|(?=[a-z]*\d)[a-z0-9]{4,})(?:-.+)?
    | r-(?=[a-z]*\d)[a-z0-9]{5,8} | go\d{6,} | c\d{3,}
    | (?:[\w()]+-)*(?:makeStyles|withStyles)-\w+-\d+ | WithStyles\(.+
    | (?-i:[A-Z]\w+-[a-z]\w*-\d+)
    | (?:\w+-)*sc-[a-z0-9]+-\d+ | sc-\d+
    | sc-(?-i:(?=[A-Za-z]*[a-z][A-Z]|[A-Z]{2})[A-Za-z]{5,6} | [A-Za-z]{0,4}[aA]-[dD][A-Za-z]{0,4})
    | _(?=[a-z]*\d+[a-z])(?!\d\d+[a-z]+(?:_|\Z))[0-9a-z]{4,8}(?:_\w+)?
    | x(?=[0-9a-z]*\d)[0-9a-z]{5,7}
    # attributes that scope styles: data-v-7ba5bd90, _ngcontent-abc-c12, ng-tns-c12-3
    | data-v-[0-9a-f]{6,} | _ng(?:content|host)-[\w-]+ | ng-tns-\w+-\d+(?:-\d+)? | ng-c\d+
    # counters of widget libraries: mat-input-3, radix-12, headlessui-menu-12, cke_1_contents
    | (?:mat|cdk|mdc|ui|mui|rc|radix|headlessui|reach|downshift|react-(?:select|aria|tabs)
      |react-autosuggest|select2|chosen|selectize|tippy|popper|floating-ui|chakra|mantine|antd|el-id|pr_id|pv_id|gwt
      |dijit|x-auto|yui|yui_3|jqxwidget|cke|mceu?|tinymce|aria|accordion|zag|ark|nextui|heroui
      |kobalte|melt|bits|base-ui|fui|ariakit|vaadin|anonymous_element|generated|ion)
      [-_:]+(?:[a-z]+[-_:]+)*\d+(?:[-_:]+[a-z]+)*(?:[-_]\d+)*(?:[-_:]+[a-z]+)*
    | react-aria-?\d.* | __BVID__\d+\w* | vs\d+__\w+ | __[a-z0-9]*[a-z]_?\d+(?:-.+)? | dnn_ctr\d+\w*
    | (?:root|input)-\d{2,} | (?:label|field)-\d{3,} | elementor-element-[0-9a-f]{6,8}
    | (?:tooltip|popover|dropdown|modal|tab|select|input|checkbox|radio|label|field|menu|dialog)
      [-_]?\d{4,}
    | google_ads_.+ | aswift_\d+
    # emotion with labels, JSS, CSS modules of Vite, ant-design
    | css-(?-i:[a-z0-9]{5,8}-[a-z0-9_-]*[A-Z])[\w-]* | (?!flex-)\w+(?:-\w+)?-0-\d\d?-[1-9]\d*
    | _[a-z][\w-]*_[a-z0-9]{5}_\d+ | (?:(?!-module)[\w-])+-module[-_][\w-]+?(?:__|--)[\w+/-]{5,8}
    | e(?!2e)(?=[a-z0-9]*\d[a-z])[a-z0-9]{6,7}\d{1,2}
    | css-dev-only-do-not-override-\w+ | css-var-r\d+
    # Vue's useId, Vuetify, PrimeNG
    | (?:(?:input|checkbox|radio(?:-group)?|switch|menu|v-[a-z-]+)-)?v-\d+(?:-\d+)*(?:[-_][a-z]+)?
    | v-(?:menu|tooltip|dialog|overlay|list-group--id|window|tab|select)-\d+
    | (?:input|checkbox|switch)-\d{2,}(?:-messages)? | list-item-\d{3,}
    | p[nrv]_id_\d+\w*(?:[-_]\w+)*
    | p-(?:tab|accordion|tree|menu|dialog|panel|sidebar)[a-z]*-\d+(?:-[a-z]+)?
    # ExtJS counts components from 1001, Salesforce's Lightning and select2 all they make
    | (?:[a-z]*(?:button|field|area|panel|view|column|toolbar|tabbar|menu|box|picker|editor|group
      |container|header|slider|splitter)|menu(?:check)?item|grid|table|tree|data|tab|form|fieldset
      |component|window|tool|boundlist|loadmask|label|combo|tb(?:fill|text|separator|spacer))
      -1[0-8]\d\d(?:[-_]\w+)* | ext-element-\d+
    | (?:combobox-(?:button|input|label)|help-message(?:-err)?|dropdown-element|lgt-(?:dt-)?[a-z-]+
      |checkbox-unique-id|primitive-[a-z-]+)-\d+
    | (?:(?:button|form|group|modal|file-selector|(?:source|selected)-list)-label|help-?text
      |(?:modal|tabset|vertical-navigation(?:-section)?)-heading|(?:error|range)-?message
      |[a-z-]+-id|fmt-text|(?:month|year|weekdays|color-picker)-[a-z]+|checkbox-(?:button|toggle)
      |toggle-description|vertical-navigation-button|keyboard-interaction|input-(?:file|pill-[a-z-]+)
      |tree-?heading|overlay-base-div|slds-path__stage-name)-\d{2,}
    | (?:modal-(?:content|description)|(?:source|selected)-list|carousel-image|select|radio)-\d{3,}
    | (?:heading|color|asc|desc)-(?!\d00\Z)\d{3,}  # heading-100 is a size, color-500 a shade
    | radio-\d+-\d{2,} | tab-\d{3} | window_(?=[a-z]*\d)[a-z0-9]{5,8}
    | select2-(?=[a-z]*\d)[a-z0-9]{4}-(?:container|results)
    | lightning-[a-z-]+-\d+ | select2-[\w-]+-(?=[a-z]*\d)[a-z0-9]{4}
    | isc_(?-i:[0-9A-Z]{1,5})(?:_\w+)?
    | select2-\w+(?:-[a-z0-9]{2})?-result-[a-z0-9]{4}-\w+ | s2id_autogen\d+\w*
    | j\d+_\d+(?:_anchor)? | jstree[-_]\d+ | dojox?_\w+_\d+ | uniqName(?:_\d+)+
    )\Z"""
# A hash stands here, so what does is judged more severely.
_HASHED = (
    re.compile(r"css-(?P<hash>[a-z]{6,7})-[a-z]"),  # emotion with a label: css-kcexrh-dropdown-item
    re.compile(r"(?P<hash>e[a-z0-9]{7,8}\d{1,2})\Z"),  # what emotion calls a component
    re.compile(
        r"(?i:css|sc|jsx|svelte|astro|emotion|styled|tss|linaria|r|e|chunk|hash)-(?P<hash>[^-]+)\Z"
    ),
)
# Lightning CSS (Parcel): the hash comes first, and thirty-two bits end in one of four letters.
_LIGHTNING_CSS = re.compile(r"(?:_(?=\d))?(?P<hash>[\w-]{5}[aqGW])_[A-Za-z][\w-]*\Z", re.ASCII)
# CSS modules: Button_root__x7Kd2, styles__title___2Xk9f, card-module--wrap--Xy12z.
_MODULE_TAIL = re.compile(r"(?<=.)(?:_{1,3}|--)(?P<tail>[A-Za-z0-9+/]{5,8})\Z")
# Where a CSS module has a hash of five letters: a capital or a number that no word has there.
_MODULE = re.compile(
    r"(?:[A-Za-z][\w-]*?(?:___|-module--\w+--)|[A-Za-z][A-Za-z0-9-]*_[A-Za-z][\w-]*?__)(?P<tail>[\w+/-]{5})\Z"
)
_ODD_IN_WORDS = re.compile(r"(?<!\A)[A-Z](?![a-z]{2})|\d(?!\d?\Z)|[-+/_]|\A[A-Z]{2}")
# styled-components: five or six letters, capitals where no word has them; "ad" is written "a-d",
# so that nothing blocks it. What stands behind the class of the component (sc-…) is always one.
_CAPITALS = re.compile(
    r"(?!.*(?:OK|ID|UI|UL|JS|URL)\Z)(?=.*(?:[a-z][A-Z](?![a-z]{2})|[A-Z]{2}[a-z]))[A-Za-z]{5,6}\Z"
)
_STYLED = re.compile(r"[A-Za-z]{5,6}\Z|[A-Za-z]{0,4}a-d[A-Za-z]{0,4}\Z", re.IGNORECASE)
_DATE = re.compile(r"(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])?\Z")
_VERSION = re.compile(r"\d{1,4}(?:\.\d{1,4}){1,3}(?:-\d{1,2})?\Z")
# Words and nothing else: the patterns of machines need not be asked.
_WORDS = re.compile(r"[a-z]{1,20}(?:[-_][a-z]{1,20}){0,8}\Z")
_TOKEN = re.compile(r"[^\W_]+")
_NO_VALUES = frozenset({"undefined", "null", "NaN", "[object Object]"})
_LONGEST_VALUE = 200  # no person writes a longer id; a hostile page may
_LARGE_NUMBER = 6  # digits; fewer are years, chapters and the keys of small shops

_POSITION = r"""(?:
      (?:(?:pos|position|index|idx|i|n|nr|no|num|rank|slot|place|row|col|column|cell|item|r|c|order
         |seq|ordinal)[-_:=. ]?\d{1,4}[-_:,;|./ ]*)+
    | \d{1,4}(?:[-_:,;|./]\d{1,4})*
    )\Z"""
_STATE_WORD = (
    r"(?:active|inactive|disabled|enabled|selected|checked|unchecked|open|opened|closed|expanded|"
    r"collapsed|visible|hidden|focus|focused|hover|hovered|pressed|loading|loaded|current|dirty|"
    r"pristine|valid|invalid|touched|untouched|empty|not-empty|error|submitted|highlighted|dragging|"
    r"stuck|sticky|animating|ready|busy|focusVisible|focus-visible|focus-within)"
)
_STATE = re.compile(
    rf"(?:(?:is|was|has|ng|Mui|ui-state|cdk|k-state)-)?{_STATE_WORD}\Z|"
    r"(?:show|shown|hide|fade|in|out|entering|entered|exiting|exited|collapsing|visited|no-js|js|"
    r"lazyloaded|lazyloading|animated|has-value)\Z"
)


@cache
def _made(pattern: str) -> re.Pattern[str]:
    """Return the pattern, made when it is first asked: that takes longer than importing this."""
    return re.compile(pattern, re.IGNORECASE | re.VERBOSE)


@lru_cache(maxsize=65536)
def is_generated(value: str) -> bool:
    """Return whether an id, name, test id, class or attribute value was made by a machine."""
    if not value or len(value) > _LONGEST_VALUE:
        return len(value) > _LONGEST_VALUE
    if value in _NO_VALUES:
        return True
    is_plain = _WORDS.match(value) is not None
    if not is_plain and (_made(_TELLTALES).search(value) or _made(_FRAMEWORKS).match(value)):
        return True
    tokens = _TOKEN.findall(value)
    if all(token.isdecimal() for token in tokens):  # a bare number, or nothing but signs
        return _VERSION.match(value) is None
    if _has_a_hash(value):
        return True
    return any(looks_random(token) or _is_large_number(token) for token in tokens)


def _is_large_number(token: str) -> bool:
    return len(token) >= _LARGE_NUMBER and token.isdecimal() and _DATE.match(token) is None


def _has_a_hash(value: str) -> bool:
    if (module := _MODULE.match(value)) is not None:
        tail = module["tail"]
        is_unusual = mean_usualness(tail.lower()) < SUSPICIOUS_BELOW if tail.isalpha() else False
        if _ODD_IN_WORDS.search(tail) or (is_unusual and not tail.islower()):
            return True
    if (match := _LIGHTNING_CSS.match(value)) is not None:
        return match["hash"][0].isdigit() or _ODD_IN_WORDS.search(match["hash"]) is not None
    if _CAPITALS.match(value):
        return mean_usualness(value.lower()) < SUSPICIOUS_BELOW
    hashed = _hash_in(value)
    return hashed is not None and looks_random(hashed, suspicious=True)


def _hash_in(value: str) -> str | None:
    for pattern in _HASHED:
        if (match := pattern.match(value)) is not None:
            return match["hash"]
    match = _MODULE_TAIL.search(value)
    if match is None or match["tail"].isalpha():  # BEM, too, writes two underscores: card__title
        return None
    return re.sub(r"[+/]", "", match["tail"])


def is_positional(value: str) -> bool:
    """Return whether a value only says which one in a row it is: ``3``, ``pos-3``, ``r1c2``."""
    return _made(_POSITION).match(value.strip()) is not None


@lru_cache(maxsize=8192)
def is_state_class(name: str) -> bool:
    """Return whether a class says what state a thing is in right now: ``is-active``, ``open``."""
    return _STATE.match(name) is not None


@lru_cache(maxsize=65536)
def is_stable_class(name: str) -> bool:
    """Return whether a class was written by a person and says what a thing is."""
    return not is_utility_class(name) and not is_generated(name)


@lru_cache(maxsize=16384)
def _stable_of(attribute: str) -> tuple[str, ...]:
    names = attribute.split()
    styled = {
        name
        for component, name in pairwise(names)
        if _STYLED.match(name) and component[:3] == "sc-" and is_generated(component)
    }
    return tuple(dict.fromkeys(n for n in names if n not in styled and is_stable_class(n)))


def stable_classes(node: Node) -> tuple[str, ...]:
    """Return the node's classes that a person wrote, in the order they are written, each once."""
    return _stable_of(node.get("class"))
