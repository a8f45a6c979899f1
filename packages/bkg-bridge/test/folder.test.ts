// The three files on a disk: no edit by another program is lost.
import {
  appendFileSync,
  lutimesSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { EditedMeanwhile, fingerprintAt, isFresh } from '../src/files/fingerprint.ts'
import { fingerprintsIn, readFolder, tidyFolder, writeOne } from '../src/files/folder.ts'

const OPERATORS = 'chief:x\n'

function makeFolder(): { folder: string; users: string } {
  const folder = mkdtempSync(join(tmpdir(), 'vertice-bkg-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const users = join(folder, 'users.aut')
  writeFileSync(users, OPERATORS, { mode: 0o640 })
  return { folder, users }
}

it('does not overwrite a file that changed since it was read', async () => {
  const { folder, users } = makeFolder()
  const changes = {
    'a line more': () => appendFileSync(users, 'base7:y\n'),
    'as long as before': () => writeFileSync(users, 'chief:y\n'),
    'as long and as old, but another': () => {
      const { atime, mtime } = statSync(users)
      writeFileSync(`${users}.new`, 'chief:z\n')
      utimesSync(`${users}.new`, atime, mtime)
      renameSync(`${users}.new`, users)
    },
    gone: () => unlinkSync(users),
    'there now': () => writeFileSync(users, OPERATORS),
  }
  for (const [name, change] of Object.entries(changes)) {
    if (name !== 'there now') {
      writeFileSync(users, OPERATORS)
      utimesSync(users, 1, 1)
    }
    const found = await readFolder(folder)
    change()
    const text = (await readFolder(folder)).users.text
    await expect(writeOne(found.users, 'a:b\n'), name).rejects.toThrow(EditedMeanwhile)
    expect((await readFolder(folder)).users.text, name).toBe(text)
    expect(
      readdirSync(folder).filter((one) => one.endsWith('.vertice')),
      name,
    ).toEqual([])
  }
})

it('returns the fingerprint of the file that it wrote, so that any other fingerprint is an edit', async () => {
  const { folder, users } = makeFolder()
  const { sign, second } = await writeOne((await readFolder(folder)).users, 'a:b\n', 2_000_000_000)
  expect(second).toBe(2_000_000_000)
  expect((await fingerprintsIn(folder)).users.sign).toBe(sign)
  expect((await readFolder(folder)).users.sign).toBe(sign)
  appendFileSync(users, 'c:d\n')
  expect((await fingerprintsIn(folder)).users.sign).not.toBe(sign)
})

it('takes a file for settled after two seconds, or if its modification time lies far ahead', async () => {
  const fingerprint = await fingerprintAt(makeFolder().users)
  const { mtimeMs } = fingerprint.stats!
  expect([-3_600_000, 0, 1_900, 2_000].map((after) => isFresh(fingerprint, mtimeMs + after))).toEqual([
    ...[false, true, true, false],
  ])
  expect(isFresh(await fingerprintAt('/nowhere/users.aut'), mtimeMs)).toBe(false)
})

it('follows no planted link, and leaves no temporary file', async () => {
  const { folder, users } = makeFolder()
  writeFileSync(join(folder, 'other'), 'theirs')
  symlinkSync(join(folder, 'other'), join(folder, `.users.aut.${process.pid}.vertice`))
  await writeOne((await readFolder(folder)).users, 'a:b\n')
  expect(readFileSync(users, 'latin1')).toBe('a:b\n')
  expect(readFileSync(join(folder, 'other'), 'latin1')).toBe('theirs')
  expect(readdirSync(folder).filter((name) => /^\.users\.aut\.(?!\d+\.)/.test(name))).toEqual([])
})

it('removes temporary files that a killed bridge left a minute ago, and nothing else', async () => {
  const { folder } = makeFolder()
  const left = ['.users.aut.4711.vertice', '.groups.aut.00ff00ff00ff00ff.vertice', '.clientmounts.aut.1.vertice']
  const others = ['.other.1.vertice', '.users.aut.mine.vertice', 'users.aut.1.vertice', '.users.aut.1', 'users.aut']
  for (const name of [...left, ...others]) writeFileSync(join(folder, name), 'a:b\n')
  lutimesSync(join(folder, left[0]!), 1, 1) // ignored: the bridge may set any modification time
  await tidyFolder(folder)
  expect(readdirSync(folder).sort()).toEqual([...left, ...others].sort())
  vi.useFakeTimers({ toFake: ['Date'], now: statSync(join(folder, left[0]!)).ctimeMs + 61_000 })
  onTestFinished(() => void vi.useRealTimers())
  await tidyFolder(folder)
  expect(readdirSync(folder).sort()).toEqual([...others].sort())
})
