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

it('makes a data directory and the folders above it, for its owner only', () => {
  const path = join(folder(), 'a', 'b')
  makeDataDir(path)
  makeDataDir(path)
  expect(statSync(path).mode & 0o777).toBe(0o700)
})

it('reports a data directory that is a file, lies beneath a file, or cannot be made', () => {
  const file = join(folder(), 'file')
  writeFileSync(file, '')
  expect(() => makeDataDir(file)).toThrow(`DATA_DIR: ${file} is a file; name a folder`)
  expect(() => makeDataDir(join(file, 'x'))).toThrow(`DATA_DIR: ${join(file, 'x')} cannot be made (ENOTDIR)`)
})

it.skipIf(process.platform !== 'linux')('does not loop on a file system that makes no folders', () => {
  expect(() => makeDataDir('/proc/x/y')).toThrow(/^DATA_DIR: \/proc\/x\/y cannot be made \(ENOENT\)$/)
})
