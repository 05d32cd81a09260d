"""Live pages, as somebody outside writes it; it is type-checked and never run."""

from typing import assert_type

from playwright import async_api, sync_api

import holdfast


def healed(page: sync_api.Page) -> None:
    assert_type(holdfast.heal(page), sync_api.Page)
    holdfast.heal(page, extent="suggest", mode=holdfast.Mode.CONSERVATIVE, root=".")
    assert_type(holdfast.capture(page), holdfast.Snapshot)


async def healed_async(page: async_api.Page) -> None:
    assert_type(holdfast.heal(page), async_api.Page)
    assert_type(await holdfast.capture_async(page), holdfast.Snapshot)


def record_and_replay(context: sync_api.BrowserContext) -> bool:
    with holdfast.Recorder(context, name="shop") as recorder:
        context.new_page().goto("https://shop.example/")
    assert_type(recorder.recording, holdfast.Recording)
    recorder.recording.save("shop.json")
    played = holdfast.Player(context).play("shop.json")
    assert_type(played, holdfast.Replay)
    return all(step.outcome is not holdfast.StepOutcome.REFUSED for step in played.steps)


def evaluated(page: sync_api.Page, save: holdfast.Fingerprint) -> holdfast.HealingAction:
    floors = holdfast.Thresholds(auto_apply=90, apply_with_flag=75, suggest_only=50)
    location, decision = holdfast.evaluate_healing(page, save, floors)
    assert_type(location, holdfast.Location)
    assert_type(decision, holdfast.Decision)
    return decision.action
