// A release in its own folder. Its files and settings can be replaced under the running service, as an update does.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CHECKOUT } from '../../support/checkout.ts'
import { onTestFinished } from '../../support/concurrent.ts'

const COPIED = ['bin', 'src', 'web', 'migrations', 'package.json', 'package-lock.json']
const SHARED = ['node_modules', 'build']

/**
 * Removed when the test ends, or when `atEnd` calls back. Node caches compiled code by path, so tests of a file are
 * faster with one release.
 */
export async function makeRelease(atEnd: (work: () => Promise<void>) => void = onTestFinished): Promise<{
  readonly folder: string
  set(settings: string): void
  becomeVersion(version: string): void
  addMigration(name: string, sql: string): void
}> {
  const folder = mkdtempSync(join(tmpdir(), 'vertice-release-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
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
