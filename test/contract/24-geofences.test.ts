import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOrder } from '../../src/actions/orders/create.ts'
import { payOrder } from '../../src/actions/orders/pay.ts'
import { changeProduct, createProduct } from '../../src/actions/orders/products.ts'
import { atOnce } from '../../src/base/running/turns.ts'
import { readCredentialFile } from '../../src/wire/credentials/file.ts'
import { byTest } from '../support/action-context.ts'
import { eventsOf } from '../support/events.ts'
import { expectInvalid } from '../support/problems.ts'
import { type Client, TestService } from '../support/service.ts'

let service: TestService
let client: Client

beforeAll(async () => {
  service = await TestService.start()
  client = await service.client()
})
afterAll(() => service.stop())

const CIRCLE = { tipo: 'circulo', lat: 19.4326, lng: -99.1332, radio_km: 20 }
const POLYGON = {
  tipo: 'poligono',
  puntos: [
    [19, -100],
    [19, -99],
    [20, -99],
    [20, -100],
  ],
  en_base: 'cortar',
}
const lastDetails = async (action: string) =>
  (await service.db.pool.query('select details from audit_log where action = $1 order by id desc limit 1', [action]))
    .rows[0].details
const ask = (geocerca: unknown) => client.post('/credentials', { segundos: 3600, geocerca })

it('returns the geofence with the credential and in its events, or null', async () => {
  const made = (await ask(POLYGON)).body.credential
  expect(made.geocerca).toEqual(POLYGON)
  expect((await client.get(`/credentials/${made.id}`)).body.credential.geocerca).toEqual(POLYGON)
  expect((await client.get('/credentials?limit=1')).body.credentials[0].geocerca).toEqual(POLYGON)
  const [issued] = await eventsOf(service, made.id)
  expect(issued!.body.data.credential.geocerca).toEqual(POLYGON)
  expect((await ask(CIRCLE)).body.credential.geocerca).toEqual({ ...CIRCLE, en_base: 'avisar' })
  expect((await ask(null)).body.credential.geocerca).toBeNull()
})

it('reports an invalid geofence at its field', async () => {
  expectInvalid(await ask({ ...CIRCLE, lat: 91 }), '/geocerca/lat')
  expectInvalid(await ask({ ...CIRCLE, radio_km: 0.01 }), '/geocerca/radio_km')
  expectInvalid(await ask({ tipo: 'circulo', lat: 19, lng: -99 }), '/geocerca/radio_km')
  expectInvalid(await ask({ ...CIRCLE, tipo: 'cuadrado' }), '/geocerca/tipo')
  expectInvalid(await ask({ ...CIRCLE, radio: 5 }), '/geocerca/radio')
  expectInvalid(await ask({ ...CIRCLE, puntos: POLYGON.puntos }), '/geocerca/puntos')
  expectInvalid(await ask({ ...POLYGON, puntos: POLYGON.puntos.slice(0, 2) }), '/geocerca/puntos')
  expectInvalid(await ask({ ...POLYGON, puntos: [...POLYGON.puntos, [20, 200]] }), '/geocerca/puntos/4/1')
  const [a, b, c, d] = POLYGON.puntos
  expectInvalid(await ask({ ...POLYGON, puntos: [a, c, b, d] }), '/geocerca/puntos')
  const batch = [{ segundos: 3600 }, { segundos: 3600, geocerca: { ...CIRCLE, lng: 181 } }]
  expectInvalid(await client.post('/credentials/batch', { credentials: batch }), '/credentials/1/geocerca/lng')
})

it('changes and removes the geofence with one event per actual change; renewals keep it', async () => {
  const { id } = (await ask(CIRCLE)).body.credential
  const change = async (geocerca: unknown) => (await client.patch(`/credentials/${id}`, { geocerca })).body.credential
  expect((await change(POLYGON)).geocerca).toEqual(POLYGON)
  await change(POLYGON)
  expect((await client.post(`/credentials/${id}/renovar`, { segundos: 3600 })).body.credential.geocerca).toEqual(
    POLYGON,
  )
  expect((await change(null)).geocerca).toBeNull()
  const told = (await eventsOf(service, id)).filter(({ body }) => body.type === 'credential.updated')
  expect(told.map(({ body }) => body.data.cambios)).toEqual([['geocerca'], ['geocerca']])
  expect(await lastDetails('credential.changed')).toMatchObject({ fields: ['fence'] })
  expectInvalid(await client.patch(`/credentials/${id}`, { geocerca: { ...CIRCLE, lat: -91 } }), '/geocerca/lat')
})

it('accepts a full batch with a polygon each', async () => {
  const credentials = Array.from({ length: 1_000 }, () => ({ segundos: 3600, geocerca: POLYGON }))
  const answer = await client.post('/credentials/batch', { credentials })
  expect(answer.status).toBe(201)
  expect(answer.body.credentials[999].geocerca).toEqual(POLYGON)
})

it('gives an order and its credential the geofence that the product had at that time', async () => {
  const { current } = service.services
  const { book } = await current()
  const context = { ...byTest(service.services), book, customerMail: null }
  const { rows } = await service.db.pool.query('select id from owners limit 1')
  const ownerId: number = Number(rows[0].id)
  const money = { amountMinor: 5_000, currency: 'MXN' as const, validitySeconds: 3_600 }
  const fence = { shape: 'circle' as const, lat: 19.4, lng: -99.1, radiusKm: 15, onBase: 'cut' as const }
  const product = await createProduct(context, 'all', {
    ...{ ownerId, name: 'Sitio', serves: 'network', stationId: null, active: true, inShop: false, fence, ...money },
  })
  expect(product.geofence).toEqual(fence)
  await changeProduct(context, 'all', product.id, { fence })
  expect(await lastDetails('product.changed')).toEqual({ name: 'Sitio', fence, was: { fence } })
  const customer = { customerName: 'Ana', customerEmail: 'ana@example.mx', language: 'es' as const, client: null }
  const wish = { ownerId, productId: product.id, stationId: null, startsAt: undefined, ...money, ...customer }
  const order = await createOrder(context, 'all', wish)
  await service.db.pool.query('update products set fence = null where id = $1', [product.id])
  const paid = await payOrder(context, 'all', order.id, { way: 'hand', reference: null, note: null })
  const { rows: made } = await service.db.pool.query('select fence from credentials where id = $1', [
    paid.order.credentialId,
  ])
  expect(made[0].fence).toEqual(fence)
})

it('reads a geofence in a file as three numbers, WKT, GeoJSON or API JSON', () => {
  const cell = (value: unknown) =>
    `"${String(typeof value === 'string' ? value : JSON.stringify(value)).replaceAll('"', '""')}"`
  const read = (value: unknown, onBase = '') =>
    atOnce(readCredentialFile(`dias,geocerca,en_base\n1,${cell(value)},${onBase}\n`))[0]!
  const points = POLYGON.puntos
  expect(read('19.4326, -99.1332, 20').request.fence).toEqual({
    ...{ shape: 'circle', lat: 19.4326, lng: -99.1332, radiusKm: 20, onBase: 'tell' },
  })
  const square = { shape: 'polygon', points, onBase: 'cut' }
  expect(read('POLYGON((-100 19, -99 19, -99 20, -100 20, -100 19))', 'cortar').request.fence).toEqual(square)
  const ring = [...points, points[0]!].map(([lat, lng]) => [lng, lat])
  expect(read({ type: 'Polygon', coordinates: [ring] }, 'cortar').request.fence).toEqual(square)
  expect(read(POLYGON).request.fence).toEqual(square)
  for (const wrong of [
    '19.4',
    '19.4,-99.1,20,3',
    'POLYGON((1 2))',
    '{',
    '{"tipo":"circulo"}',
    'POLYGON((a b, c d, e f))',
  ])
    expect(read(wrong).problems, wrong).toMatchObject([{ field: 'geocerca' }])
  expect(read('91,-99,5').problems).toMatchObject([{ field: 'geocerca', code: 'number_range' }])
})
