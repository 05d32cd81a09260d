// Finds elements again in Playwright Test: observes green steps, heals through `holdfast serve`.
//
//   import { test, expect } from '@holdfast/playwright';
//
// HOLDFAST_URL and HOLDFAST_TOKEN (of `holdfast token add ci --role locate`) name the server; without
// them nothing is done. HOLDFAST=observe|heal|off; heal observes, too. Nothing is sent elsewhere.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test as base, errors } from '@playwright/test';
import type { ElementHandle, Frame, JSHandle, Locator, Page, TestInfo } from '@playwright/test';

export { expect } from '@playwright/test';

const HEAL_AFTER_MS = 2000; // a locator that found nothing for so long is lost
const NARROWING = new Set([
  'locator', 'getByRole', 'getByText', 'getByLabel', 'getByPlaceholder', 'getByAltText', 'getByTitle',
  'getByTestId', 'filter', 'first', 'last', 'nth', 'and', 'or',
]);
// Acts, and where their options stand among what they are given.
const ACTS: Record<string, number> = {
  click: 0, dblclick: 0, hover: 0, check: 0, uncheck: 0, tap: 0, clear: 0, focus: 0,
  fill: 1, press: 1, pressSequentially: 1, selectOption: 1, setInputFiles: 1, setChecked: 1,
};
const PRESSING = new Set(['click', 'dblclick', 'tap', 'press']);
const NAMES_OF_HANDLES: Record<string, string> = { pressSequentially: 'type' };

type Json = Record<string, any>;
type World = JSHandle<any>;
interface Measured { data: Json; frames: Map<Frame, { world: World; way: number[] }> }

/** Asks a portal; what it cannot answer is told once, and never fails a test. */
class Server {
  private script: Promise<string> | undefined;
  constructor(private url: string, private token: string) {}

  measureScript(): Promise<string> {
    this.script ??= fetch(`${this.url}/static/measure.js`).then(answer => answer.text());
    return this.script;
  }

  async ask(what: 'locate' | 'fingerprint', given: Json): Promise<Json> {
    const answer = await fetch(`${this.url}/api/v1/${what}`, {
      method: 'POST',
      headers: { 'Authorization': `Bearer ${this.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(given),
    });
    const told = await answer.json() as Json;
    if (!answer.ok) throw new Error(`holdfast: ${told.detail ?? answer.status}`);
    return told;
  }
}

/** Measures a page with all its frames, and leads from its elements to the live ones and back. */
async function measure(page: Page, script: string): Promise<Measured> {
  const frames: Measured['frames'] = new Map();
  const visit = async (frame: Frame, way: number[]): Promise<Json> => {
    const world: World = await frame.evaluateHandle(script);
    frames.set(frame, { world, way });
    const data = JSON.parse(await world.evaluate(w => w.measure())) as Json;
    data.inner = {};
    for (let i = 0; i < data.frames.length; i += 6) {
      const place: number = data.frames[i];
      const owner = await world.evaluateHandle((w, index) => w.element(w.latest(), index), place);
      const inner = await owner.asElement()?.contentFrame();
      if (inner && !inner.isDetached()) data.inner[place] = await visit(inner, [...way, place]);
    }
    return data;
  };
  return { data: await visit(page.mainFrame(), []), frames };
}

async function wayTo(measured: Measured, element: ElementHandle): Promise<number[] | null> {
  const frame = await element.ownerFrame();
  const known = frame && measured.frames.get(frame);
  if (!known) return null;
  const index = await known.world.evaluate((w, one) => w.indexOf(w.latest(), one), element);
  return index < 0 ? null : [...known.way, index];
}

async function elementAt(measured: Measured, way: number[]): Promise<ElementHandle | null> {
  for (const { world, way: around } of measured.frames.values()) {
    if (around.length !== way.length - 1 || around.some((step, at) => step !== way[at])) continue;
    const found = await world.evaluateHandle((w, at) => w.element(w.latest(), at), way.at(-1));
    return found.asElement() as ElementHandle | null;
  }
  return null;
}

/** What one test knows of its elements: observed while it runs, kept only if it is green. */
class Healer {
  private observed = new Map<string, Json>();
  private isSilent = false;

  constructor(private server: Server, private page: Page, private test: TestInfo, private heals: boolean) {}

  /** Does what a locator was asked to do; finds its element again if it is lost. */
  async act(locator: Locator, name: string, given: unknown[]): Promise<unknown> {
    const path = this.pathOf(locator, name);
    const known = existsSync(path);
    const call = (options: Json) => (locator as any)[name](...withOptions(name, given, options));
    if (!known || !this.heals) {
      if (!known) await this.observe(locator, path);
      return call({});
    }
    const started = Date.now();
    try {
      await locator.waitFor({ state: 'attached', timeout: this.patience(given[ACTS[name]!]) });
    } catch (error) {
      const several = !(error instanceof errors.TimeoutError); // more than one: it is not clear which
      if (!several && await locator.count() > 0) return call(this.rest(given[ACTS[name]!], started));
      return this.heal(locator, name, given, path, error as Error);
    }
    return call(this.rest(given[ACTS[name]!], started));
  }

  private patience(options: unknown): number {
    const own = (options as Json | undefined)?.timeout as number | undefined;
    return Math.min(HEAL_AFTER_MS, own || HEAL_AFTER_MS);
  }

  private rest(options: unknown, started: number): Json {
    const own = (options as Json | undefined)?.timeout as number | undefined;
    return own ? { timeout: Math.max(1, own - (Date.now() - started)) } : {};
  }

  private async observe(locator: Locator, path: string): Promise<void> {
    try {
      await locator.waitFor({ state: 'attached', timeout: HEAL_AFTER_MS });
      const [element, ...others] = await locator.elementHandles();
      if (!element || others.length) return;
      const measured = await measure(this.page, await this.server.measureScript());
      const way = await wayTo(measured, element);
      if (way) this.observed.set(path, await this.server.ask('fingerprint', { measurement: measured.data, way }));
    } catch (error) {
      this.tell(error as Error);
    }
  }

  private async heal(
    locator: Locator, name: string, given: unknown[], path: string, lost: Error,
  ): Promise<unknown> {
    let found: Json, measured: Measured;
    try {
      const { fingerprint } = JSON.parse(readFileSync(path, 'utf-8')) as Json;
      measured = await measure(this.page, await this.server.measureScript());
      found = await this.server.ask('locate', {
        fingerprint, measurement: measured.data, presses: PRESSING.has(name),
      });
    } catch (error) {
      this.tell(error as Error);
      throw lost;
    }
    const element = found.decision.applies && found.way ? await elementAt(measured, found.way) : null;
    const shown = `${locator} → ${found.code?.javascript ?? 'nothing'}`;
    this.note(`${found.decision.label}: ${shown}: ${found.decision.reason}`);
    if (!element) {
      lost.message += `\n  holdfast ${found.decision.label}: ${found.decision.reason}`;
      throw lost;
    }
    if (name === 'clear') return element.fill('', given[0] as Json);
    return (element as any)[NAMES_OF_HANDLES[name] ?? name](...given);
  }

  /** Keeps what was observed, if the test is green. */
  finish(): void {
    if (this.test.status !== this.test.expectedStatus) return;
    for (const [path, made] of this.observed) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, JSON.stringify(made));
    }
  }

  private pathOf(locator: Locator, name: string): string {
    const root = this.test.config.rootDir;
    const place = [relative(root, this.test.file), ...this.test.titlePath.slice(1), name, String(locator)];
    const key = createHash('sha256').update(place.join('\n')).digest('hex').slice(0, 24);
    return join(root, '.holdfast', 'typescript', `${key}.json`);
  }

  private note(description: string): void {
    this.test.annotations.push({ type: 'holdfast', description });
  }

  private tell(error: Error): void {
    if (!this.isSilent) this.note(`not asked: ${error.message.split('\n')[0]}`);
    this.isSilent = true;
  }
}

function withOptions(name: string, given: unknown[], more: Json): unknown[] {
  if (!Object.keys(more).length) return given;
  const all = [...given];
  const at = ACTS[name]!;
  while (all.length < at) all.push(undefined);
  all[at] = { ...(all[at] as Json | undefined), ...more };
  return all;
}

/** The same page or locator, whose acts go through the healer. */
function wrapped<T extends object>(thing: T, healer: Healer, isLocator: boolean): T {
  return new Proxy(thing, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (typeof value !== 'function' || typeof name !== 'string') return value;
      if (NARROWING.has(name)) {
        return (...given: unknown[]) => wrapped(value.apply(target, given) as object, healer, true);
      }
      if (name === 'frameLocator' || name === 'contentFrame') {
        return (...given: unknown[]) => wrapped(value.apply(target, given) as object, healer, false);
      }
      if (isLocator && Object.hasOwn(ACTS, name)) {
        return (...given: unknown[]) => healer.act(target as unknown as Locator, name, given);
      }
      const act = name === 'type' ? 'pressSequentially' : name; // page.click('#a') and its like
      if (!isLocator && Object.hasOwn(ACTS, act)) {
        return (selector: string, ...given: unknown[]) => {
          const all = (target as unknown as Page).locator(selector);
          const isStrict = (given[ACTS[act]!] as Json | undefined)?.strict;
          return healer.act(isStrict ? all : all.first(), act, given); // a page takes the first
        };
      }
      return value.bind(target);
    },
  });
}

export const test = base.extend({
  page: async ({ page }, use, info) => {
    const { HOLDFAST_URL: url, HOLDFAST_TOKEN: token, HOLDFAST: mode = 'heal' } = process.env;
    if (!url || !token || mode === 'off') return use(page);
    const server = new Server(url.replace(/\/$/, ''), token);
    const healer = new Healer(server, page, info, mode === 'heal');
    await use(wrapped(page, healer, false));
    healer.finish();
  },
});
