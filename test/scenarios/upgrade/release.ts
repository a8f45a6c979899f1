// A release in a folder of its own, as an update leaves it: its files and its settings may be exchanged under the running service.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { CHECKOUT } from '../../support/checkout.ts'

const COPIED = ['bin', 'src', 'web', 'migrations', 'package.json', 'package-lock.json']
/** Which no test changes. */
const SHARED = ['node_modules', 'build']

/** Gone when the test is over. */
export async function makeRelease(): Promise<{
  readonly folder: string
  /** Exchanges the file `.env`. */
  set(settings: string): void
  becomeVersion(version: string): void
  addMigration(name: string, sql: string): void
}> {
  const folder = mkdtempSync(join(tmpdir(), 'vertice-release-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await promisify(execFile)('cp', ['-R', ...COPIED.map((part) => join(CHECKOUT, part)), folder])
  mkdirSync(join(CHECKOUT, 'build'), { recursive: true })
  for (const part of SHARED) symlinkSync(join(CHECKOUT, part), join(folder, part))
  const manifest = join(folder, 'package.json')
  return {
    folder,
    set: (settings) => writeFileSync(join(folder, '.env'), settings),
    becomeVersion(version) {
      writeFileSync(manifest, JSON.stringify({ ...JSON.parse(readFileSync(manifest, 'utf8')), version }))
    },
    addMigration: (name, sql) => writeFileSync(join(folder, 'migrations', name), sql),
  }
}
