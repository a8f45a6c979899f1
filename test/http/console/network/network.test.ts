import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { noteFigures } from '../../../../src/start/jobs/note-figures.ts'
import { forgetClockSkew, noteClockSkew } from '../../../../src/store/operations/clock-skews.ts'
import { insertCredentials, keepNode, keepWitness, measure, recordDay, stationIdOf } from '../../../support/rows.ts'
import { STATIONS } from '../../../support/service.ts'
import { connectRover, disconnectRover, keepCaster } from '../rovers.ts'
import { type Browser, TestConsole } from '../support.ts'

const NOW = '2026-11-15T18:07:30.000Z'
const at = (minutesAgo: number) => new Date(new Date(NOW).getTime() - minutesAgo * 60_000)
const DAY = 24 * 60

let site: TestConsole
let operator: Browser
let reseller: Browser
let own: number
let other: number
beforeAll(async () => {
  site = await TestConsole.start()
  site.service.time = new Date(NOW)
  own = await site.owner('Own')
  other = await site.owner('Other')
  operator = await site.signedIn('operator')
  reseller = await site.signedIn('reseller', own)
  await site.service.saveStations(STATIONS.cdmx, STATIONS.toluca, STATIONS.cuernavaca)
})
afterAll(() => site.stop())
beforeEach(async () => {
  site.service.time = new Date(NOW)
  await site.db.pool.query(
    'truncate sessions, nodes, network_figures, refusal_figures, refusals, station_alarms, station_status_changes, station_days, station_health, station_minutes, webhooks, mails, credentials cascade',
  )
})

const overview = async (browser = operator) => (await browser.get('/network')).body
const kinds = ({ attention }: { attention: { kind: string; name: string }[] }) =>
  attention.map(({ kind, name }) => (name === null ? kind : `${kind} ${name}`))
const changed = async (code: string, status: string, time: Date) =>
  site.db.pool.query('insert into station_status_changes (station_id, status, at) values ($1, $2, $3)', [
    await stationIdOf(site.service, code),
    status,
    time,
  ])
const alarm = async (code: string, kind: string, params: object, since: Date) =>
  site.db.pool.query('insert into station_alarms (station_id, kind, params, since) values ($1, $2, $3, $4)', [
    await stationIdOf(site.service, code),
    kind,
    params,
    since,
  ])

describe('the stations of the overview', () => {
  it('are counted by measured status, unmeasured ones separately', async () => {
    await measure(site.service, 'CDMX', { measuredAt: at(0) })
    await measure(site.service, 'TOLU', { measuredAt: at(5) })
    expect((await overview()).stations).toEqual({
      total: 3,
      notMeasured: 1,
      online: 1,
      degraded: 0,
      offline: 1,
      maintenance: 0,
    })
  })

  it('are compared with a day ago, if they were measured then', async () => {
    for (const code of ['CDMX', 'TOLU']) await measure(site.service, code, { measuredAt: at(0) })
    expect((await overview()).stationsADayAgo).toBeNull()
    await recordDay(site.service, 'CDMX', '2026-11-14', { up: 1400, down: 40 })
    await changed('CDMX', 'online', at(3 * DAY))
    await changed('CDMX', 'offline', at(DAY + 10))
    await changed('CDMX', 'online', at(DAY - 10))
    await changed('TOLU', 'online', at(3 * DAY)) // declared only: not measured then
    const { stationsADayAgo, changes } = await overview()
    expect(stationsADayAgo).toEqual({ online: 0, degraded: 0, offline: 1, maintenance: 0 })
    expect(changes).toMatchObject([{ code: 'CDMX', status: 'online' }])
  })

  it('are marked if they are simulated', async () => {
    expect((await overview()).network.simulated).toBe('none')
    await site.db.pool.query(`update stations set simulated = true where code = 'CDMX'`)
    expect((await overview()).network.simulated).toBe('some')
    await site.db.pool.query('update stations set simulated = true')
    expect((await overview()).network.simulated).toBe('all')
    await site.db.pool.query('update stations set simulated = false')
  })
})

describe('the list of problems', () => {
  it('is sorted by severity, with the start of each problem', async () => {
    await measure(site.service, 'CDMX', { measuredAt: at(30) })
    await alarm('CDMX', 'down', {}, at(29))
    await measure(site.service, 'TOLU', { measuredAt: at(0), positionOffsetM: 0.9 })
    await alarm('TOLU', 'moved', { metres: 0.9 }, at(600))
    const { attention } = await overview()
    expect(attention).toMatchObject([
      { kind: 'no_caster', severity: 'critical' },
      { kind: 'station_down', severity: 'critical', name: 'CDMX', since: at(29).toISOString() },
      { kind: 'station_moved', severity: 'critical', name: 'TOLU', params: { metres: 0.9, most: 0.1 } },
      { kind: 'station_never_measured', severity: 'note', name: 'CUER' },
    ])
  })

  it('has streams without observations while nothing else arrives, and ignores streams that are not RTCM', async () => {
    await measure(site.service, 'CDMX', { measuredAt: at(30) })
    const sends = { messages: { 1006: 6 }, formats: ['UBX'] }
    await alarm('CDMX', 'no_observations', sends, at(29))
    const { attention } = await overview()
    expect(attention.find(({ kind }: { kind: string }) => kind === 'no_observations')).toMatchObject({
      severity: 'critical',
      name: 'CDMX',
      params: sends,
    })
    await measure(site.service, 'CDMX', { measuredAt: at(0) })
    expect(kinds(await overview())).not.toContain('no_observations CDMX')
    await site.service.saveStations({ code: 'CUER', isRtcm: false })
    expect(kinds(await overview())).not.toContain('station_never_measured CUER')
    await site.service.saveStations({ code: 'CUER', isRtcm: true })
  })

  it('names stations with a wrong clock, even if they count as online', async () => {
    for (const code of ['CDMX', 'TOLU', 'CUER']) await measure(site.service, code, { measuredAt: at(0) })
    const clocks = [{ constellation: 'GLO', seconds: 2 }]
    await alarm('CDMX', 'clock_differs', { reference: 'GPS', clocks }, at(2))
    await alarm('TOLU', 'wrong_time', { seconds: 3 }, at(5))
    expect(kinds(await overview())).toEqual(['no_caster', 'clock_differs CDMX', 'wrong_time TOLU'])
  })

  it('names machines with a wrong clock to operators', async () => {
    await noteClockSkew(site.db, 'rtk-2', 3900)
    expect(kinds(await overview())).toContain('clock_skewed rtk-2')
    expect(kinds(await overview(reseller))).not.toContain('clock_skewed rtk-2')
    await forgetClockSkew(site.db, 'rtk-2')
    expect(kinds(await overview())).not.toContain('clock_skewed rtk-2')
  })

  it('names a silent station even if no caster is running to raise the alarm', async () => {
    await measure(site.service, 'CDMX', { measuredAt: at(30) })
    const [, second] = (await overview()).attention
    expect(second).toMatchObject({ kind: 'station_down', since: at(30).toISOString(), params: { seconds: 60 } })
  })

  it('omits stations in maintenance', async () => {
    await keepCaster(site)
    await measure(site.service, 'CDMX', { measuredAt: at(30) })
    await site.service.saveStations({ code: 'CDMX', declaredStatus: 'maintenance' })
    expect(kinds(await overview())).toEqual(['station_never_measured CUER', 'station_never_measured TOLU'])
    await site.service.saveStations({ code: 'CDMX', declaredStatus: 'online' })
  })

  it('shows failing webhooks and mails to their owner', async () => {
    await keepCaster(site)
    for (const code of ['CDMX', 'TOLU', 'CUER']) await measure(site.service, code, { measuredAt: at(0) })
    await site.db.pool.query(
      `insert into webhooks (owner_id, url, event_types, secret, created_at, deactivated_at, deactivation_reason, failing_since) values
         ($1, 'https://own.example.mx/hook', '{}', '', $3, null, null, $3),
         ($2, 'https://gone.example.mx/hook', '{}', '', $3, $3, 'failing', null),
         ($2, 'https://wanted.example.mx/hook', '{}', '', $3, $3, null, null)`,
      [own, other, at(60)],
    )
    await site.db.pool.query(
      `insert into mails (owner_id, kind, key, recipient, data, state, due_at, last_error, created_at)
       values ($1, 'webhook-deactivated', 'k', 'a@b.mx', '{}', 'failed', $2, '{"code": "said", "params": {"said": "550 no such user"}}', $2),
         ($1, 'credential-data', 'l', 'a@b.mx', '{}', 'failed', $2, '{"code": "unwanted", "params": {"why": "credential_revoked"}}', $2)`,
      [other, at(60)],
    )
    expect(kinds(await overview()).sort()).toEqual([
      'mails_failed 1',
      'webhook_deactivated gone.example.mx',
      'webhook_failing own.example.mx',
    ])
    expect(kinds(await overview(reseller))).toEqual(['webhook_failing own.example.mx'])
  })
})

describe('the rovers and credentials of the overview', () => {
  it('are those of the own organisation, on live casters only', async () => {
    await connectRover(site, own)
    await connectRover(site, other, { lat: null, lng: null, quality: 5 })
    await connectRover(site, other, { node: 'dead' })
    await keepNode(site.db, 'dead', -11)
    expect((await overview()).rovers).toMatchObject({ connected: 2, located: 1, fixed: 1, aDayAgo: null })
    expect((await overview(reseller)).rovers).toMatchObject({ connected: 1, located: 1 })
    expect((await operator.get('/network/rovers')).body.rovers).toHaveLength(1)
  })

  it('are compared with the count of a day ago, if there was one', async () => {
    site.service.time = new Date('2026-11-14T18:04:50.000Z')
    const rover = await connectRover(site, own)
    await connectRover(site, other)
    await noteFigures(site.db, new Date('2026-11-14T18:05:25.000Z'))
    await noteFigures(site.db, new Date('2026-11-14T18:05:25.000Z'))
    await disconnectRover(site, rover.id)
    await keepWitness(site.db)
    await keepNode(site.db, 'caster', -11)
    site.service.time = new Date(NOW)
    expect((await overview()).rovers).toMatchObject({ connected: 0, aDayAgo: 2 })
    expect((await overview(reseller)).rovers).toMatchObject({ connected: 0, aDayAgo: 1 })
  })

  it('count credentials in force and those that expire within a week', async () => {
    const inDays = (days: number) => at(-days * DAY)
    await insertCredentials(site.service, own, [
      { startsAt: at(DAY), expiresAt: inDays(3) },
      { startsAt: at(DAY), expiresAt: inDays(30) },
      { startsAt: inDays(2), expiresAt: inDays(5) }, // not started
      { startsAt: at(2 * DAY), expiresAt: at(1) },
      { startsAt: at(DAY), expiresAt: inDays(3), revokedAt: at(5) },
    ])
    await insertCredentials(site.service, other, [{ startsAt: at(DAY), expiresAt: inDays(30) }])
    expect((await overview()).credentials).toMatchObject({ inForce: 3, endingSoon: 2, inForceIsMore: false })
    expect((await overview(reseller)).credentials).toMatchObject({ inForce: 2, endingSoon: 2 })
  })
})

describe('connected rovers', () => {
  it('are listed page by page, found by name, and limited to the own organisation', async () => {
    const stationId = await stationIdOf(site.service, 'CDMX')
    const first = await connectRover(site, own, { label: 'Tractor Apodaca', stationId })
    site.service.time = at(-1)
    const second = await connectRover(site, other, { label: 'Dron', agent: 'NTRIP Vertice-Simulator/1.0' })
    const page = (await operator.get('/sessions?limit=1')).body
    expect(page.sessions).toMatchObject([{ id: second.id, label: 'Dron', simulated: true, fixedPct: 90 }])
    const next = (await operator.get(`/sessions?limit=1&cursor=${page.nextCursor}`)).body
    expect(next).toMatchObject({
      sessions: [{ id: first.id, stationCode: 'CDMX', simulated: false }],
      nextCursor: null,
    })
    const ids = async (browser: Browser, query = '') =>
      (await browser.get(`/sessions${query}`)).body.sessions.map(({ id }: { id: string }) => id)
    expect(await ids(reseller)).toEqual([first.id])
    expect(await ids(operator, '?search=apodaca')).toEqual([first.id])
    expect(await ids(operator, `?stationId=${stationId}`)).toEqual([first.id])
    expect(await ids(reseller, `?credentialId=${second.credentialId}`)).toEqual([])
    expect((await operator.get('/sessions?cursor=abc')).status).toBe(400)
    expect((await operator.get('/sessions?search=%00')).status).toBe(400)
  })

  it('are disconnected by users with permission, with an audit entry', async () => {
    const mine = await connectRover(site, own)
    const foreign = await connectRover(site, other)
    expect((await reseller.post(`/sessions/${foreign.id}/kick`)).body.code).toBe('rover_not_found')
    expect((await reseller.post(`/sessions/${mine.id}/kick`)).status).toBe(200)
    const { rows } = await site.db.pool.query('select id from sessions where kick_reason is not null')
    expect(rows).toEqual([{ id: mine.id }])
    expect(await site.lastAuditEntry()).toMatchObject({ action: 'rover.kicked', subject_id: mine.credentialId })
    await disconnectRover(site, mine.id)
    expect((await reseller.post(`/sessions/${mine.id}/kick`)).status).toBe(404)
  })
})

it('compares the traffic of the newest full minute with the same minute a day ago', async () => {
  expect((await overview()).traffic).toBeNull()
  const minute = (minutesAgo: number, bytes: number) =>
    site.db.pool.query(
      `insert into station_minutes (station_id, minute, up, epochs_received, epochs_expected, bytes, messages)
       select id, date_trunc('minute', $1::timestamptz), true, 60, 60, $2, '{"1077": 60, "1005": 6}' from stations where code <> 'CUER'`,
      [at(minutesAgo), bytes],
    )
  await minute(1, 5_000)
  // The stations may have connected in the middle of their first minute.
  expect((await overview()).traffic).toBeNull()
  await minute(2, 9_999)
  expect((await overview()).traffic).toMatchObject({ bytes: 10_000, messages: 132, aDayAgo: null })
  // The running minute, and one that has just ended and that some casters have not written yet.
  await minute(0, 100)
  expect((await overview()).traffic).toMatchObject({ bytes: 10_000 })
  site.service.time = new Date(at(-1).getTime() - 25_000)
  expect((await overview()).traffic).toMatchObject({ bytes: 10_000 })
  site.service.time = new Date(NOW)
  await minute(1 + DAY, 4_000)
  expect((await overview()).traffic).toMatchObject({ bytes: 10_000, aDayAgo: { bytes: 8_000, messages: 132 } })
})
