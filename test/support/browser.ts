// One Chromium per vitest worker. Each test file opens its own contexts, which share no state, and closes them.
import { type Browser, chromium } from 'playwright-core'
import { CHROMIUM } from './needs.ts'

/** On a machine without internet access, Chromium must not try to reach its services. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--js-flags=--no-opt --no-maglev',
]

let shared: Promise<Browser> | null = null

/** Do not close the browser: Playwright closes it when the worker ends. */
export async function sharedBrowser(): Promise<Browser> {
  shared ??= chromium.launch({ executablePath: CHROMIUM!, args: FLAGS })
  const browser = await shared
  if (browser.isConnected()) return browser
  shared = null // the browser crashed
  return sharedBrowser()
}
