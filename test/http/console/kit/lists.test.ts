import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertCredentials, measure } from '../../../support/rows.ts'
import { STATIONS } from '../../../support/service.ts'
import { type Browser, TestConsole } from '../support.ts'

const NOW = new Date('2026-11-15T18:00:00.000Z')
const inDays = (days: number) => new Date(NOW.getTime() + days * 86_400_000)

let site: TestConsole
let operator: Browser
let own: number
beforeAll(async () => {
  site = await TestConsole.start()
  site.service.time = NOW
  own = await site.owner('Own')
  operator = await site.signedIn('operator')
  await site.service.saveStations(STATIONS.cdmx, STATIONS.toluca, STATIONS.cuernavaca)
})
afterAll(() => site.stop())

it('sorts stations by any column, with unmeasured values last', async () => {
  await measure(site.service, 'CDMX', { measuredAt: NOW, latencyMs: 100 })
  await measure(site.service, 'TOLU', { measuredAt: NOW, latencyMs: 900 })
  const codes = async (query: string) => {
    const { body } = await operator.get(`/stations?${query}`)
    return body.stations.map(({ code }: { code: string }) => code)
  }
  expect(await codes('')).toEqual(['CDMX', 'CUER', 'TOLU'])
  expect(await codes('sort=-code')).toEqual(['TOLU', 'CUER', 'CDMX'])
  expect(await codes('sort=latency')).toEqual(['CDMX', 'TOLU', 'CUER'])
  expect(await codes('sort=-latency')).toEqual(['TOLU', 'CDMX', 'CUER'])
  const first = (await operator.get('/stations?sort=-latency&limit=2')).body
  expect(first.total).toBe(3)
  expect(await codes(`sort=-latency&limit=2&cursor=${first.nextCursor}`)).toEqual(['CUER'])
  expect((await operator.get('/stations?sort=secret')).status).toBe(400)
})

it('sorts credentials by expiry across organisations, page by page', async () => {
  const other = await site.owner('Other')
  const started = { startsAt: inDays(-5) }
  const [soon, late, ended] = await insertCredentials(site.service, own, [
    { ...started, expiresAt: inDays(1) },
    { ...started, expiresAt: inDays(9) },
    { ...started, expiresAt: inDays(-1) },
  ])
  const [middle, revoked] = await insertCredentials(site.service, other, [
    { ...started, expiresAt: inDays(5) },
    { ...started, expiresAt: inDays(7), revokedAt: inDays(-1) },
  ])
  const all = async (query: string, browser = operator) => {
    const ids: number[] = []
    let cursor: string | null = ''
    do {
      const { body } = await browser.get(`/credentials?limit=2&${query}${cursor && `&cursor=${cursor}`}`)
      ids.push(...body.credentials.map(({ id }: { id: number }) => id))
      cursor = body.nextCursor
    } while (cursor)
    return ids
  }
  expect(await all('sort=expires')).toEqual([ended, soon, middle, late])
  expect(await all('sort=-expires')).toEqual([late, middle, soon, ended])
  expect(await all('sort=expires&state=revoked')).toEqual([revoked])
  expect(await all('sort=expires&state=in_force')).toEqual([soon, middle, late])
  expect(await all('sort=-expires&state=expired')).toEqual([ended])
  expect(await all('sort=expires', await site.signedIn('reseller', own))).toEqual([ended, soon, late])
  expect(
    (await operator.get(`/credentials?sort=expires&cursor=${Buffer.from('before:3').toString('base64url')}`)).status,
  ).toBe(400)
})

it('stores named views, visible and deletable only for the user who made them', async () => {
  const colleague = await site.signedIn('operator')
  const view = { list: '/credentials', name: 'Por vencer', query: 'sort=expires&state=in_force' }
  const { view: saved } = (await operator.post('/views', view)).body
  expect(saved).toMatchObject(view)
  await operator.post('/views', { ...view, query: 'state=in_force' })
  await operator.post('/views', { ...view, list: '/stations', name: 'Otra' })
  expect((await operator.get('/views?list=/credentials')).body.views).toEqual([{ ...saved, query: 'state=in_force' }])
  expect((await colleague.get('/views?list=/credentials')).body.views).toEqual([])
  expect((await colleague.delete(`/views/${saved.id}`)).body.code).toBe('view_not_found')
  expect((await operator.delete(`/views/${saved.id}`)).status).toBe(200)
  expect((await operator.get('/views?list=/credentials')).body.views).toEqual([])
  expect((await operator.post('/views', { ...view, name: ' ' })).status).toBe(400)
  for (let count = 0; count < 30; count++) await operator.post('/views', { ...view, name: `View ${count}` })
  expect((await operator.post('/views', view)).body.errors).toMatchObject([{ pointer: '/name', code: 'too_many' }])
})
