// What the system may lack: the tests that need it are skipped, and a line says so. Where nothing may be skipped
// (TESTS_SKIP=nothing, as in .ci/run), what is missing fails them instead.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const INSTALL = 'scripts/install-test-tools installs it'

/** Says what is skipped, and why. */
export const skipped = (what: string, why: string) => console.warn(`SKIPPED: ${what}, because ${why}`)

function isMissing(program: string, what: string): true {
  const why = `${program} is not on this machine (${INSTALL})`
  if (process.env.TESTS_SKIP === 'nothing') throw new Error(`nothing may be skipped, but ${what} would be: ${why}`)
  skipped(what, why)
  return true
}

/** Whether one of these programs is missing, without which `what` is not tested. */
export function lacks(what: string, ...programs: readonly string[]): boolean {
  const missing = programs.find((program) => spawnSync(program, ['--version']).error)
  return missing !== undefined && isMissing(missing, what)
}

/** The shell without a window is Debian's same Chromium, and takes half the machine. */
const BROWSERS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]
export const CHROMIUM = BROWSERS.find((path) => existsSync(path))
export const lacksChromium = (what: string) => CHROMIUM === undefined && isMissing('Chromium', what)
