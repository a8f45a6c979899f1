// Products for a group of stations, sold in the shop and through the API: the price, and the credential that results.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createGroup } from '../../../src/actions/stations/groups.ts'
import { byTest } from '../../support/action-context.ts'
import { expectInvalid, expectProblem } from '../../support/problems.ts'
import { measure } from '../../support/rows.ts'
import { type Client, STATIONS } from '../../support/service.ts'
import { OrderSite } from './support.ts'

const DAY_S = 86_400
const AT_TOLUCA = { lat: 19.3, lng: -99.65 }
const AT_CDMX = { lat: 19.43, lng: -99.13 }
const AT_CUERNAVACA = { lat: 18.92, lng: -99.23 }

let orders: OrderSite
let client: Client
let groupId: number
let products: Record<'valle' | 'sur' | 'network', number>

beforeAll(async () => {
  orders = await OrderSite.start()
  const { service } = orders.site
  await service.saveStations(STATIONS.cuernavaca)
  client = await service.client(undefined, 'Operator')
  const context = byTest(service.services)
  groupId = (await createGroup(context, { name: 'Valle', members: ['CDMX', 'TOLU'] })).id
  const { id: south } = await createGroup(context, { name: 'Sur', members: ['CUER'] })
  products = {
    valle: await offer({ name: '30 días, Valle', serves: 'group', groupId, amountMinor: 80_000 }),
    sur: await offer({ name: '30 días, Sur', serves: 'group', groupId: south, amountMinor: 50_000 }),
    network: await offer({ name: '30 días, red', serves: 'network', amountMinor: 150_000 }),
  }
})
afterAll(() => orders.stop())
beforeEach(async () => {
  const { service } = orders.site
  for (const code of ['CDMX', 'TOLU', 'CUER']) await measure(service, code, { measuredAt: service.services.clock() })
})

async function offer(more: object): Promise<number> {
  const wish = { ownerId: orders.ownerId, validitySeconds: 30 * DAY_S, currency: 'MXN', inShop: true }
  return (await orders.operator.post('/products', { ...wish, ...more })).body.product.id
}
/** Marks the order as paid manually, as for a bank transfer, and returns its credential. */
async function pay(id: number) {
  const { body } = await orders.operator.post(`/orders/${id}/pay`, {})
  return (await client.get(`/credentials/${body.order.credentialId}`)).body.credential
}
const OF_VALLE = { tipo: 'red', grupo: 'Valle', mountpoint: 'RED', station_id: null, station_codigo: null }

describe('a group product in the shop', () => {
  const expectation = async ({ lat, lng }: typeof AT_CDMX) =>
    (await orders.visit(`/public/shop/expectation?productId=${products.valle}&lat=${lat}&lng=${lng}`)).body.expectation
  const buy = (place: typeof AT_CDMX) =>
    orders.buy('/public/shop/orders', {
      ...{ productId: products.valle, ...place, customerName: 'Luis Gómez', customerEmail: 'luis@example.mx' },
      language: 'es',
    })

  it("shows the group's name and is covered only by the group's stations", async () => {
    const { body } = await orders.visit('/public/shop')
    expect(body.products).toContainEqual(
      expect.objectContaining({ id: products.valle, serves: 'group', group: 'Valle', station: null }),
    )
    expect(await expectation(AT_CDMX)).toMatchObject({ covered: true, station: { code: 'CDMX' } })
    expect(await expectation(AT_TOLUCA)).toMatchObject({ covered: true, station: { code: 'TOLU' } })
    expect(await expectation(AT_CUERNAVACA)).toMatchObject({ covered: false })
    expectProblem(await buy(AT_CUERNAVACA), 409, 'no_coverage')
  })

  it('creates an order for the group, not for the nearest station, and a credential for the group when paid', async () => {
    const { status, body } = await buy(AT_TOLUCA)
    expect(status).toBe(201)
    expect(body.order).toMatchObject({ state: 'pending', group: 'Valle', station: null, amountMinor: 80_000 })
    const credential = await pay(body.order.number)
    expect(credential).toMatchObject(OF_VALLE)
    const { hallazgos } = (await client.get(`/credentials/${credential.id}/diagnostico`)).body
    expect(hallazgos[1]).toMatchObject({ codigo: 'opens_group', texto: expect.stringContaining('"Valle": 2 stations') })
  })
})

describe('POST /orders', () => {
  const order = (body: object) =>
    client.post('/orders', { cliente_nombre: 'María Peña', cliente_email: 'maria@example.mx', ...body })

  it('with a group product is for that group, whether or not the request names it', async () => {
    for (const named of [{}, { grupo: 'VALLE' }]) {
      const { status, body } = await order({ producto_id: products.valle, ...named })
      expect(status).toBe(201)
      const { grupo, tipo, station_codigo, importe } = body.order
      expect({ grupo, tipo, station_codigo, importe }).toEqual({
        ...{ grupo: 'Valle', tipo: 'red', station_codigo: null, importe: 80_000 },
      })
      expect(await pay(body.order.id)).toMatchObject(OF_VALLE)
    }
  })

  it('without a product takes the price of the product on sale for exactly this group', async () => {
    const { body } = await order({ segundos: 30 * DAY_S, grupo: 'sur' })
    expect(body.order).toMatchObject({ producto_id: products.sur, importe: 50_000, grupo: 'Sur' })
    expect((await order({ segundos: 30 * DAY_S })).body.order).toMatchObject({
      ...{ producto_id: products.network, importe: 150_000, grupo: null },
    })
    expectProblem(await order({ segundos: 7 * DAY_S, grupo: 'Sur' }), 409, 'no_product_offers_it')
  })

  it('rejects a group that is unknown, belongs to another product, or is combined with a station', async () => {
    expectInvalid(await order({ producto_id: products.valle, grupo: 'Norte' }), '/grupo')
    expectInvalid(await order({ producto_id: products.valle, grupo: 'Sur' }), '/grupo')
    expectInvalid(await order({ producto_id: products.network, grupo: 'Valle' }), '/grupo')
    expectInvalid(await order({ segundos: 30 * DAY_S, grupo: 'Valle', station_codigo: 'CDMX' }), '/grupo')
    expectInvalid(await order({ producto_id: products.valle, station_codigo: 'CDMX' }), '/station_id')
  })
})
