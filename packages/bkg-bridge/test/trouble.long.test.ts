// A full disk: the files stay complete, and the bridge resumes when there is space again.
import { spawnSync } from 'node:child_process'
import { statfsSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { skipped } from '../../../test/support/needs.ts'
import { until } from '../../../test/support/process.ts'
import { issue, makeWorld } from './support.ts'

it('leaves the files complete while the disk is full, and continues when there is space', async () => {
  const { folder, caster, client, run, log } = await makeWorld()
  expect(spawnSync('cp', ['-a', folder, `${folder}.files`]).status).toBe(0)
  onTestFinished(() => rm(`${folder}.files`, { recursive: true, force: true }))
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256k,mode=700', 'tmpfs', folder]).status !== 0)
    return skipped('a BKG caster whose disk is full', 'no disk could be mounted')
  onTestFinished(() => void spawnSync('umount', [folder]))
  spawnSync('cp', ['-a', `${folder}.files/.`, folder])
  await run()
  const first = await issue(client)
  await until(() => caster.users.has(first.usuario))

  const { bfree, bsize } = statfsSync(folder)
  writeFileSync(join(folder, 'other'), Buffer.alloc(bfree * bsize))
  const late = await issue(client)
  await until(() => log.some((sentence) => /^Cannot read or write the files \(.*: ENOSPC\)/.test(sentence)))
  caster.rehash()
  expect([...caster.users.keys()]).toEqual(['chief', 'feeder', first.usuario])
  await rm(join(folder, 'other'))
  await until(() => caster.users.has(late.usuario))
})
