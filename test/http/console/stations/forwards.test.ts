import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forwardStateAt } from '../../../../src/domain/network/forward.ts'
import { recordForwards } from '../../../../src/store/stations/forwards.ts'
import { expectInvalid, expectProblem } from '../../../support/problems.ts'
import { stationIdOf } from '../../../support/rows.ts'
import { type Browser, TestConsole } from '../support.ts'

let site: TestConsole
let operator: Browser
let stationId: number
let path: string

beforeAll(async () => {
  site = await TestConsole.start()
  operator = await site.signedIn('operator')
  await site.service.saveStations({ code: 'LEON', name: 'León', lat: 21.1, lng: -101.6 })
  stationId = await stationIdOf(site.service, 'LEON')
  path = `/stations/${stationId}/forwards`
  await operator.post('/mountpoints', { name: 'LEON_MSM4', stationId, alteration: { form: 'msm4' } })
})
afterAll(() => site.stop())

const TO = { url: 'ntrip://user:s3cret@8.8.8.8:2101/LEON', revision: 2, mountpoint: null }

describe('forwards', () => {
  it('are added, paused, changed and removed, without showing a password, each with an audit entry', async () => {
    const added = await operator.post(path, TO)
    expect(added.status).toBe(201)
    const [forward] = added.body.forwards
    expect(forward).toMatchObject({
      ...{ url: 'ntrip://8.8.8.8:2101/LEON', hasLogin: true, revision: 2, mountpoint: null },
      ...{ state: 'waiting', bytes: 0, error: null, since: null },
    })
    const one = `${path}/${forward.id}`
    const paused = await operator.patch(one, { paused: true })
    expect(paused.body.forwards[0].state).toBe('paused')
    const change = { url: 'ntrips://:other@8.8.4.4/OTHER', revision: 1, paused: false }
    const changed = await operator.patch(one, change)
    expect(changed.body.forwards).toMatchObject([
      { url: 'ntrips://8.8.4.4/OTHER', hasLogin: true, revision: 1, state: 'waiting' },
    ])
    const { rows } = await site.service.db.pool.query(
      "select action, details from audit_log where action like 'forward.%' order by id",
    )
    expect(rows.map(({ action }) => action)).toEqual(['forward.added', 'forward.changed', 'forward.changed'])
    expect(JSON.stringify([added.body, changed.body, rows])).not.toMatch(/s3cret|:other@/)
    expect((await operator.delete(one)).body.forwards).toEqual([])
    expectProblem(await operator.delete(one), 404, 'forward_not_found')
  })

  it('can have a derived mountpoint of the station, and end with it', async () => {
    await operator.post(path, { ...TO, mountpoint: 'leon_msm4' })
    expect((await operator.get(path)).body.forwards).toMatchObject([{ mountpoint: 'LEON_MSM4' }])
    await operator.delete('/mountpoints/LEON_MSM4')
    expect((await operator.get(path)).body.forwards).toEqual([])
    expectInvalid(await operator.post(path, { ...TO, mountpoint: 'LEON_MSM4' }), '/mountpoint')
  })

  it('are rejected if the address is private, malformed or already in use', async () => {
    const codeOf = async (url: string) =>
      expectInvalid(await operator.post(path, { ...TO, url }), '/url').errors[0].code
    expect(await codeOf('ntrip://:pw@10.0.0.1:2101/M')).toBe('source_not_public')
    expect(await codeOf('http://8.8.8.8/M')).toBe('forward_form')
    const { body } = await operator.post(path, TO)
    expect(await codeOf(TO.url)).toBe('forward_exists')
    await operator.delete(`${path}/${body.forwards[0].id}`)
    expectInvalid(await operator.post(path, { ...TO, revision: 3 }), '/revision')
  })

  it('can be a port for radios, if this machine allows the port and no other forward uses it', async () => {
    const codeOf = async (url: string) =>
      expectInvalid(await operator.post(path, { ...TO, url }), '/url').errors[0].code
    expect(await codeOf('tcp://:5016?from=192.0.2.7')).toBe('input_not_allowed')
    expect(await codeOf('tcp://:5017')).toBe('forward_form')
    const { body } = await operator.post(path, { ...TO, url: 'tcp://:5017?from=192.0.2.7' })
    expect(body.forwards[0]).toMatchObject({ url: 'tcp://:5017?from=192.0.2.7', hasLogin: false, state: 'waiting' })
    expect(await codeOf('tcp://:5017?from=192.0.2.8')).toBe('forward_exists')
    const one = `${path}/${body.forwards[0].id}`
    const change = { url: 'tcp://:5017?from=192.0.2.7,192.0.2.8' }
    expect((await operator.patch(one, change)).body.forwards[0].url).toBe(change.url)
    await operator.post(path, { ...TO, url: 'tcp://:5018?from=192.0.2.7' })
    await site.service.db.pool.query('delete from forwards')
  })

  it('are at most ten', async () => {
    for (let number = 0; number < 10; number++) await operator.post(path, { ...TO, url: `${TO.url}_${number}` })
    expect(expectInvalid(await operator.post(path, TO), '/url').errors[0].code).toBe('too_many')
    await site.service.db.pool.query('delete from forwards')
  })

  it('belong to the operator: viewers only see them, resellers do not', async () => {
    const { body } = await operator.post(path, TO)
    const viewer = await site.signedIn('viewer')
    expect((await viewer.get(path)).body.forwards).toHaveLength(1)
    expectProblem(await viewer.post(path, TO), 403, 'forbidden')
    const reseller = await site.signedIn('reseller', await site.owner('Own'))
    expect((await reseller.get(path)).body.forwards).toEqual([])
    await site.service.saveStations({ code: 'MAZA', name: 'Mazatlán', lat: 23.2, lng: -106.4 })
    const other = `/stations/${await stationIdOf(site.service, 'MAZA')}/forwards/${body.forwards[0].id}`
    expectProblem(await operator.patch(other, { paused: true }), 404, 'forward_not_found')
  })
})

describe('the state of a forward', () => {
  it('is that of the node which reported last, unless that node only stopped', async () => {
    const { body } = await operator.get(path)
    const [{ id: forwardId }] = body.forwards
    const now = site.services.clock()
    const report = (node: string, state: 'sending' | 'failing' | 'idle', bytes: number) => {
      const why = { code: 'closed', params: {} } as const
      const error = state === 'failing' ? { why, at: now } : null
      return recordForwards(site.service.db, node, [{ forwardId, state, since: now, bytes, error }], now)
    }
    const shown = async () => (await operator.get(path)).body.forwards[0]
    await report('first', 'failing', 0)
    expect(await shown()).toMatchObject({ state: 'failing', error: { code: 'closed' } })
    await report('first', 'sending', 100)
    await report('second', 'sending', 50)
    await report('first', 'idle', 7)
    expect(await shown()).toMatchObject({ state: 'sending', bytes: 157, error: { code: 'closed' } })
    await report('second', 'idle', 0)
    expect((await shown()).state).toBe('waiting')
  })

  it('is "waiting" half a minute after the node died', () => {
    const reportedAt = new Date('2026-11-14T12:00:00Z')
    const at = (seconds: number) =>
      forwardStateAt(
        { pausedAt: null, reported: 'sending', reportedAt },
        new Date(reportedAt.getTime() + seconds * 1_000),
      )
    expect([at(0), at(30), at(31)]).toEqual(['sending', 'sending', 'waiting'])
  })
})
