import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { makeDataDir } from '../../src/base/data-dir.ts'

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'vertice-folder-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return path
}

it('creates a data directory and its parents, accessible to the owner only', () => {
  const path = join(folder(), 'a', 'b')
  makeDataDir(path)
  makeDataDir(path)
  expect(statSync(path).mode & 0o777).toBe(0o700)
})

it('reports a data directory that is a file, is below a file, or cannot be created', () => {
  const file = join(folder(), 'file')
  writeFileSync(file, '')
  expect(() => makeDataDir(file)).toThrow(`DATA_DIR: ${file} is a file; name a folder`)
  expect(() => makeDataDir(join(file, 'x'))).toThrow(`DATA_DIR: ${join(file, 'x')} cannot be made (ENOTDIR)`)
})

it.skipIf(process.platform !== 'linux')('does not loop on a file system that cannot create folders', () => {
  expect(() => makeDataDir('/proc/x/y')).toThrow(/^DATA_DIR: \/proc\/x\/y cannot be made \(ENOENT\)$/)
})
