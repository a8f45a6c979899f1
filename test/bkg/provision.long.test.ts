// A caster of the test's own making that behaves like BKG's: what is issued, changed and ended here is so there within two seconds.
import { readdirSync, readFileSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { BkgModel } from '../../src/bkg/model.ts'
import { listBkgStates } from '../../src/store/bkg/casters.ts'
import { until } from '../support/process.ts'
import { STATIONS } from '../support/service.ts'
import { issue, makeWorld, OPERATORS } from './support.ts'

const CDMX = STATIONS.cdmx.mountpoint

it('opens what is issued, closes what ends, cuts who lost access, and leaves the operator alone', async () => {
  const { service, caster, folder, client, provide } = await makeWorld()
  const before = await issue(client, { station_codigo: 'CDMX' })
  provide()
  const lets = ({ usuario, password }: { usuario: string; password: string }, mountpoint = CDMX) =>
    caster.lets(usuario, password, mountpoint)
  await until(() => caster.users.has(before.usuario))
  expect(lets(before)).toBe(true)
  expect(lets(before, STATIONS.toluca.mountpoint)).toBe(false)
  expect(caster.lets('nobody', 'x', STATIONS.toluca.mountpoint)).toBe(false) // listed, although nobody may open it
  expect(caster.limitOf(before.usuario)).toBe(1)
  expect(caster.lets('feeder', 'push', 'OWN')).toBe(true)

  const issued = await issue(client, { station_codigo: 'CDMX' })
  await until(() => lets(issued))
  const session = caster.connect(issued.usuario, issued.password, CDMX, 'NTRIP x] [User: a] [Id: 99')!
  const other = caster.connect(before.usuario, before.password, CDMX)!
  const operators = caster.connect('feeder', 'push', 'OWN')!

  await client.post(`/credentials/${issued.id}/suspender`, {})
  await until(() => !lets(issued) && !caster.isConnected(session))
  await client.post(`/credentials/${issued.id}/reanudar`, {})
  await until(() => lets(issued))

  const again = caster.connect(issued.usuario, issued.password, CDMX)!
  const { body } = await client.post(`/credentials/${issued.id}/password`, {})
  await until(() => caster.lets(issued.usuario, body.credential.password, CDMX) && !caster.isConnected(again))
  expect(lets(issued)).toBe(false)

  await client.patch(`/credentials/${issued.id}`, { station_codigo: 'TOLU' })
  await until(() => caster.lets(issued.usuario, body.credential.password, STATIONS.toluca.mountpoint))
  expect(caster.lets(issued.usuario, body.credential.password, CDMX)).toBe(false)

  const last = caster.connect(issued.usuario, body.credential.password, STATIONS.toluca.mountpoint)!
  await client.delete(`/credentials/${issued.id}`)
  await until(() => !caster.users.has(issued.usuario) && !caster.isConnected(last))
  expect(caster.isConnected(other)).toBe(true)
  expect(caster.isConnected(operators)).toBe(true)

  for (const [name, text] of Object.entries(OPERATORS)) {
    expect(readFileSync(join(folder, name)).subarray(0, text.length)).toEqual(text)
    expect(readFileSync(join(folder, `${name}.before-vertice`))).toEqual(text)
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o640)
  }
  const [state] = await listBkgStates(service.db)
  expect(state).toMatchObject({ node: 'here', folder, failure: null, counts: { users: 1, mountpoints: 3 } })
})

it('opens at the start and closes at the end of a credential, to the second', async () => {
  const { service, caster, client, provide } = await makeWorld()
  const { db } = service
  provide()
  const one = await issue(client, { station_codigo: 'CDMX' })
  await until(() => caster.users.has(one.usuario))
  const session = caster.connect(one.usuario, one.password, CDMX)!
  const ends = Date.now() + 1_500
  await db.pool.query('update credentials set expires_at = $2 where id = $1', [one.id, new Date(ends)])
  const later = await issue(client, { station_codigo: 'CDMX' })
  const starts = Date.now() + 1_500
  await db.pool.query(
    "update credentials set starts_at = $2, expires_at = expires_at + interval '1 second' where id = $1",
    [later.id, new Date(starts)],
  )
  await until(() => !caster.users.has(one.usuario) && !caster.isConnected(session))
  expect(Date.now()).toBeGreaterThanOrEqual(ends)
  await until(() => caster.lets(later.usuario, later.password, CDMX))
  expect(Date.now()).toBeGreaterThanOrEqual(starts)
  expect(Date.now() - starts).toBeLessThan(10_000)
})

it('goes on when the caster is away, answers with errors or is started anew', async () => {
  const { service, caster, client, provide } = await makeWorld()
  provide()
  const states = async () => (await listBkgStates(service.db))[0]
  const first = await issue(client)
  await until(() => caster.users.has(first.usuario))
  await until(async () => (await states())?.behindSince === null)

  caster.trouble = 'error'
  const second = await issue(client)
  await until(async () => (await states())?.failure?.code === 'answer')
  expect((await states())!.behindSince).not.toBeNull()
  expect(caster.users.has(second.usuario)).toBe(false)
  caster.trouble = 'none'
  await until(() => caster.users.has(second.usuario))
  await until(async () => (await states())?.failure === null)

  await caster.stop()
  const third = await issue(client)
  await until(async () => (await states())?.failure?.code === 'unreachable')
  expect(JSON.stringify(await states())).not.toContain('same')
  await caster.start()
  await until(() => caster.users.has(third.usuario))
  await until(async () => (await states())?.behindSince === null)
})

it('writes what could not be written for a moment, although nothing else changes', async () => {
  const { service, caster, client, folder, provide } = await makeWorld()
  provide()
  const state = async () => (await listBkgStates(service.db))[0]
  const first = await issue(client)
  await until(() => caster.users.has(first.usuario))
  await until(async () => (await state())?.behindSince === null)

  // A link to a name so long that none fits beside it: it can be read, and not written.
  const [name, long] = [join(folder, 'users.aut'), join(folder, 'u'.repeat(250))]
  renameSync(name, long)
  symlinkSync(long, name)
  const second = await issue(client)
  await until(async () => (await state())?.failure?.code === 'folder')
  renameSync(long, name)
  await until(() => caster.users.has(second.usuario))
  await until(async () => (await state())?.failure === null)
})

it('sees to it that what was written in the second of a reading that others asked for is read all the same', async () => {
  const { caster, client, folder, provide } = await makeWorld()
  provide()
  for (let round = 0; round < 3; round += 1) {
    const files = statSync(join(folder, 'users.aut')).mtimeMs
    const one = await issue(client)
    const busy = setInterval(() => caster.rehash(), 3) // in every second, before and after each write
    await until(() => statSync(join(folder, 'users.aut')).mtimeMs !== files)
    await until(() => caster.users.has(one.usuario)).finally(() => clearInterval(busy))
  }
  expect(caster.deaf.length).toBeGreaterThan(0)
})

it('a credential that is committed after one with a greater number is found, also when all were just read', async () => {
  const { service, client } = await makeWorld()
  const { db, keys } = service.services
  const model = new BkgModel(db, keys)
  const now = Date.now() + 1_000
  await model.refresh([], now)
  const late = await issue(client)
  const isThere = (is: boolean) =>
    service.db.pool.query('update credentials set is_test = $2 where id = $1', [late.id, !is])
  await isThere(false)
  const next = await issue(client)
  model.doubt()
  await model.refresh([], now + 1_000)
  await isThere(true)
  await model.refresh([], now + 2_000)
  expect(Array.from(model.served(now + 2_000), ({ id }) => id).sort()).toEqual([late.id, next.id].sort())
})

it('one that was about to be committed when all were read for the first time is found within seconds', async () => {
  const { service, client } = await makeWorld()
  const { db, keys } = service.services
  const late = await issue(client)
  const isThere = (is: boolean) =>
    service.db.pool.query('update credentials set is_test = $2 where id = $1', [late.id, !is])
  await isThere(false)
  const next = await issue(client)
  const model = new BkgModel(db, keys)
  const now = Date.now() + 1_000
  await model.refresh([], now)
  await isThere(true)
  for (const seconds of [1, 5, 10, 15]) await model.refresh([], now + seconds * 1_000)
  expect(Array.from(model.served(now + 15_000), ({ id }) => id).sort()).toEqual([late.id, next.id].sort())
})

it('what the caster cannot carry is left out and counted, and marks that were broken are not guessed at', async () => {
  const { service, caster, client, folder, provide } = await makeWorld()
  const [bad, taken] = [await issue(client), await issue(client)]
  await service.db.pool.query("update credentials set username = 'a:b' where id = $1", [bad.id])
  await service.db.pool.query("update credentials set username = 'chief' where id = $1", [taken.id])
  await issue(client, { geocerca: { tipo: 'circulo', lat: 19.4, lng: -99.1, radio_km: 5 } })
  const stop = provide()
  const states = async () => (await listBkgStates(service.db))[0]
  await until(async () => (await states())?.toldAt != null)
  expect((await states())!.counts.leftOut).toEqual({ username: 1, password: 0, taken: 1, line_full: 0, fence: 1 })
  expect(caster.lets('chief', 'sésame', 'admin')).toBe(true)
  await stop()

  const broken = readFileSync(join(folder, 'groups.aut'), 'latin1').replace(/^# END VERTICE.*\n/m, 'mine:feeder\n')
  writeFileSync(join(folder, 'groups.aut'), broken, 'latin1')
  provide()
  await issue(client)
  await until(async () => (await states())?.failure?.code === 'marks')
  expect(readFileSync(join(folder, 'groups.aut'), 'latin1')).toBe(broken)
  expect(readdirSync(folder).filter((name) => name.endsWith('.vertice'))).toEqual([])
})
