// Incidents: opened in the console, shown on the status page and mailed to subscribers.
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { App } from '../../../../../src/base/serving/app.ts'
import { buildApi } from '../../../../../src/http/api/server.ts'
import { publicRoutes } from '../../../../../src/http/public/public.ts'
import { incidentMail, subscriptionMail } from '../../../../../src/outbound/mail/status.ts'
import { tidyUp } from '../../../../../src/start/jobs/tidy-up.ts'
import { INCIDENT_MAIL, SUBSCRIPTION_MAIL } from '../../../../../src/store/alerts/incidents/subscribers.ts'
import { mailServer, startMailing } from '../../../../support/mail-server.ts'
import { expectInvalid, expectProblem } from '../../../../support/problems.ts'
import { until } from '../../../../support/process.ts'
import { type Browser, TestConsole } from '../../support.ts'

const BASE_URL = 'https://rtk.example.mx'
const KEY = /\/status\/subscription\/([0-9A-Za-z]{24})/

let site: TestConsole
let operator: Browser
let visitors: App
let stationId: number
let wait: number | null = null

beforeAll(async () => {
  site = await TestConsole.start(BASE_URL, {}, { customerMail: { language: 'es', noticesMs: [] } })
  const { db, clock } = site.services
  visitors = await buildApi({
    ...site.service.services,
    otherRoutes: [
      publicRoutes({
        ...site.services,
        bundle: null,
        coveragePage: false,
        subscribers: { db, clock, waitOf: async () => wait },
      }),
    ],
  })
  operator = await site.signedIn('operator')
  await site.service.saveStations({
    code: 'LEON',
    name: 'León',
    federalState: 'GTO',
    lat: 21.1,
    lng: -101.6,
    mountpoint: 'LEON',
  })
  stationId = (await site.db.pool.query(`select id from stations where code = 'LEON'`)).rows[0].id
})
afterAll(async () => {
  await visitors.close()
  await site.stop()
})

const visit = (method: 'GET' | 'POST', url: string, payload?: object, headers: InjectOptions['headers'] = {}) =>
  visitors.inject({ method, url, headers, ...(payload && { payload }) })
const subscribe = (email: string, language = 'es') => visit('POST', '/public/subscribers', { email, language })
const keyOf = async (email: string): Promise<string> =>
  (await site.db.pool.query('select key from status_subscribers where email = $1', [email])).rows[0].key
const mailsTo = async (recipient: string) =>
  (await site.db.pool.query('select kind from mails where recipient = $1 order by id', [recipient])).rows.map(
    ({ kind }) => kind,
  )

const WISH = {
  title: 'Sin correcciones en León',
  impact: 'outage',
  stationIds: [] as number[],
  stage: 'investigating',
  paragraphs: ['Se fue la luz en el sitio.', 'Habrá noticias a las 14:00.'],
  mail: true,
}
const TEXT = WISH.paragraphs.join('\n')
const open = async (more: object = {}) => (await operator.post('/incidents', { ...WISH, ...more })).body.incident

describe('an incident', () => {
  it('is opened with a first note, gets more notes and has the stage of the last one', async () => {
    const incident = await open({ stationIds: [stationId] })
    expect(incident).toMatchObject({ stage: 'investigating', stations: [{ id: stationId, code: 'LEON' }] })
    const note = { stage: 'resolved', paragraphs: ['Volvió la luz.'], mail: false }
    const { body, status } = await operator.post(`/incidents/${incident.id}/notes`, note)
    expect(status).toBe(201)
    expect(body.incident).toMatchObject({ stage: 'resolved', notes: [{ text: TEXT }, { text: 'Volvió la luz.' }] })
    expect((await operator.get(`/incidents/${incident.id}`)).body.incident).toEqual(body.incident)
    expect((await operator.get('/incidents')).body.incidents[0].id).toBe(incident.id)
    const entries = (await site.audit()).filter(({ action }) => action.startsWith('incident.'))
    expect(entries.map(({ action }) => action)).toEqual(['incident.opened', 'incident.noted'])
    expect(entries[0]!.details).toMatchObject({ name: WISH.title, stations: ['LEON'], text: TEXT })
  })

  it('needs a title, a text and existing stations; other roles can read but not write it', async () => {
    expectInvalid(await operator.post('/incidents', { ...WISH, title: ' ' }), '/title')
    expectInvalid(await operator.post('/incidents', { ...WISH, paragraphs: [' '] }), '/paragraphs/0')
    expectInvalid(await operator.post('/incidents', { ...WISH, impact: 'bad' }), '/impact')
    expectInvalid(await operator.post('/incidents', { ...WISH, stationIds: [999_999] }), '/stationIds/0')
    expectProblem(
      await operator.post('/incidents/999999/notes', { stage: 'resolved', paragraphs: ['x'], mail: false }),
      404,
      'incident_not_found',
    )
    const viewer = await site.signedIn('viewer')
    expect((await viewer.get('/incidents')).status).toBe(200)
    expect((await viewer.post('/incidents', WISH)).status).toBe(403)
  })

  it('can be deleted, and the audit log keeps its text', async () => {
    const { id } = await open({ title: 'Por error' })
    expect((await operator.delete(`/incidents/${id}`)).status).toBe(200)
    expectProblem(await operator.get(`/incidents/${id}`), 404, 'incident_not_found')
    expectProblem(await operator.delete(`/incidents/${id}`), 404, 'incident_not_found')
    expect((await site.lastAuditEntry())!.details).toEqual({ name: 'Por error', notes: [TEXT] })
  })
})

describe('the public status', () => {
  it('lists open incidents, those resolved in the last two weeks and the uptime of the network', async () => {
    const old = await open({ title: 'Hace mucho' })
    await operator.post(`/incidents/${old.id}/notes`, { stage: 'resolved', paragraphs: ['Listo'], mail: false })
    await site.db.pool.query(
      `update incident_notes set created_at = created_at - interval '15 days' where incident_id = $1`,
      [old.id],
    )
    await open({ title: 'Sigue', impact: 'maintenance', stage: 'scheduled' })
    await site.db.pool.query(
      `insert into station_days (station_id, day, minutes_up, minutes_down)
       select $1, (now() at time zone 'America/Mexico_City')::date - days, up, down from (values (1, 900, 100), (45, 500, 500)) as of (days, up, down)`,
      [stationId],
    )
    const state = (await visit('GET', '/public/status')).json()
    const titles = state.incidents.map(({ title }: { title: string }) => title)
    expect(titles[0]).toBe('Sigue')
    expect(titles).toContain(WISH.title)
    expect(titles).not.toContain('Hace mucho')
    expect(state.incidents.find(({ title }: { title: string }) => title === WISH.title).stationCodes).toEqual(['LEON'])
    expect(state.uptime).toEqual({ days30: 90, days60: 70 })
    expect(state.subscribable).toBe(true)
  })

  it('is available as an SVG badge that says "not measured" without measurements', async () => {
    const badge = await visit('GET', '/status/badge.svg')
    expect(badge.statusCode).toBe(200)
    expect(badge.headers).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=60',
    })
    expect(badge.body).toContain('sin medición')
    expect((await visit('GET', '/status/badge.svg?language=en')).body).toContain('not measured')
    const etag = String(badge.headers.etag)
    expect((await visit('GET', '/status/badge.svg', undefined, { 'if-none-match': etag })).statusCode).toBe(304)
    expect((await visit('GET', '/status/badge.svg?language=fr')).statusCode).toBe(400)
  })

  it('has an Atom feed of the incidents', async () => {
    const feed = await visit('GET', '/status/feed.atom')
    expect(feed.statusCode).toBe(200)
    expect(feed.headers['content-type']).toBe('application/atom+xml; charset=utf-8')
    expect(feed.body).toContain('xml:lang="es"')
    expect(feed.body).toContain(`<title>${WISH.title}</title>`)
    expect(feed.body).toContain('LEON')
    expect(feed.body).not.toContain('Hace mucho')
    expect((await visit('GET', '/status/feed.atom?language=en')).body).toContain(': incidents</title>')
    const etag = String(feed.headers.etag)
    expect((await visit('GET', '/status/feed.atom', undefined, { 'if-none-match': etag })).statusCode).toBe(304)
    expect((await visit('GET', '/status/feed.atom?language=fr')).statusCode).toBe(400)
  })
})

describe('a subscription', () => {
  it('is requested, confirmed by mail and ended; opening its link changes nothing', async () => {
    const { url, received } = await mailServer()
    startMailing(site.service, url, {
      render: {
        [SUBSCRIPTION_MAIL]: subscriptionMail({ db: site.db, baseUrl: BASE_URL }),
        [INCIDENT_MAIL]: incidentMail({ db: site.db, baseUrl: BASE_URL }),
      },
    })
    expect((await subscribe('ana@example.mx')).statusCode).toBe(202)
    await until(() => received.length === 1)
    expect(received[0]!.text).toContain('confirme aquí')
    const key = KEY.exec(received[0]!.text!)![1]!
    await open({ title: 'Antes de confirmar' })
    expect((await visit('GET', `/public/subscribers/${key}`)).json()).toEqual({
      ok: true,
      email: 'ana@example.mx',
      confirmed: false,
    })
    expect(await mailsTo('ana@example.mx')).toEqual([SUBSCRIPTION_MAIL])

    expect((await visit('POST', `/public/subscribers/${key}/confirm`)).json()).toMatchObject({ confirmed: true })
    expect((await visit('POST', `/public/subscribers/${key}/confirm`)).json()).toMatchObject({ confirmed: true })
    expect((await operator.get('/incidents/audience')).body).toMatchObject({ subscribers: 1, sendsMail: true })
    await open({ title: 'Calle sin luz', mail: true })
    await open({ title: 'En silencio', mail: false })
    await until(() => received.length === 2)
    const told = received[1]!
    expect(told.headers.subject).toBe('Vértice: Calle sin luz (En investigación)')
    expect(told.text).toContain('Habrá noticias a las 14:00.')
    expect(told.headers['list-unsubscribe']).toBe(`<${BASE_URL}/public/subscribers/${key}/unsubscribe>`)
    expect(told.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')

    // RFC 8058: the one-click request of a mail program.
    const oneClick = await visitors.inject({
      method: 'POST',
      url: `/public/subscribers/${key}/unsubscribe`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
    expect(oneClick.statusCode).toBe(200)
    expect((await visit('GET', `/public/subscribers/${key}`)).json().code).toBe('subscription_not_found')
    await open({ title: 'Después' })
    expect(await mailsTo('ana@example.mx')).toEqual([SUBSCRIPTION_MAIL, INCIDENT_MAIL])
  })

  it('sends one confirmation mail per hour, and returns the same response to existing subscribers', async () => {
    for (let count = 0; count < 3; count++) expect((await subscribe('BETO@example.mx')).statusCode).toBe(202)
    expect(await mailsTo('BETO@example.mx')).toEqual([SUBSCRIPTION_MAIL])
    await visit('POST', `/public/subscribers/${await keyOf('BETO@example.mx')}/confirm`)
    const again = await subscribe('beto@example.mx', 'en')
    expect([again.statusCode, again.json()]).toEqual([202, { ok: true }])
    expect(await mailsTo('beto@example.mx')).toEqual([])
    expect((await subscribe('nowhere')).statusCode).toBe(400)
  })

  it('is rate-limited per client address', async () => {
    wait = 30
    const refused = await subscribe('carla@example.mx')
    wait = null
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe('30')
  })

  it('is deleted after a week without confirmation', async () => {
    await subscribe('dora@example.mx')
    const later = (days: number) => new Date(site.services.clock().getTime() + days * 86_400_000)
    await tidyUp(site.db, later(6))
    expect(await keyOf('dora@example.mx')).toMatch(/^\w{24}$/)
    await tidyUp(site.db, later(8))
    const { rows } = await site.db.pool.query(
      `select email from status_subscribers where email in ('dora@example.mx', 'BETO@example.mx')`,
    )
    expect(rows).toEqual([{ email: 'BETO@example.mx' }])
  })
})
