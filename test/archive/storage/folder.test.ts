import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { FolderStorage } from '../../../src/archive/storage/folder.ts'
import { FileMissing } from '../../../src/archive/storage/storage.ts'

let folder: string
let storage: FolderStorage

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archive-'))
  storage = new FolderStorage(join(folder, 'stored'))
})
afterAll(() => rm(folder, { recursive: true }))

async function put(name: string, content: string): Promise<void> {
  const local = join(folder, 'local')
  await writeFile(local, content)
  await storage.put(name, local)
}

async function names(prefix: string): Promise<string[]> {
  return (await Array.fromAsync(storage.list(prefix))).map(({ name, bytes }) => `${name} ${bytes}`).toSorted()
}

it('is empty before the first file', async () => {
  expect(await names('')).toEqual([])
})

it('keeps, lists, replaces and removes files', async () => {
  await put('raw/1/a', 'one')
  await put('raw/1/a', 'three')
  await put('daily/1/b', 'two')
  expect(await text(await storage.read('raw/1/a'))).toBe('three')
  expect(await names('')).toEqual(['daily/1/b 3', 'raw/1/a 5'])
  expect(await names('raw/')).toEqual(['raw/1/a 5'])
  await storage.remove('raw/1/a')
  await storage.remove('raw/1/a')
  expect(await names('')).toEqual(['daily/1/b 3'])
})

it('reports a missing file', async () => {
  await expect(storage.read('raw/none')).rejects.toThrow(FileMissing)
})

it.each(['../outside', '/root', 'raw//a', 'raw/./a'])('never leaves its folder: %s', async (name) => {
  await expect(put(name, 'x')).rejects.toThrow('is not a name in the archive')
  expect(await readFile(join(folder, 'local'), 'utf8')).toBe('x')
})

it('leaves the file where it was if it cannot take its place', async () => {
  await put('raw/2/taken', 'stands in the way')
  await expect(put('raw/2', 'the only copy')).rejects.toThrow()
  expect(await readFile(join(folder, 'local'), 'utf8')).toBe('the only copy')
})
