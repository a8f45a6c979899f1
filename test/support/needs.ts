// Programs that the system may lack. Tests that need a missing program are skipped with a log line. Where nothing may
// be skipped (TESTS_SKIP=nothing, as in .ci/run), they fail instead. Only nightly tests may always be skipped
// (size.ts).
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const INSTALL = 'scripts/install-test-tools installs it'

/** Logs what is skipped and why. Throws where nothing may be skipped. */
export function skipped(what: string, why: string): void {
  if (process.env.TESTS_SKIP === 'nothing') throw new Error(`Nothing may be skipped, but ${what} would be: ${why}`)
  console.warn(`SKIPPED: ${what}, because ${why}`)
}

function isMissing(program: string, what: string): true {
  skipped(what, `${program} is not on this machine (${INSTALL})`)
  return true
}

/** Whether one of these programs is missing, so that `what` cannot be tested. */
export function lacks(what: string, ...programs: readonly string[]): boolean {
  const missing = programs.find((program) => spawnSync(program, ['--version']).error)
  return missing !== undefined && isMissing(missing, what)
}

/** The headless shell is the same Chromium from Debian and uses half the resources. */
const BROWSERS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]
export const CHROMIUM = BROWSERS.find((path) => existsSync(path))
export const lacksChromium = (what: string) => CHROMIUM === undefined && isMissing('Chromium', what)

/** Integrators use any Node version: prefers the system's Node, otherwise uses the one that npm installed. */
export const SYSTEM_NODE =
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .map((folder) => join(folder, 'node'))
    .find((path) => existsSync(path)) ?? process.execPath
