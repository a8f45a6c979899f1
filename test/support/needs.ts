// What the system may lack: the tests that need it are skipped, and a line says so. Where nothing may be skipped
// (TESTS_SKIP=nothing, as in .ci/run), the tests fail instead. Tests of the nightly set are the only exception (size.ts).
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const INSTALL = 'scripts/install-test-tools installs it'

/** Prints what is skipped, and why. Fails where nothing may be skipped. */
export function skipped(what: string, why: string): void {
  if (process.env.TESTS_SKIP === 'nothing') throw new Error(`Nothing may be skipped, but ${what} would be: ${why}`)
  console.warn(`SKIPPED: ${what}, because ${why}`)
}

function isMissing(program: string, what: string): true {
  skipped(what, `${program} is not on this machine (${INSTALL})`)
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

/** Integrators run ours on whatever Node they have: the system's where there is one, else the one that came with npm. */
export const SYSTEM_NODE =
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .map((folder) => join(folder, 'node'))
    .find((path) => existsSync(path)) ?? process.execPath
