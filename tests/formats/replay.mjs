// Replays a recording of the Chrome DevTools Recorder with the real @puppeteer/replay.
// node replay.mjs MODULES RECORDING.json WORDS BROWSER [ARGUMENT...]: prints how it went, what
// the page shows once the words stand on it, and the recording as it was understood.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [modules, file, words, executablePath, ...args] = process.argv.slice(2);
const require = createRequire(join(modules, 'package.json'));
const replay = await import(
  pathToFileURL(join(modules, 'node_modules/@puppeteer/replay/lib/main.js')).href);
const puppeteer = require('puppeteer-core');

const flow = replay.parse(JSON.parse(readFileSync(file, 'utf8')));
const browser = await puppeteer.launch({ executablePath, args, headless: true });
const page = await browser.newPage();

class Telling extends replay.PuppeteerRunnerExtension {
  done = 0;

  async afterEachStep() {
    this.done += 1;
  }
}

const telling = new Telling(browser, page, { timeout: 20000 });
const runner = await replay.createRunner(flow, telling);
let error = null;
try {
  await runner.run();
  await page.waitForFunction(
    wanted => document.body?.innerText.includes(wanted), { timeout: 20000 }, words);
} catch (failure) {
  error = String(failure);
}
const text = await page.evaluate(() => document.body.innerText).catch(String);
console.log(JSON.stringify({
  done: telling.done, error, text, url: page.url(), flow,
}));
await browser.close();
