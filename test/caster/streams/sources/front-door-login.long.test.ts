// An upstream caster that rejects our login. Its sourcetable needs none, so only requested streams show the problem.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addUpstream, changeUpstream, removeUpstream } from '../../../../src/actions/network/upstreams/set.ts'
import { upstreamFollowing } from '../../../../src/start/jobs/follow-upstreams.ts'
import { tableReader } from '../../../../src/start/roles/upstream-tables.ts'
import { findUpstream, listFailingOffers } from '../../../../src/store/network/upstreams/rows.ts'
import { noteFailures, noteIdle } from '../../../../src/store/stations/health.ts'
import { byTest } from '../../../support/action-context.ts'
import { type Login, Peer, rev1Request, TestCaster } from '../../../support/caster.ts'
import { stationIdOf } from '../../../support/rows.ts'
import { hearsMore } from '../../helpers.ts'
import { PlainCaster, strLine } from '../../plain-caster.ts'

const REFUSED = { code: 'refused', params: { reason: 'credentials', said: 'HTTP/1.0 401 Unauthorized' } } as const

let plain: PlainCaster
let caster: TestCaster
let login: Login
const db = () => caster.service.db
const context = () => byTest(caster.service.services)
const failing = async () => (await listFailingOffers(db())).map(({ mountpoint, why }) => ({ mountpoint, why }))
const failedAt = async () =>
  (await caster.service.services.current()).book.byCode.get('alfa')!.failedAt?.getTime() ?? null
const follow = () => {
  const readTable = tableReader({ casterPullAllow: ['127.0.0.0/8'] })
  return upstreamFollowing({ ...caster.service.services, clock: () => new Date(), readTable, info() {} })()
}

/** Connects and waits for the reply, admitted or not. */
async function dial(): Promise<Peer> {
  const peer = await Peer.open(caster.port, rev1Request('ALFA', login.username, login.password))
  await vi.waitUntil(() => peer.received.length > 0, { timeout: 90_000 })
  return peer
}

beforeAll(async () => {
  plain = await new PlainCaster([strLine('ALFA')]).start()
  // Settings are only read again after a notification.
  caster = await TestCaster.start({ settingsMs: 1_000_000, graceMs: 100, idleMs: 60_000 })
  await addUpstream(context(), { name: 'OLD', url: plain.url.replace('s%40cret', 'wrong') })
  await follow()
  caster.role.caster.reconcile()
  login = await caster.issue({ station_codigo: 'ALFA' })
})
afterAll(async () => {
  await caster.stop()
  await plain.kill()
})

describe('a login that the upstream caster rejects', () => {
  it('is reported for the mountpoint that a rover requests, and logged once', async () => {
    expect(await failing()).toEqual([])
    const isTold = async () => {
      const peer = await dial()
      peer.close()
      return (await failing()).length > 0
    }
    await vi.waitUntil(isTold, { timeout: 90_000, interval: 100 })
    expect(await failing()).toEqual([{ mountpoint: 'ALFA', why: REFUSED }])
    expect(await findUpstream(db(), { name: 'OLD' })).toMatchObject({ answers: true, offered: 1 })
    await vi.waitUntil(() => caster.log.length > 0)
    expect(caster.log.filter((line) => line.includes('401'))).toHaveLength(1)
    expect(JSON.parse(caster.log[0]!)).toMatchObject({ upstream: 'OLD', mountpoints: ['ALFA'], why: 'refused' })
    expect(caster.log.join()).not.toContain('wrong')
  })

  it('is reported as new once, and again when the reason changes', async () => {
    const stationId = await stationIdOf(caster.service, 'ALFA')
    expect(await noteFailures(db(), [{ stationId, why: REFUSED }], new Date())).toEqual([])
    const why = { code: 'no_answer', params: {} } as const
    expect(await noteFailures(db(), [{ stationId, why }], new Date())).toEqual([{ stationId }])
    expect(await noteFailures(db(), [{ stationId, why: REFUSED }], new Date())).toEqual([{ stationId }])
  })

  it('stays reported when no rover requests the mountpoint any more', async () => {
    const later = new Date(Date.now() + 1)
    await noteIdle(db(), [await stationIdOf(caster.service, 'ALFA')], later, later)
    expect([await failedAt(), await failing()]).toEqual([null, [{ mountpoint: 'ALFA', why: REFUSED }]])
  })

  it('is cleared when the login changes: the next rover is admitted and served', async () => {
    const stationId = await stationIdOf(caster.service, 'ALFA')
    await noteFailures(db(), [{ stationId, why: REFUSED }], new Date())
    expect(await failedAt()).not.toBeNull()
    await changeUpstream(context(), { name: 'OLD' }, { url: plain.url })
    expect([await failedAt(), await failing()]).toEqual([null, []])
    await vi.waitUntil(() => plain.streams('ALFA') === 1, { timeout: 3_000 })
    const rover = await dial()
    expect(rover.text).toMatch(/^ICY 200/)
    await hearsMore(rover)
    rover.close()
  })

  it('is cleared when the upstream caster is removed', async () => {
    const stationId = await stationIdOf(caster.service, 'ALFA')
    await noteFailures(db(), [{ stationId, why: REFUSED }], new Date())
    await removeUpstream(context(), { name: 'OLD' })
    await addUpstream(context(), { name: 'OLD', url: plain.url })
    await follow()
    expect(await failing()).toEqual([])
  })
})
