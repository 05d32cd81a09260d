"""Other spellings: writes selectors as JavaScript for Playwright, and as Python for Selenium."""

import ast

from holdfast.model.snapshot import Node
from holdfast.selectors.playwright_code import literal
from holdfast.selectors.writing import frames_of, selectors_of


def spellings_of(node: Node) -> dict[str, str]:
    """Return the best selector of an element as code, by where it is pasted."""
    python = selectors_of(node)[0].playwright
    return {"python": python, "javascript": as_javascript(python), "selenium": _selenium(node)}


def as_javascript(python: str) -> str:
    """Return our Python for Playwright as JavaScript for Playwright."""
    return _javascript(ast.parse(python, mode="eval").body)


def _javascript(code: ast.expr) -> str:
    match code:
        case ast.Call():
            given = [_javascript(one) for one in code.args]
            options = [
                f"{_camel(one.arg or '')}: {_javascript(one.value)}" for one in code.keywords
            ]
            given += [f"{{ {', '.join(options)} }}"] if options else []
            return f"{_javascript(code.func)}({', '.join(given)})"
        case ast.Attribute():
            return f"{_javascript(code.value)}.{_camel(code.attr)}"
        case ast.Name():
            return code.id
        case ast.Constant(value=bool()):
            return str(code.value).lower()
        case ast.Constant(value=str() as text):
            return _javascript_text(text)
        case ast.Constant(value=int()):
            return str(code.value)
        case _:
            raise AssertionError(f"we do not write {ast.dump(code)[:80]}")


def _javascript_text(text: str) -> str:
    """Return a text for JavaScript: as Python's, but for the one escape that it has not."""
    written = literal(text)
    short = (f"\\U{ord(one):08x}" for one in text if ord(one) > 0xFFFF and not one.isprintable())
    for escape in short:
        written = written.replace(escape, f"\\u{{{escape[2:].lstrip('0')}}}")
    return written


def _camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(map(str.capitalize, others))


def _selenium(node: Node) -> str:
    """Return the lines that enter the frames around an element and find it."""
    css = next((one.css for one in selectors_of(node) if one.css is not None), None)
    entered = [f"driver.switch_to.frame({_found('CSS_SELECTOR', one)})" for one in frames_of(node)]
    by = _found("XPATH", node.xpath) if css is None else _found("CSS_SELECTOR", css)
    return "\n".join([*entered, by])


def _found(by: str, value: str) -> str:
    return f"driver.find_element(By.{by}, {literal(value)})"
