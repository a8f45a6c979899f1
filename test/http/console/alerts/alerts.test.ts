import { afterAll, beforeAll, expect, it } from 'vitest'
import { watchAlerts } from '../../../../src/actions/alerts/watch.ts'
import { expectProblem } from '../../../support/problems.ts'
import { measure } from '../../../support/rows.ts'
import { STATIONS } from '../../../support/service.ts'
import { TestConsole } from '../support.ts'

type Person = Awaited<ReturnType<TestConsole['user']>>

let site: TestConsole
let admin: Person
let viewer: Person
let reseller: Person
beforeAll(async () => {
  site = await TestConsole.start()
  admin = await site.user('administrator')
  viewer = await site.user('viewer')
  reseller = await site.user('reseller', await site.owner('Own'))
  await site.service.saveStations(STATIONS.cdmx, STATIONS.toluca)
  const measuredAt = new Date(Date.now() - 600_000)
  for (const code of ['CDMX', 'TOLU']) await measure(site.service, code, { measuredAt })
  await site.service.db.pool.query(
    `insert into nodes (id, name, machine, roles, version, seen_at) values ('c', 'c', 'c', '{caster}', '0', now())`,
  )
  await look()
})
afterAll(() => site.stop())

async function look(now = new Date()): Promise<void> {
  const { book } = await site.service.services.current()
  await watchAlerts({ db: site.db, book, now, canMail: false })
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into JSON
const attention = async (who = admin): Promise<any[]> => (await who.browser.get('/network')).body.attention

it('shows who acknowledged an open alert and sorts it after unacknowledged ones', async () => {
  const [first, second] = await attention()
  expect([first.name, second.name]).toEqual(['CDMX', 'TOLU'])
  expect(first.alert).toMatchObject({ acknowledgedAt: null, mailedAt: null })
  const answer = await admin.browser.post('/alerts/acknowledge', { ids: [first.alert.id, 999_999] })
  expect(answer.body).toEqual({ ok: true, alerts: 1 })
  expect(await site.lastAuditEntry()).toMatchObject({ action: 'alert.acknowledged', details: { name: 'CDMX' } })
  const then = await attention()
  expect(then.map(({ name }) => name)).toEqual(['TOLU', 'CDMX'])
  expect(then[1].alert).toMatchObject({ acknowledgedBy: admin.email, acknowledgedAt: expect.any(String) })
  expect((await admin.browser.post('/alerts/unacknowledge', { ids: [first.alert.id] })).body.alerts).toBe(1)
  expect((await attention()).map(({ name }) => name)).toEqual(['CDMX', 'TOLU'])
})

it('snoozes an alert until a time in the future', async () => {
  const [first] = await attention()
  const ids = [first.alert.id]
  const until = new Date(Date.now() + 3_600_000).toISOString()
  expectProblem(
    await admin.browser.post('/alerts/acknowledge', { ids, until: '2020-01-01T00:00:00Z' }),
    400,
    'invalid_request',
  )
  expect((await admin.browser.post('/alerts/acknowledge', { ids, until })).body.alerts).toBe(1)
  expect((await attention())[1].alert).toMatchObject({ acknowledgedBy: admin.email, snoozedUntil: until })
  await admin.browser.post('/alerts/unacknowledge', { ids })
  expect((await attention())[0].alert).toMatchObject({ acknowledgedBy: null, snoozedUntil: null })
})

it('shows acknowledgements to viewers; resellers see neither those nor the history', async () => {
  const [{ alert }] = await attention(viewer)
  expectProblem(await viewer.browser.post('/alerts/acknowledge', { ids: [alert.id] }), 403, 'forbidden')
  expect((await attention(reseller)).map(({ alert }) => alert)).toEqual([null, null])
  expectProblem(await reseller.browser.get('/alerts'), 403, 'forbidden')
})

it('filters the alert history by state and topic', async () => {
  const [cdmx] = await attention()
  await admin.browser.post('/alerts/acknowledge', { ids: [cdmx.alert.id] })
  await measure(site.service, 'TOLU', { measuredAt: new Date() })
  await look()
  const listed = async (query = '') =>
    (await admin.browser.get(`/alerts${query}`)).body.alerts.map(
      ({ name, state }: { name: string; state: string }) => `${name} ${state}`,
    )
  expect((await listed()).sort()).toEqual(['CDMX acknowledged', 'TOLU ended'])
  expect(await listed('?state=ended')).toEqual(['TOLU ended'])
  expect(await listed('?state=acknowledged&topic=station_down')).toEqual(['CDMX acknowledged'])
  expect(await listed('?topic=disk')).toEqual([])
  expect(await listed('?to=2020-01-01T00:00:00Z')).toEqual([])
  const page = (await admin.browser.get('/alerts?limit=1')).body
  expect((await admin.browser.get(`/alerts?limit=1&cursor=${page.nextCursor}`)).body).toMatchObject({
    alerts: [{ state: expect.any(String) }],
    nextCursor: null,
  })
})

it('rejects invalid alert settings by field and lets only administrators change them', async () => {
  expect((await viewer.browser.get('/settings/alerts')).body).toMatchObject({
    canMail: false,
    settings: { recipients: [], delayMinutes: 5, quietMinutes: 60 },
  })
  const change = { recipients: ['guardia@example.mx'], delayMinutes: 10 }
  expectProblem(await viewer.browser.patch('/settings/alerts', change), 403, 'forbidden')
  const refused = await admin.browser.patch('/settings/alerts', { recipients: ['nobody'], quietMinutes: 9_999 })
  expect(refused.status).toBe(400)
  expect(JSON.stringify(refused.body)).toContain('quietMinutes')
  expect((await admin.browser.patch('/settings/alerts', change)).body.settings).toMatchObject(change)
  expect(await site.lastAuditEntry()).toMatchObject({ action: 'settings.changed', details: { alerts: change } })
})
