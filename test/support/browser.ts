// One Chromium per worker of vitest. A test file opens contexts in it, which share nothing with each other, and closes them.
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
]

let shared: Promise<Browser> | null = null

/** Do not close it: Playwright does when the worker ends. */
export async function sharedBrowser(): Promise<Browser> {
  shared ??= chromium.launch({ executablePath: CHROMIUM!, args: FLAGS })
  const browser = await shared
  if (browser.isConnected()) return browser
  shared = null // it crashed
  return sharedBrowser()
}
