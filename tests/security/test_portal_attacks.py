"""Strangers at a real portal, over real connections: nothing breaks it and nothing stops it."""

import json
import re
import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from urllib.parse import urlencode

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st
from tests.doors.portal.test_serve import serving

from holdfast.doors.portal.connections import LARGEST_HEAD, MOST_CONNECTIONS
from holdfast.doors.portal.limits import MOST_STRANGE

SEED = 20260301
# Sent along with every request of the test; a random one may come twice, and that is the point.
NUMBERS = st.sampled_from(
    ["0", "-1", "9" * 5000, "1e400", "NaN", "0x10", "٣", "²", "1_0", "+5", " 7 ", "2147483648", ""]
)
BYTES = st.binary(max_size=60).map(lambda some: re.sub(rb"[\x00\r\n]", b"?", some))
NAMES = st.sampled_from(
    "Authorization Cookie Content-Length Content-Type Origin Host Referer Sec-Fetch-Site "
    "X-CSRF-Token X-Forwarded-For X-Forwarded-Proto Forwarded Transfer-Encoding Expect Upgrade "
    "Connection Range If-Modified-Since If-None-Match Accept Accept-Encoding HX-Request".split()
)
VALUES = st.one_of(
    BYTES,
    NUMBERS.map(lambda number: number.encode()),
    st.sampled_from(
        [
            b"http://[",
            b"Bearer ",
            b"Bearer \xff\xfe",
            b"holdfast_session=" + b"x" * 3000,
            b'holdfast_session="\\000',
            b"multipart/form-data",
            b"multipart/form-data; boundary=" + b"a" * 300,
            b"application/x-www-form-urlencoded; charset=nonsense",
            b"application/json",
            b"bytes=9999999999999999999999-",
            b"chunked",
            b"[::1",
            b"100-continue",
        ]
    ),
)
PATHS = st.sampled_from(
    "/ /login /review /review/{} /review/{}/answer /review/bulk /runs /runs/{} /recordings "
    "/recordings/{} /recordings/{}/steps/{}.png /recordings/{}/settings /confidence /experiments "
    "/experiments/{} /experiments/{}/stop /settings /audit /healings/{}/before.png /logout "
    "/static/{} /api/v1/healings /api/v1/healings/{} /api/v1/reviews /api/v1/reviews/bulk "
    "/api/v1/runs /api/v1/recordings/{}/config /api/v1/decisions /api/v1/report /api/v1/audit "
    "/api/v1/experiments/{}/status /api/v1/settings /api/v1/locate /api/v1/openapi.json".split()
)
PIECES = st.one_of(NUMBERS, st.sampled_from(["..%2f..", "%00", "%ff", "a%0d%0ab", "%F0%9F", "{}"]))
QUERIES = st.lists(
    st.tuples(
        st.sampled_from(
            "page size done seen state run recording minConfidence maxConfidence since until days "
            "from to wantedError next action text".split()
        ),
        PIECES,
    ),
    max_size=3,
)
FRAMING = {"Content-Length", "Transfer-Encoding", "Expect"}
FIELDS = st.sampled_from(
    "answer version reason query candidate numbers newest mode autoApply applyWithFlag suggestOnly "
    "healingEnabled name control treatment allocation unit days to token next healing target "
    "thresholds status filter csrf_token html oldHtml snapshot fingerprint".split()
)
GIVEN = st.one_of(
    PIECES,
    st.sampled_from(["accept", "reject", "pick", "bolder", "balanced", "99999999", "80/60/40"]),
    st.text(max_size=8),
)
ANYTHING = st.recursive(
    st.one_of(GIVEN, st.integers(), st.floats(), st.none(), st.booleans()),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(FIELDS, inner, max_size=3)
    ),
    max_leaves=6,
)
BODIES = st.one_of(
    st.tuples(st.just(b""), BYTES),
    st.lists(st.tuples(FIELDS, GIVEN), max_size=8).map(
        lambda pairs: (
            b"application/x-www-form-urlencoded",
            urlencode(pairs, errors="replace").encode(),
        )
    ),
    st.dictionaries(FIELDS, ANYTHING, max_size=6).map(
        lambda data: (b"application/json", json.dumps(data).encode())
    ),
)


class Portal:
    """A portal of its own process, and a token for it."""

    def __init__(self, folder: Path, stack: ExitStack, *options: str) -> None:
        self.process, said = stack.enter_context(serving(folder, *options))
        told = "\n".join(said)
        self.token = (re.findall(r"hf_[\w-]{43}", told) or [""])[0]
        self.port = int(re.findall(r"127\.0\.0\.1:(\d+)", told)[0])

    def connect(self) -> socket.socket:
        """Return a connection to it."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=60)

    def ask(self, request: bytes, *, hang_up: bool = False) -> bytes:
        """Return all that it answers to some bytes, until it closes; or hang up when all is said.

        Who hangs up may get no answer, but need not wait for the end of what is not whole.
        """
        with closing(self.connect()) as connection:
            try:
                connection.sendall(request)
                if hang_up:
                    connection.shutdown(socket.SHUT_WR)
                return b"".join(iter(lambda: connection.recv(65536), b""))
            except ConnectionError:
                return b""  # it need not listen to the end

    def get(self, path: str, *headers: str) -> tuple[int, bytes]:
        """Return status and answer of a plain request with the token."""
        lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", "Connection: close"]
        lines += [f"Authorization: Bearer {self.token}", *headers, "", ""]
        said = self.ask("\r\n".join(lines).encode())
        return status(said), said

    def works(self) -> bool:
        """Return whether it answers somebody who may."""
        answered, said = self.get("/api/v1/viewer")
        assert answered == 200, said[:500]
        return True


def status(answer: bytes) -> int:
    found = re.match(rb"HTTP/1\.1 (\d{3})", answer)
    return int(found[1]) if found else 0


@pytest.fixture(scope="module")
def portal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Portal]:
    with ExitStack() as stack:
        yield Portal(tmp_path_factory.mktemp("attacked"), stack, "--name", "portal.example")


@st.composite
def requests(draw: st.DrawFn) -> tuple[str, str, list[tuple[str, bytes]], bytes]:
    method = draw(st.sampled_from(["GET", "POST", "PUT", "HEAD", "DELETE", "OPTIONS", "BREW"]))
    path = re.sub(r"\{\}", lambda _: draw(PIECES).replace(" ", "%20"), draw(PATHS))
    query = "&".join(f"{key}={value}" for key, value in draw(QUERIES)).replace(" ", "+")
    headers = draw(st.lists(st.tuples(NAMES, VALUES), max_size=4))
    kind, body = draw(BODIES)
    target = f"{path}?{query}" if query else path
    if kind:
        own = [("Content-Type", kind), ("Content-Length", str(len(body)).encode())]
        headers = [pair for pair in headers if pair[0] not in {*dict(own), *FRAMING}] + own
    return method, target.encode("ascii", "ignore").decode(), headers, body


def test_no_header_path_number_or_body_breaks_it(portal: Portal) -> None:
    seen: set[int] = set()

    @seed(SEED)
    @settings(
        max_examples=600,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(requests(), st.booleans())
    def attack(request: tuple[str, str, list[tuple[str, bytes]], bytes], signed: bool) -> None:
        method, target, headers, body = request
        own = [("Host", f"127.0.0.1:{portal.port}".encode()), ("Connection", b"close")]
        if signed:
            own.append(("Authorization", f"Bearer {portal.token}".encode()))
        lines = [f"{name}: ".encode() + value for name, value in [*own, *headers]]
        head = b"\r\n".join([f"{method} {target} HTTP/1.1".encode(), *lines, b"", b""])
        # Without a length of ours it may promise more than it holds.
        lacking = ("Content-Length", str(len(body)).encode()) not in headers
        framed = lacking and bool({name for name, _ in headers} & FRAMING)
        answered = status(portal.ask(head + body, hang_up=framed))
        seen.add(answered)
        assert answered < 500 or answered == 503, (method, target, headers, body)

    attack()
    assert portal.works()
    assert seen >= {200, 303, 400, 401, 404, 422}, "the attacks reach the inside"


def test_a_strangers_body_is_not_waited_for(portal: Portal) -> None:
    """It is answered as soon as its head is there: nothing of the body is ever sent."""
    for path in ("/api/v1/locate", "/api/v1/reviews", "/review/1/answer"):
        with closing(portal.connect()) as connection:
            connection.sendall(
                f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{portal.port}\r\n"
                "Content-Type: application/json\r\nContent-Length: 200000\r\n\r\n".encode()
            )
            assert status(connection.recv(65536)) in {401, 303}


def test_one_who_may_sends_a_body_as_before(portal: Portal) -> None:
    body = json.dumps({"oldHtml": "<a id=x>Go</a>", "target": "#x", "html": "<a id=x>Go</a>"})
    head = (
        f"POST /api/v1/locate HTTP/1.1\r\nHost: 127.0.0.1:{portal.port}\r\n"
        f"Authorization: Bearer {portal.token}\r\nConnection: close\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    assert status(portal.ask((head + body).encode())) == 200


def test_connections_that_say_nothing_make_room_for_those_that_do(portal: Portal) -> None:
    with ExitStack() as stack:
        for number in range(MOST_CONNECTIONS * 2):
            connection = stack.enter_context(closing(portal.connect()))
            if number % 3 == 1:
                connection.sendall(b"GET / HTTP/1.1\r\nX-Slow: ")
            if number % 3 == 2:  # the head is whole, the body never comes
                connection.sendall(
                    f"POST /login HTTP/1.1\r\nHost: 127.0.0.1:{portal.port}\r\n"
                    "Content-Length: 100\r\n\r\n".encode()
                )
        assert portal.works()


def test_a_head_without_end_is_refused(portal: Portal) -> None:
    endless = b"GET / HTTP/1.1\r\nX-Long: " + b"a" * (LARGEST_HEAD * 4)
    assert status(portal.ask(endless)) in {0, 400}
    many = b"GET / HTTP/1.1\r\n" + b"X-Many: y\r\n" * 20_000
    assert status(portal.ask(many)) in {0, 400}
    assert portal.works()


def post_login(portal: Portal, token: str, *headers: str) -> bytes:
    """Return the answer to somebody who signs in."""
    body = f"token={token}"
    lines = ["POST /login HTTP/1.1", "Host: portal.example", "Connection: close", *headers]
    lines += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"]
    return portal.ask("\r\n".join([*lines, "", body]).encode())


def test_only_a_proxy_that_was_named_is_believed_about_addresses_and_tls(
    portal: Portal, tmp_path: Path
) -> None:
    def tries(asked: Portal) -> list[int]:
        """Return the answers to wrong tokens, each said to come from another address."""
        return [
            status(post_login(asked, f"hf_{number:08d}", f"X-Forwarded-For: 192.0.2.{number}"))
            for number in range(MOST_STRANGE + 1)
        ]

    def signed_in(asked: Portal) -> bytes:
        said = post_login(asked, asked.token, "X-Forwarded-Proto: https")
        assert status(said) == 303
        return said.lower()

    assert tries(portal)[-1] == 429
    assert b"; secure" not in signed_in(portal)
    with ExitStack() as stack:
        trusting = ("--name", "portal.example", "--trusted-proxy", "127.0.0.0/8")
        behind = Portal(tmp_path, stack, *trusting)
        assert tries(behind)[-1] == 403
        assert b"; secure" in signed_in(behind)
