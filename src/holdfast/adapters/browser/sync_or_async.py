"""Calling: names what is the same in Playwright's two interfaces, the sync and the async one."""

from typing import TypeAlias

from playwright.async_api import CDPSession as AsyncSession
from playwright.async_api import ElementHandle as AsyncElement
from playwright.async_api import Frame as AsyncFrame
from playwright.async_api import JSHandle as AsyncHandle
from playwright.async_api import Page as AsyncPage
from playwright.sync_api import CDPSession as SyncSession
from playwright.sync_api import ElementHandle as SyncElement
from playwright.sync_api import Frame as SyncFrame
from playwright.sync_api import JSHandle as SyncHandle
from playwright.sync_api import Page as SyncPage

AnyPage: TypeAlias = SyncPage | AsyncPage
AnyFrame: TypeAlias = SyncFrame | AsyncFrame
AnyElement: TypeAlias = SyncElement | AsyncElement
AnyHandle: TypeAlias = SyncHandle | AsyncHandle
AnySession: TypeAlias = SyncSession | AsyncSession
