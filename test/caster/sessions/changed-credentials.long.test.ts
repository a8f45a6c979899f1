import { afterAll, beforeAll, expect, it } from 'vitest'
import { explainAccess } from '../../../src/reads/explain-access.ts'
import type { CasterRole } from '../../../src/start/roles/caster.ts'
import { type Peer, TestCaster } from '../../support/caster.ts'
import { measuresTime, onThisMachine } from '../../support/loop-watch.ts'
import { STATIONS } from '../../support/service.ts'
import { askRev1, changeCredential, flowingBase, hearsMore, pause, refusalsOf, secondsFromNow } from '../helpers.ts'

const { cdmx, toluca } = STATIONS
let caster: TestCaster
let other: CasterRole

beforeAll(async () => {
  caster = await TestCaster.start()
  await caster.service.saveStations(cdmx, toluca)
  other = await caster.addNode()
  await flowingBase(caster, cdmx)
  await flowingBase(caster, cdmx, other)
})
afterAll(() => caster.stop())

/** A credential with a rover on each of the two casters. */
async function connected() {
  const login = await caster.issue({ station_codigo: 'CDMX' })
  await changeCredential(caster, login.id, { max_sessions: 2 })
  const rovers = [
    await caster.rover(login, cdmx.mountpoint),
    await caster.rover(login, cdmx.mountpoint, other.caster.address.port),
  ]
  return { login, rovers }
}

async function areCut(rovers: readonly Peer[], reason: string, credentialId: number): Promise<void> {
  const from = performance.now()
  await Promise.all(rovers.map(({ closed }) => closed))
  const latest = Math.max(...rovers.map(({ closedAt }) => closedAt!))
  expect(latest - from).toBeLessThan(onThisMachine(1_000))
  const ends = async () => {
    const { rows } = await caster.service.db.pool.query('select end_reason from sessions where credential_id = $1', [
      credentialId,
    ])
    return rows.map(({ end_reason }) => end_reason)
  }
  await expect.poll(ends).toEqual([reason, reason])
}

const whyNot = async (username: string) => {
  const { db, current } = caster.service.services
  const [first] = await explainAccess({ db, book: (await current()).book, now: new Date() }, username)
  return first!.kind
}

it(
  'disconnects a suspended credential within a second, and rejects it until it is resumed',
  measuresTime(),
  async () => {
    const { login, rovers } = await connected()
    expect((await caster.client.post(`/credentials/${login.id}/suspender`)).status).toBe(200)
    await areCut(rovers, 'suspended', login.id)
    for (const { port } of [caster.role.caster.address, other.caster.address])
      expect(await askRev1(port, cdmx.mountpoint, login)).toMatch(/suspended/)
    await expect
      // Two casters may record the same rejection in one row or in two.
      .poll(async () =>
        (await refusalsOf(caster, login.username)).flatMap(({ reason, times }) => Array(times).fill(reason)),
      )
      .toEqual(['suspended', 'suspended'])
    expect(await whyNot(login.username)).toBe('suspended')
    await caster.client.post(`/credentials/${login.id}/reanudar`)
    const rover = await caster.rover(login, cdmx.mountpoint)
    await hearsMore(rover)
    rover.leave()
  },
)

it('disconnects sessions with the old password, and accepts the new one', measuresTime(), async () => {
  const { login, rovers } = await connected()
  const { body } = await caster.client.post(`/credentials/${login.id}/password`)
  await areCut(rovers, 'changed', login.id)
  expect(await askRev1(caster.port, cdmx.mountpoint, login)).toMatch(/wrong password/)
  const rover = await caster.rover({ ...login, password: body.credential.password }, cdmx.mountpoint)
  rover.leave()
})

it('disconnects a credential that moves to another station, but not one with a new label', measuresTime(), async () => {
  const { login, rovers } = await connected()
  await caster.client.patch(`/credentials/${login.id}`, { label: 'x' })
  await pause(200)
  for (const rover of rovers) await hearsMore(rover)
  await caster.client.patch(`/credentials/${login.id}`, { station_codigo: 'TOLU' })
  await areCut(rovers, 'changed', login.id)
  expect(await askRev1(caster.port, cdmx.mountpoint, login)).toMatch(/another mountpoint/)
})

it('keeps a renewed credential connected past its old expiry, until the new one', async () => {
  const { login, rovers } = await connected()
  await changeCredential(caster, login.id, { expires_at: secondsFromNow(1.5) })
  await caster.client.post(`/credentials/${login.id}/renovar`, { segundos: 3600 })
  await pause(2_500)
  for (const rover of rovers) await hearsMore(rover)
  await changeCredential(caster, login.id, { expires_at: secondsFromNow(0.5) })
  for (const rover of rovers) await rover.all()
})
