import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { putInPlace } from '../../../src/operations/backup/put-in-place.ts'
import { skipped } from '../../support/needs.ts'

/** A data directory with data and a key, and the loaded data beside them. */
function makePlaces(): { dataDir: string; folder: string } {
  const dataDir = mkdtempSync(join(tmpdir(), 'vertice-place-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const folder = join(dataDir, 'scratch-1')
  for (const [place, name] of [
    [dataDir, 'old'],
    [folder, 'new'],
  ] as const) {
    mkdirSync(join(place, 'postgres'), { recursive: true })
    writeFileSync(join(place, 'postgres', name), '')
  }
  writeFileSync(join(dataDir, 'encryption.key'), 'old key')
  return { dataDir, folder }
}

const AS_IT_WAS = { names: ['encryption.key', 'postgres'], data: ['old'], key: 'old key' }

const found = (dataDir: string) => ({
  names: readdirSync(dataDir).filter((name) => name !== 'scratch-1'),
  data: readdirSync(join(dataDir, 'postgres')),
  key: readFileSync(join(dataDir, 'encryption.key'), 'utf8'),
})

it('replaces the old data and its key, and keeps the old ones', () => {
  const { dataDir, folder } = makePlaces()
  const movedTo = putInPlace(dataDir, folder, 'new key')
  expect(movedTo.map((path) => path.slice(dataDir.length))).toEqual([
    expect.stringMatching(/^\/postgres\.before-/),
    expect.stringMatching(/^\/encryption\.key\.before-/),
  ])
  expect(found(dataDir)).toMatchObject({ data: ['new'], key: 'new key' })
  expect(readdirSync(movedTo[0]!)).toEqual(['old'])
  expect(readFileSync(movedTo[1]!, 'utf8')).toBe('old key')
  expect(readdirSync(dataDir)).not.toContain('restore-unfinished')
})

it('detects a key that cannot be written before anything is moved', () => {
  const { dataDir, folder } = makePlaces()
  rmSync(folder, { recursive: true })
  expect(() => putInPlace(dataDir, folder, 'new key')).toThrow('ENOENT')
  expect(found(dataDir)).toEqual(AS_IT_WAS)
})

it('undoes the previous steps when one fails', () => {
  const { dataDir, folder } = makePlaces()
  rmSync(join(folder, 'postgres'), { recursive: true })
  expect(() => putInPlace(dataDir, folder, 'new key')).toThrow('ENOENT')
  expect(found(dataDir)).toEqual(AS_IT_WAS)
})

it('keeps the mark of an interrupted restore if the next one fails', () => {
  const { dataDir, folder } = makePlaces()
  writeFileSync(join(dataDir, 'restore-unfinished'), '')
  rmSync(join(folder, 'postgres'), { recursive: true })
  expect(() => putInPlace(dataDir, folder, null)).toThrow('ENOENT')
  expect(found(dataDir)).toEqual({ ...AS_IT_WAS, names: [...AS_IT_WAS.names, 'restore-unfinished'] })
})

it('reports data on its own file system, which cannot be moved, and leaves no mark that blocks a start', ({ skip }) => {
  const { dataDir, folder } = makePlaces()
  const data = join(dataDir, 'postgres')
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'none', data], { stdio: 'ignore' })
  } catch {
    skipped('data on a file system of its own', 'one can be mounted by root only')
    skip()
  }
  onTestFinished(() => void execFileSync('umount', [data]))
  writeFileSync(join(data, 'old'), '')
  expect(() => putInPlace(dataDir, folder, 'new key')).toThrow(
    /cannot be moved .* nothing was changed; mount it at DATA_DIR/,
  )
  expect(found(dataDir)).toEqual(AS_IT_WAS)
})
