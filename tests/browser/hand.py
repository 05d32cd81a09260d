"""A hand: what moves the mouse and presses the keys of a page, as a person does."""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page


def spot(page: Page, css: str, share: tuple[float, float] = (0.5, 0.5)) -> tuple[float, float]:
    """Return a place on an element; ``frame >> css`` is in a frame."""
    scope, _, inner = css.rpartition(" >> ")
    found = page.frame_locator(scope).locator(inner).first if scope else page.locator(css).first
    box = found.bounding_box()
    assert box is not None
    return box["x"] + box["width"] * share[0], box["y"] + box["height"] * share[1]


def click(
    page: Page, css: str, button: str = "left", share: tuple[float, float] = (0.5, 0.5)
) -> None:
    page.mouse.move(*spot(page, css, share), steps=4)
    page.mouse.down(button=button)  # type: ignore[arg-type]  # one of Playwright's three
    page.mouse.up(button=button)  # type: ignore[arg-type]  # one of Playwright's three


def clicking(*css: str, button: str = "left") -> Callable[[Page], None]:
    def work(page: Page) -> None:
        for one in css:
            click(page, one, button)

    return work


def keys(*pressed: str) -> Callable[[Page], None]:
    """Return what presses these keys; what is longer than a key's name is typed."""

    def work(page: Page) -> None:
        for one in pressed:
            if one.startswith("'"):
                page.keyboard.type(one[1:])
            else:
                page.keyboard.press(one)

    return work


def then(*works: Callable[[Page], object]) -> Callable[[Page], None]:
    def work(page: Page) -> None:
        for one in works:
            one(page)

    return work


def shown(css: str) -> Callable[[Page], None]:
    return lambda page: page.locator(css).first.wait_for()


def rest(page: Page) -> None:
    """Wait as a hand does that has come to a halt."""
    page.evaluate("new Promise(done => setTimeout(done, 400))")


def move(css: str) -> Callable[[Page], None]:
    return lambda page: page.mouse.move(*spot(page, css), steps=4)


def drag(
    source: str,
    target: str,
    share: tuple[float, float] = (0.5, 0.5),
    start: tuple[float, float] = (0.5, 0.5),
) -> Callable[[Page], None]:
    def work(page: Page) -> None:
        page.mouse.move(*spot(page, source, start), steps=2)
        page.mouse.down()
        page.mouse.move(*spot(page, target, share), steps=8)
        page.mouse.up()

    return work


def slowly(source: str, target: str, share: tuple[float, float]) -> Callable[[Page], None]:
    """Return what drags and stays where it ends for a while, as a hand does that waits for room."""

    def work(page: Page) -> None:
        page.mouse.move(*spot(page, source), steps=2)
        page.mouse.down()
        end = spot(page, target, share)
        page.mouse.move(*end, steps=12)
        for away in (1, 0, 1, 0):
            rest(page)
            page.mouse.move(end[0] + away, end[1])
        page.mouse.up()

    return work


def stroke(page: Page) -> None:
    page.mouse.move(*spot(page, "canvas", (0.1, 0.1)))
    page.mouse.down()
    for share in ((0.5, 0.1), (0.5, 0.6), (0.9, 0.6)):
        page.mouse.move(*spot(page, "canvas", share), steps=4)
    page.mouse.up()


def held(key: str, css: str) -> Callable[[Page], None]:
    def work(page: Page) -> None:
        page.keyboard.down(key)
        click(page, css)
        page.keyboard.up(key)

    return work


def twice(css: str) -> Callable[[Page], None]:
    def work(page: Page) -> None:
        page.mouse.dblclick(*spot(page, css))

    return work


def answering(
    accept: bool, text: str | None, work: Callable[[Page], object]
) -> Callable[[Page], None]:
    def answered(page: Page) -> None:
        page.once("dialog", lambda dialog: dialog.accept(text) if accept else dialog.dismiss())
        work(page)

    return answered


def choosing(css: str, *names: str) -> Callable[[Page], None]:
    def work(page: Page) -> None:
        with page.expect_file_chooser() as chooser:
            click(page, css)
        chooser.value.set_files([str(Path(name)) for name in names])

    return work


def leading(work: Callable[[Page], object], path: str) -> Callable[[Page], None]:
    def led(page: Page) -> None:
        work(page)
        page.wait_for_url(f"**{path}")

    return led


def in_popup(
    opening: str, inside: Callable[[Page], object], *, close: bool = False, button: str = "left"
) -> Callable[[Page], None]:
    def work(page: Page) -> None:
        with page.context.expect_page() as opened:
            click(page, opening, button)
        opened.value.wait_for_load_state()
        inside(opened.value)
        if close:
            opened.value.keyboard.press("Control+w")
            opened.value.close()

    return work


def back(page: Page) -> None:
    click(page, "a")
    page.wait_for_url("**/next")
    page.keyboard.press("Alt+ArrowLeft")
    page.go_back()


def reload(page: Page) -> None:
    click(page, "button")
    page.keyboard.press("F5")
    page.reload()


def downloading(page: Page) -> None:
    with page.expect_download():
        click(page, "a")
