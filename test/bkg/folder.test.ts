// The three files on a disk: whatever others do to them meanwhile, nothing of theirs is lost.
import { lutimesSync, mkdtempSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { readFolder, tidyFolder, writeOne } from '../../src/bkg/folder.ts'

const OPERATORS = 'chief:x\n'

function makeFolder(): { folder: string; users: string } {
  const folder = mkdtempSync(join(tmpdir(), 'vertice-bkg-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const users = join(folder, 'users.aut')
  writeFileSync(users, OPERATORS, { mode: 0o640 })
  return { folder, users }
}

it('writes through nobody’s link, and leaves nothing beside the file', async () => {
  const { folder, users } = makeFolder()
  writeFileSync(join(folder, 'other'), 'theirs')
  symlinkSync(join(folder, 'other'), join(folder, `.users.aut.${process.pid}.vertice`))
  await writeOne((await readFolder(folder)).users, 'a:b\n')
  expect(readFileSync(users, 'latin1')).toBe('a:b\n')
  expect(readFileSync(join(folder, 'other'), 'latin1')).toBe('theirs')
  expect(readdirSync(folder).filter((name) => /^\.users\.aut\.(?!\d+\.)/.test(name))).toEqual([])
})

it('removes what somebody who was killed left a minute ago, and nothing else', async () => {
  const { folder } = makeFolder()
  const left = ['.users.aut.4711.vertice', '.groups.aut.00ff00ff00ff00ff.vertice', '.clientmounts.aut.1.vertice']
  const others = ['.other.1.vertice', '.users.aut.mine.vertice', 'users.aut.1.vertice', '.users.aut.1', 'users.aut']
  for (const name of [...left, ...others]) writeFileSync(join(folder, name), 'a:b\n')
  lutimesSync(join(folder, left[0]!), 1, 1) // which says nothing: whoever writes one may give it any time
  await tidyFolder(folder)
  expect(readdirSync(folder).sort()).toEqual([...left, ...others].sort())
  vi.useFakeTimers({ toFake: ['Date'], now: statSync(join(folder, left[0]!)).ctimeMs + 61_000 })
  onTestFinished(() => void vi.useRealTimers())
  await tidyFolder(folder)
  expect(readdirSync(folder).sort()).toEqual([...others].sort())
})
