// RINEX files that a customer orders on the page: what the credential covers, the hours of the month, the files.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { payOrder } from '../../../../src/actions/orders/pay.ts'
import { changeProduct, createProduct } from '../../../../src/actions/orders/products.ts'
import { segmentName } from '../../../../src/domain/archive/segment.ts'
import { byTest } from '../../../support/action-context.ts'
import { stationIdOf } from '../../../support/rows.ts'
import { type Client, STATIONS } from '../../../support/service.ts'
import { CustomerSite } from '../support.ts'

const HOUR_MS = 3_600_000

let site: CustomerSite
let client: Client
let ownerId: number
let cdmx: number
let addresses = 0
let address: string

const hoursAgo = (hours: number) => new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS - hours * HOUR_MS)
const field = (hours: number) => hoursAgo(hours).toISOString().slice(0, 16)

beforeAll(async () => {
  site = await CustomerSite.start({}, { shop: true })
  await site.service.saveStations(STATIONS.cdmx, STATIONS.toluca)
  const { secret, token } = await site.service.token(undefined, 'Operator')
  client = site.service.as(secret)
  ownerId = token.ownerId
  cdmx = await stationIdOf(site.service, 'CDMX')
  for (let hours = 2; hours <= 40; hours += 1)
    await site.service.db.pool.query(
      `insert into archive_segments (station_id, hour, origin, format, node, name, state, bytes, epochs, interval_ms, created_at)
       values ($1, $2, 'stream', 'rtcm', 'node', $3, 'closed', 3600000, 3600, 1000, now())`,
      [cdmx, hoursAgo(hours), segmentName({ stationId: cdmx, hour: hoursAgo(hours) }, `p${hours}`)],
    )
})
afterAll(() => site.stop())
// Orders are limited per address.
beforeEach(() => {
  address = `203.0.113.${++addresses}`
})

/** Valid since 24 hours ago. */
async function issue(hoursPerMonth: number | null, access: object = { station_codigo: 'CDMX' }) {
  const { credential } = (await client.post('/credentials', { segundos: 5 * 86_400, ...access })).body
  await site.service.db.pool.query(`update credentials set rinex_hours_per_month = $2, starts_at = $3 where id = $1`, [
    credential.id,
    hoursPerMonth,
    hoursAgo(24),
  ])
  return credential as { id: number; url: string }
}

const order = (url: string, fields: Record<string, string> = {}) => {
  const form = { station: String(cdmx), from: field(6), until: field(4), interval: '1', ...fields }
  return site.post(`${url}/rinex?lang=es`, address, new URLSearchParams(form).toString())
}

const ordersOf = async (credentialId: number) =>
  (await site.service.db.pool.query('select * from rinex_orders where credential_id = $1', [credentialId])).rows

it('shows nothing of it, and orders nothing, if the credential includes no files', async () => {
  const { id, url } = await issue(0)
  expect((await site.get(url)).text).not.toContain('RINEX')
  expect((await order(url)).status).toBe(422)
  expect(await ordersOf(id)).toEqual([])
})

it('orders files of a station, and counts the hours of the month', async () => {
  const { id, url } = await issue(20)
  expect((await site.get(url)).text).toContain('0 de 20 horas este mes')
  const { status, headers } = await order(url)
  expect([status, headers.location]).toEqual([303, expect.stringMatching(/\/c\/.*\?lang=es#rinex$/)])
  const rows = await ordersOf(id)
  expect(rows).toMatchObject([{ owner_id: ownerId, station_id: cdmx, hours: 2, interval_s: 1, state: 'pending' }])
  const page = (await site.get(url)).text
  expect(page).toContain('2 de 20 horas este mes')
  expect(page).toContain('En preparación (0 %)')
  expect((await site.get(`${url}?lang=en`)).text).toContain('2 of 20 hours this month')
})

it('links the files once they are ready', async () => {
  const { id, url } = await issue(null)
  await order(url)
  const files = JSON.stringify([{ kind: 'obs', name: 'CDMX_01S_MO.crx.gz', bytes: 10, sha256: 'ab' }])
  await site.service.db.pool.query(
    `update rinex_orders set state = 'ready', files = $2, completeness_pct = 99.9, expires_at = now() + interval '1 day'
     where credential_id = $1`,
    [id, files],
  )
  const page = (await site.get(url)).text
  expect(page).toContain('Incluidos sin límite de horas.')
  expect(page).toMatch(/<a href="\/rinex\/\w{32}\/CDMX_01S_MO.crx.gz" download/)
  expect(page).toContain('99.9 % completo')
})

it('rejects more hours than the month has left, with the reason', async () => {
  const { id, url } = await issue(3)
  await order(url)
  const { status, text } = await order(url)
  expect(status).toBe(422)
  expect(text).toContain('Este mes ha pedido 2 de 3 horas; no le alcanzan para 2 horas más.')
  expect(await ordersOf(id)).toHaveLength(1)
  await Promise.all(Array.from({ length: 4 }, () => order(url, { from: field(5) })))
  expect(await ordersOf(id)).toHaveLength(2)
})

it('rejects windows outside the validity, without data, and incomplete forms', async () => {
  const { id, url } = await issue(null)
  const textOf = async (fields: Record<string, string>) => (await order(url, fields)).text
  expect(await textOf({ from: field(30) })).toContain('Desde: No puede ser anterior al inicio de su acceso.')
  expect(await textOf({ until: field(8) })).toContain('Hasta: ')
  expect(await textOf({ until: field(-2) })).toContain('Hasta: No puede estar en el futuro.')
  expect(await textOf({ from: '' })).toContain('Revise los datos')
  expect(await textOf({ interval: '7' })).toContain('Revise los datos')
  expect(await textOf({ station: '', lat: '19,4' })).toContain('Revise los datos')
  expect(await textOf({ from: field(1), until: field(0) })).toContain('role="alert"')
  expect(await ordersOf(id)).toEqual([])
})

it('orders only of stations that the credential covers', async () => {
  const { id, url } = await issue(null, { station_codigo: 'TOLU' })
  expect((await order(url)).text).toContain('Estación: ')
  expect(await ordersOf(id)).toEqual([])
})

it('finds the nearest station that has the hours', async () => {
  const { id, url } = await issue(null, {})
  expect((await site.get(url)).text).toContain('La más cercana a mi trabajo')
  // A window that is not valid is rejected before stations are searched.
  const near = { station: '', lat: '19,28', lng: '-99.65' }
  const wrong = await order(url, { ...near, from: field(4), until: field(6) })
  expect(wrong.text).toContain('Hasta: Termina antes de empezar.')
  // Toluca is nearer, but recorded nothing.
  expect((await order(url, near)).status).toBe(303)
  expect(await ordersOf(id)).toMatchObject([{ station_id: cdmx }])
})

it('slows down an address that orders too often', async () => {
  const { url } = await issue(1)
  const statuses: number[] = []
  for (let turn = 0; turn < 12; turn += 1) statuses.push((await order(url)).status)
  expect(statuses.at(0)).toBe(422)
  expect(statuses.at(-1)).toBe(429)
})

it('gives a paid credential what its product includes', async () => {
  const { keys, current } = site.service.services
  const { book } = await current()
  const context = byTest({ db: site.service.db, keys, book, customerMail: null })
  const product = await createProduct(context, 'all', {
    ...{ ownerId, name: 'Con RINEX', validitySeconds: 30 * 86_400, serves: 'station', stationId: cdmx },
    ...{ amountMinor: 100, currency: 'MXN', active: true, inShop: true },
  } as never)
  expect(product.rinexHoursPerMonth).toBe(0)
  await changeProduct(context, 'all', product.id, { rinexHoursPerMonth: 40 })
  const { url, id } = await issue(0)
  await site.post(
    `${url}/renew?lang=es`,
    address,
    new URLSearchParams({ product: String(product.id), email: 'a@example.mx' }).toString(),
  )
  const [made] = (await site.service.db.pool.query('select id from orders where renews = $1', [id])).rows
  await payOrder(context, 'all', made.id, { way: 'hand', reference: null, note: null })
  expect((await site.get(url)).text).toContain('0 de 40 horas este mes')
})

it('reads where and when the customer worked from a RINEX file', async () => {
  const { url } = await issue(10, {})
  const line = (values: string, label: string) => `${values.padEnd(60)}${label}\n`
  const file = [
    line('     3.05           OBSERVATION DATA    M', 'RINEX VERSION / TYPE'),
    line('  -946919.3486 -5945031.2602  2106952.7727', 'APPROX POSITION XYZ'),
    line('G    1 C1C', 'SYS / # / OBS TYPES'),
    line('  2026    11    14    10    01   38.0000000     GPS', 'TIME OF FIRST OBS'),
    line('  2026    11    14    12    30   18.0000000     GPS', 'TIME OF LAST OBS'),
    line('', 'END OF HEADER'),
  ].join('')
  const send = (content: string) =>
    site.app.inject({
      ...{ method: 'POST', url: `${new URL(url).pathname}/rinex/rover?lang=es`, remoteAddress: address },
      ...{ headers: { 'content-type': 'application/octet-stream' }, payload: Buffer.from(content) },
    })
  const found = await send(file)
  expect([found.statusCode, found.json()]).toEqual([
    200,
    {
      ...{ lat: expect.stringMatching(/^19\.4/), lng: expect.stringMatching(/^-99\.0/) },
      ...{ from: '2026-11-14T10:01', until: '2026-11-14T12:31' },
    },
  ])
  const wrong = await send('una foto')
  expect([wrong.statusCode, wrong.json().problem]).toEqual([422, expect.stringContaining('no contiene observaciones')])
})
