// What is not in force at a BKG caster is an alert that says why, in both languages, and ends when it is.
import { spawnSync } from 'node:child_process'
import { statfsSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { watchAlerts } from '../../src/actions/alerts/watch.ts'
import { BEHIND_MS } from '../../src/domain/bkg/state.ts'
import { listOpenAlerts } from '../../src/store/alerts/rows.ts'
import { listBkgStates } from '../../src/store/bkg/casters.ts'
import { attentionText } from '../../src/words/attention.ts'
import { en } from '../../src/words/en.ts'
import { es } from '../../src/words/es.ts'
import { skipped } from '../support/needs.ts'
import { until } from '../support/process.ts'
import { issue, makeWorld, type World } from './support.ts'

const MINUTE_MS = 60_000
const NOT_IN_FORCE = {
  en: 'The BKG caster of here does not follow: what was issued, changed or revoked since is not in force there',
  es: 'El caster BKG de here no está al día: lo emitido, cambiado o revocado desde entonces no tiene efecto ahí',
}

/** As a look so long after now finds them; the service looks every minute. */
async function alerts({ service }: World, afterMs: number) {
  const now = new Date(Date.now() + afterMs)
  await watchAlerts({ db: service.db, book: (await service.services.current()).book, now, canMail: false })
  const open = (await listOpenAlerts(service.db)).filter(({ kind }) => kind === 'bkg_behind')
  return open.map((alert) => ({ name: alert.name, texts: [en, es].map((words) => attentionText(words, alert, now)) }))
}

const stateOf = async ({ service }: World) => (await listBkgStates(service.db))[0]

/** Somebody is issued whom the caster does not get to know, because of this. */
async function fails(world: World, code: string): Promise<string> {
  const { usuario } = await issue(world.client)
  await until(async () => (await stateOf(world))?.failure?.code === code)
  return usuario
}

async function isMended(world: World, usuario: string): Promise<void> {
  await until(() => world.caster.users.has(usuario))
  await until(async () => (await stateOf(world))?.behindSince === null)
  expect(await alerts(world, 2 * MINUTE_MS)).toEqual([])
}

it('opens when the caster does not answer for half a minute, and ends when it does', async () => {
  const world = await makeWorld()
  world.provide()
  const first = await issue(world.client)
  await isMended(world, first.usuario)

  world.caster.trouble = 'error'
  const late = await fails(world, 'answer')
  const address = new URL(world.caster.url).host
  expect(await alerts(world, 0)).toEqual([]) // a restart of the caster takes seconds
  expect(await alerts(world, BEHIND_MS)).toEqual([
    {
      name: 'here',
      texts: [
        `${NOT_IN_FORCE.en}: it answers with an error (${address}: 500).`,
        `${NOT_IN_FORCE.es}: responde con un error (${address}: 500).`,
      ],
    },
  ])
  // The same alert a minute later, and why it is so then.
  await world.caster.stop()
  await until(async () => (await stateOf(world))?.failure?.code === 'unreachable')
  const [alert, ...more] = await alerts(world, BEHIND_MS + MINUTE_MS)
  expect(more).toEqual([])
  expect(alert!.texts).toEqual([
    `${NOT_IN_FORCE.en}: it cannot be reached (${address}: ECONNREFUSED).`,
    `${NOT_IN_FORCE.es}: no se puede llegar a él (${address}: ECONNREFUSED).`,
  ])
  world.caster.trouble = 'none'
  await world.caster.start()
  await isMended(world, late)
})

it('opens when the disk of its files is full, leaves them whole, and ends when there is room', async () => {
  const world = await makeWorld()
  const { folder } = world
  const files = spawnSync('cp', ['-a', folder, `${folder}.files`])
  expect(files.status).toBe(0)
  onTestFinished(() => rm(`${folder}.files`, { recursive: true, force: true }))
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256k,mode=700', 'tmpfs', folder]).status !== 0)
    return skipped('a BKG caster whose disk is full', 'no disk could be mounted')
  onTestFinished(() => void spawnSync('umount', [folder]))
  spawnSync('cp', ['-a', `${folder}.files/.`, folder])
  world.provide()
  const first = await issue(world.client)
  await isMended(world, first.usuario)

  const { bfree, bsize } = statfsSync(folder)
  writeFileSync(join(folder, 'other'), Buffer.alloc(bfree * bsize))
  const late = await fails(world, 'folder')
  const [alert] = await alerts(world, BEHIND_MS)
  const detail = `${join(folder, 'users.aut')}: ENOSPC`
  expect(alert!.texts).toEqual([
    `${NOT_IN_FORCE.en}: its files cannot be written (${detail}).`,
    `${NOT_IN_FORCE.es}: no se pueden escribir sus archivos (${detail}).`,
  ])
  world.caster.rehash() // what it would read is what was there
  expect([...world.caster.users.keys()]).toEqual(['chief', 'feeder', first.usuario])
  await rm(join(folder, 'other'))
  await isMended(world, late)
})

it('says in both languages what is wrong and where, whatever it is', () => {
  for (const words of [en, es])
    for (const say of Object.values(words.attention.bkgFailures)) expect(say('/etc/x: 1')).toMatch(/\/etc\/x: 1.*\.$/)
})
