import { afterAll, beforeAll, expect, it } from 'vitest'
import { addHost, confirmHost } from '../../../src/actions/alerts/hosts/change.ts'
import { archiveStation } from '../../../src/actions/stations/archive.ts'
import type { App } from '../../../src/base/serving/app.ts'
import { buildApi } from '../../../src/http/api/server.ts'
import { publicRoutes } from '../../../src/http/public/public.ts'
import { findHostByKey, listHostsOf } from '../../../src/store/alerts/hosts.ts'
import { byTest } from '../../support/action-context.ts'
import { stationIdOf } from '../../support/rows.ts'
import { TestService } from '../../support/service.ts'

const NOW = new Date('2026-11-14T18:00:00Z')

let service: TestService
let app: App
let key: string
beforeAll(async () => {
  service = await TestService.start()
  await service.saveStations(
    { code: 'CDMX', name: 'Ciudad de México', lat: 19.4, lng: -99.1, mountpoint: 'CDMX' },
    { code: 'TOLU', name: 'Toluca', lat: 19.3, lng: -99.6, mountpoint: 'TOLU' },
  )
  app = await buildApi({
    ...service.services,
    otherRoutes: [
      publicRoutes({
        ...service.services,
        ...{ clock: () => NOW, baseUrl: 'https://rtk.example.mx', bundle: null, simulated: false, mapTiles: null },
        // The page of a host does not depend on the public pages.
        ...{ statusPage: false, coveragePage: false },
      }),
    ],
  })
  const id = await stationIdOf(service, 'CDMX')
  await service.db.pool.query(
    `insert into station_days (station_id, day, minutes_up, minutes_down) values ($1, '2026-11-13', 1430, 10)`,
    [id],
  )
  const eva = { name: 'Eva', email: 'eva@example.mx', language: 'es' } as const
  await addHost(byTest({ db: service.db }, NOW), { id }, eva)
  key = (await listHostsOf(service.db, id))[0]!.key
})
afterAll(async () => {
  await app.close()
  await service.stop()
})

const ask = (method: 'GET' | 'POST', path: string, more: object = {}) =>
  app.inject({ method, url: `/public/hosts/${path}`, ...more })

it('shows the host only their station, with what was measured', async () => {
  const answer = await ask('GET', key)
  expect(answer.json()).toMatchObject({
    host: { name: 'Eva', email: 'eva@example.mx', confirmed: false },
    station: { code: 'CDMX', measured: false, measuredAt: null },
    uptimePct: 99.3,
    contact: { phone: null, whatsapp: null },
  })
  const { days } = answer.json()
  expect(days).toHaveLength(60)
  expect(days[58]).toEqual({ day: '2026-11-13', uptimePct: 99.3, minutesUp: 1430, minutesDown: 10, minutesUnknown: 0 })
  expect(days[0].uptimePct).toBeNull()
  expect(answer.body).not.toContain('TOLU')
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
})

it('confirms by POST only', async () => {
  expect((await app.inject({ method: 'GET', url: `/public/hosts/${key}/confirm` })).statusCode).toBe(404)
  expect((await findHostByKey(service.db, key))!.confirmedAt).toBeNull()
  expect((await ask('POST', `${key}/confirm`)).json().host.confirmed).toBe(true)
  expect((await ask('POST', `${key}/confirm`)).json().host.confirmed).toBe(true)
})

it('answers 404 for a key that is unknown or malformed', async () => {
  for (const wrong of ['x', 'A'.repeat(24), `${key}x`, '%00'])
    for (const [method, path] of [
      ['GET', wrong],
      ['POST', `${wrong}/confirm`],
    ] as const)
      expect((await ask(method, path)).json()).toMatchObject({ status: 404, code: 'host_not_found' })
})

it('limits requests per address', async () => {
  const answers = await Promise.all(Array.from({ length: 70 }, () => ask('GET', key, { remoteAddress: '203.0.113.9' })))
  expect(answers.filter(({ statusCode }) => statusCode === 429).length).toBeGreaterThan(0)
})

it('is over when the station is archived, and when the host leaves with one click', async () => {
  const other = { id: await stationIdOf(service, 'TOLU') }
  await addHost(byTest({ db: service.db }, NOW), other, { name: 'Luz', email: 'luz@example.mx', language: 'en' })
  const { key: luz } = (await listHostsOf(service.db, other.id))[0]!
  await confirmHost({ db: service.db, now: NOW }, luz)
  await archiveStation(byTest({ db: service.db }, NOW), other)
  expect((await ask('GET', luz)).statusCode).toBe(404)
  // As mail clients do (RFC 8058).
  const oneClick = {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  }
  expect((await ask('POST', `${key}/leave`, oneClick)).statusCode).toBe(200)
  expect((await ask('POST', `${key}/leave`, oneClick)).statusCode).toBe(200)
  expect(await findHostByKey(service.db, key)).toBeNull()
  expect((await ask('GET', key)).statusCode).toBe(404)
})
