"""Utility classes: say how a thing looks (Tailwind, Bootstrap, Tachyons, Bulma), not what it is."""

import re
from functools import cache, lru_cache

_SIZE = r"(?:xs|sm|md|lg|xl|xxl|[2-9]xl|base)"
_LENGTH = r"(?:n?\d+(?:\.\d+)?(?:/\d+)?|px|auto|full|screen|min|max|fit|none|[dsl]v[hw])"
_TACHYONS = r"(?:-(?:ns|m|l))?"  # its breakpoints stand at the end
_HUE = (
    r"(?:white|black|slate|gr[ae]y|zinc|neutral|stone|red|orange|amber|yellow|lime|green|emerald|"
    r"teal|cyan|sky|blue|indigo|violet|purple|fuchsia|pink|rose|brown|gold|navy|silver|"
    r"mauve|mist|olive|taupe)"
)
_PURPOSE = (
    r"(?:transparent|current|inherit|primary|secondary|tertiary|accent|muted|body|info|success|"
    r"warning|danger|error|destructive|light|dark|reset|gradient|foreground|background)"
)
_COLOUR = (
    rf"(?:(?:{_HUE}|{_PURPOSE}|card|popover)-(?:foreground|emphasis|subtle|secondary|tertiary|light|dark|\d{{1,3}})|"
    rf"{_HUE}|{_PURPOSE}|(?:near|light|mid|dark|moon|hot|washed)-{_HUE})(?:/\d+)?"
)
_SURFACE = rf"(?:{_COLOUR}|card|popover|input|border|ring)"
_SIDE = r"(?:[trblxyse]|b[se]|top|bottom|left|right|start|end)"
_PLACE = (
    r"(?:start|end|center|middle|between|around|evenly|stretch|baseline|auto|normal|none|"
    r"left|right)"
)
_DISPLAY = (
    r"(?:none|block|inline|inline-block|flex|inline-flex|grid|inline-grid|table|table-\w+|contents)"
)
_SCREEN = r"(?:xs|sm|md|lg|xl|small|medium|large|mobile|phone|tablet|desktop|print)"

# A class is a utility when one of these matches the whole of it. One line of comment per family.
_FAMILIES = (
    # Spacing: p-4, mx-auto, -mt-2, mb-md-0, space-x-2, gap-y-4; Tachyons pa3, mh2-ns.
    rf"-?[pm](?:[trblxyse]|b[se])?-(?:{_SIZE}-)?(?:{_LENGTH}|{_SIZE})",
    rf"-?(?:space|(?:row-|column-)?gap)-(?:[xy]-|{_SIZE}-)?(?:\d+(?:\.\d+)?|px|reverse)|divide-(?:[xy](?:-\d+)?|{_COLOUR})",
    rf"[pm][atrblvh]?\d{_TACHYONS}|n[atrblvh]\d|g[xy]?-\d",
    r"(?:no-)?(?:padding|margin)(?:-(?:\d+|none|auto|xs|sm|md|lg|xl|top|bottom|left|right))?",
    # Below nothing: nobody else begins a name like that. -inset-x-1/2, -translate-full, -skew-y-3.
    r"-[a-z]+(?:-[a-z]+)*-(?:\d+(?:\.\d+|/\d+)?%?|px|full)",
    # Grids: col-md-6, row-cols-2, offset-3, span6, small-12, pure-u-1-2, uk-width-1-3, is-half.
    rf"cols?(?:-{_SIZE})?(?:-(?:offset|push|pull|span|start|end))?(?:-(?:\d+|auto|full))?(?:-{_SCREEN})?",
    rf"rows?|row-fluid|row-(?:cols|span|start|end)(?:-{_SIZE})?-(?:\d+|auto|full)|columns?",
    rf"-?(?:offset|order|(?:col|row)-(?:start|end))-(?:{_SIZE}-)?(?:\d+|first|last|none)|grid[-_]\d+|span-?\d{{1,2}}",
    r"(?:small|medium|large|xlarge)-(?:(?:offset|push|pull|order|up)-)?(?:\d{1,2}|centered|auto)",
    r"(?:pure-u|uk-width|uk-child-width|uk-grid|uk-margin|uk-padding|uk-text|uk-flex)(?:-[\w@]+)*",
    r"is-(?:\d+|half|full|narrow|offset-\w+|(?:one|two|three|four)-(?:thirds?|quarters?|fifths?))",
    r"has-(?:text|background)-[\w-]+|container(?:-fluid|-xxl|-xl|-lg|-md|-sm)?",
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)-"
    r"(?:half|thirds?|fourths?|columns?)",
    # Sizes and places: w-full, max-w-7xl, h-100, vh-100, top-0, inset-x-4, z-10, size-6.
    rf"(?:min-|max-)?[wh]-(?:{_LENGTH}|{_SIZE}|prose|screen-{_SIZE}|third|two-thirds){_TACHYONS}",
    rf"(?:[wh]|mw|mh)\d{_TACHYONS}|(?:min-)?v[wh]-\d+|m[wh]-(?:\d+|none)",
    rf"(?:size|basis|columns)-(?:{_LENGTH}|{_SIZE})",
    rf"-?(?:top|right|bottom|left|start|end|inset|inset-(?:[xyse]|b[se])|z)-{_LENGTH}",
    rf"(?:min-|max-)?(?:inline|block)-(?:{_LENGTH}|{_SIZE})|border-spacing(?:-[xy])?-{_LENGTH}",
    r"absolute--fill|translate-middle(?:-[xy])?|stretched-link",
    rf"(?:fixed|sticky)-(?:{_SIZE}-)?(?:top|bottom)|-?scroll-[pm](?:[trblxyse]|b[se])?-{_LENGTH}",
    # Type: text-center, text-2xl, text-red-500, font-bold, fw-bold, leading-6, f4, lh-copy, tc.
    rf"text-(?:{_SIZE}|{_COLOUR}|(?:{_SIZE}-)?(?:left|center|right|justify|start|end)|opacity-\d+)",
    r"text-(?:truncate|wrap|nowrap|break|balance|pretty|ellipsis|clip|uppercase|lowercase|capitalize|"
    r"bold|italic|decoration-[\w-]+|hide|underline|monospace|normal|small|large)",
    r"(?:font|fw)-(?:sans|serif|mono|thin|extralight|light|normal|regular|medium|semibold|bold|bolder|"
    r"lighter|extrabold|black|italic|monospace|weight-\w+|\d+)|fst-(?:italic|normal)|fs-\d",
    rf"-?(?:leading|tracking)-(?:{_LENGTH}|tight|tighter|snug|normal|relaxed|loose|wide|wider|widest)",
    rf"-?(?:line-clamp|indent|underline-offset)-{_LENGTH}|decoration-(?:{_COLOUR}|\d|none|dashed|dotted)",
    rf"f\d{_TACHYONS}|lh-(?:copy|title|solid|base|sm|lg|\d)|t[clrj]{_TACHYONS}|tt[ucl]|fw\d|tracked",
    r"(?:vertical-)?align-(?:baseline|top|middle|bottom|text-top|text-bottom|left|center|right)",
    # Flow: flex-row, d-md-none, items-center, justify-between, float-left, overflow-hidden.
    rf"d-(?:{_SIZE}-|print-)?{_DISPLAY}|position-(?:static|relative|absolute|fixed|sticky)",
    rf"(?:inline-)?flex(?:-(?:{_SIZE}-)?(?:row|col|column|wrap|row-reverse|col-reverse|column-reverse|"
    r"wrap-reverse|nowrap|fill|auto|initial|none|center|grow-\d|shrink-\d|\d+))?",
    r"(?:inline-)?grid(?:-(?:cols|rows|flow)-\w+)?|auto-(?:cols|rows)-\w+",
    rf"(?:items|justify|content|self|(?:justify|place|align)-(?:items|self|content))-(?:{_SIZE}-)?{_PLACE}",
    rf"(?:float|clear|pull)-(?:{_SIZE}-)?(?:left|right|none|both|start|end)|(?:grow|shrink)-\d",
    r"overflow-(?:[xy]-)?(?:auto|hidden|visible|scroll|clip)|overscroll-(?:[xy]-)?(?:auto|contain|none)",
    rf"object-(?:fit-)?(?:{_SIZE}-)?(?:contain|cover|fill|none|scale|scale-down|top|bottom|left|right|center)",
    r"whitespace-(?:normal|nowrap|pre|pre-line|pre-wrap|break-spaces)|break-(?:words|all|normal|keep)",
    r"list-(?:none|disc|decimal|inside|outside|unstyled|inline)|box-(?:border|content)",
    r"table-(?:auto|fixed|cell|row|caption|column|header-group|row-group)",
    rf"(?:hidden|visible|show|hide)-(?:for-)?{_SCREEN}(?:-(?:up|down|only|block|inline|inline-block))?",
    # Paint: bg-white, border-2, rounded-lg, shadow-md, ring-1, from-blue-500, b--light-gray, br2.
    rf"(?:bg|ring|inset-ring|ring-offset|outline)-(?:{_SURFACE}|\d+|none|opacity-\d+)",
    rf"(?:text-bg|bg-gradient)-{_PURPOSE}|display-\d|focus-ring(?:-{_PURPOSE})?",
    rf"link-(?:offset|(?:underline-)?opacity)-\d+(?:-hover)?|link-underline(?:-{_PURPOSE})?",
    r"bg-(?:cover|contain|fixed|center|no-repeat|(?:gradient|linear)-to-\w+)",
    rf"(?:from|via|to|fill|stroke|caret|accent|link|placeholder)-{_COLOUR}|(?:fill|stroke)-\d",
    rf"border(?:-{_SIDE})?(?:-(?:{_SURFACE}|\d+|solid|dashed|dotted|none|collapse|separate|opacity-\d+))?",
    r"no-border",
    rf"rounded(?:-(?:[trbl]{{1,2}}|[se]{{1,2}}|{_SIDE}))?(?:-(?:{_SIZE}|none|full|circle|pill|\d))?",
    rf"(?:drop-|text-|inset-)?shadow(?:-(?:{_SIZE}|inner|none|\d|{_COLOUR}))?|(?:backdrop-)?blur(?:-(?:{_SIZE}|none))?",
    r"-?(?:(?:backdrop-)?hue-rotate|bg-linear|bg-conic|outline-offset|(?:backdrop-)?opacity|scale|scale-[xyz]|(?:backdrop-)?brightness|contrast|saturate|duration|delay)-\d+(?:\.\d+)?",
    rf"-?(?:rotate|translate|skew)(?:-[xyz])?-{_LENGTH}|origin-(?:center|top|bottom|left|right)",
    r"b--[\w-]+|b[atrbln]|br-?\d|br-(?:100|pill|top|bottom)|bw\d|o-\d{2,3}|(?:black|white)-\d{2}",
    r"mask-(?:[trblxy]|linear|radial|conic)-(?:from|to)-[\w.%/-]+|bg-(?:blend|clip|origin|repeat)-[a-z-]+",
    r"backdrop-(?:contrast|grayscale|invert|saturate|sepia)(?:-\d+)?",
    # Motion and pointer: transition-all, ease-in-out, animate-spin, cursor-pointer, select-none.
    r"transition(?:-(?:all|none|colors|opacity|shadow|transform))?|ease-(?:linear|in|out|in-out)",
    r"animate-(?:spin|ping|pulse|bounce|none)|(?:user-)?select-(?:none|text|all|auto)",
    r"cursor-(?:auto|default|pointer|wait|text|move|help|none|grab|grabbing|not-allowed)",
    r"(?:pointer-events|pe)-(?:none|auto)|resize(?:-[xy]|-none)?|appearance-none",
    r"aspect-(?:auto|square|video)|ratio(?:-\d+x\d+)?|mix-blend-\w+|touch-(?:auto|none|manipulation)",
)
_WORDS = frozenset(
    "absolute relative fixed sticky static block inline inline-block hidden invisible visible "
    "contents flow-root isolate truncate italic not-italic uppercase lowercase capitalize "
    "normal-case underline no-underline line-through antialiased subpixel-antialiased ring outline "
    "outline-none transform grow shrink sr-only not-sr-only sr-only-focusable visually-hidden "
    "visually-hidden-focusable screen-reader-text clearfix cf fl fr fn center-block img-responsive "
    "img-fluid lead small no-gutters hstack vstack vr db di dib dn dt dtc dim nowrap measure-wide "
    "measure-narrow v-mid v-top v-btm v-base tabular-nums is-centered is-multiline is-mobile "
    "is-desktop is-tablet is-vcentered is-gapless is-flex is-block is-inline is-clipped "
    "is-pulled-left is-pulled-right is-fullwidth is-clearfix full-width half-width no-margin "
    "no-padding dark".split()
)
# `u-` marks utilities in several naming schemes; in microformats it marks an address: content.
_MICROFORMATS = frozenset(
    "u-url u-photo u-email u-uid u-logo u-key u-sound u-video u-featured u-syndication "
    "u-in-reply-to".split()
)
# What Tailwind puts in front: md:, hover:, group-focus:, data-[state=open]:, [&>*]:, *:.
_VARIANT = re.compile(
    r"(?:[a-z0-9@*-]{1,40}(?:\[[^\]]{0,80}\])?(?:/[a-z]{1,40})?|\[[^\]]{0,80}\]):(?=.)"
)
_ARBITRARY = re.compile(r"-?[a-z][a-z-]*-[\[(].+[\])](?:/\d+)?\Z|\[[a-z-]+:.+\]\Z")
_LONGEST = 120  # nobody writes longer ones, apart from hostile pages


@lru_cache(maxsize=32768)
def is_utility_class(name: str) -> bool:
    """Return whether a class only styles: grids, spacing, colours and the like."""
    if name in _WORDS:
        return True
    if len(name) > _LONGEST:
        return False
    if name.startswith("u-"):
        return name not in _MICROFORMATS
    bare = _without_variants(name)
    return (
        bare in _WORDS or _ARBITRARY.match(bare) is not None or _utility().match(bare) is not None
    )


@cache
def _utility() -> re.Pattern[str]:
    """Return one pattern of all families, made when it is first needed: it takes a while."""
    return re.compile("(?:" + "|".join(_FAMILIES) + r")\Z")


def _without_variants(name: str) -> str:
    """Return the class behind its variants and important mark: ``md:hover:!mt-4`` → ``mt-4``."""
    start = 0
    while ":" in name and (match := _VARIANT.match(name, start)):
        start = match.end()
    return name[start:].strip("!")
