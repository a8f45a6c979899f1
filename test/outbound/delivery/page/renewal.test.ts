// Renewal from the customer's page: an order at a product's price, then payment; and what an ended credential shows.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mailRenewalLinks } from '../../../../src/actions/delivery/mail-links.ts'
import { payOrder } from '../../../../src/actions/orders/pay.ts'
import { changeProduct, createProduct } from '../../../../src/actions/orders/products.ts'
import type { LiveSession } from '../../../../src/domain/delivery/live.ts'
import { liveCard } from '../../../../src/outbound/delivery/page/live.ts'
import { byTest } from '../../../support/action-context.ts'
import { type Client, STATIONS } from '../../../support/service.ts'
import { CUSTOMER_MAIL, CustomerSite, DAY_MS } from '../support.ts'

let site: CustomerSite
let client: Client
let ownerId: number
let productId: number
let addresses = 0
let address: string

beforeAll(async () => {
  site = await CustomerSite.start({}, { shop: true })
  await site.service.saveStations(STATIONS.cdmx)
  const { secret, token } = await site.service.token(undefined, 'Operator')
  client = site.service.as(secret)
  ownerId = token.ownerId
  const { book } = await site.service.services.current()
  const sold = { ownerId, serves: 'station', stationId: book.byCode.get('cdmx')!.id, currency: 'MXN', active: true }
  const add = async (days: number, amountMinor: number, inShop: boolean) =>
    createProduct(byTest({ db: site.service.db, book }), 'all', {
      ...sold,
      name: `${days} días`,
      validitySeconds: days * 86_400,
      amountMinor,
      inShop,
    } as never)
  productId = (await add(30, 290_000, true)).id
  await add(90, 700_000, true)
  await add(7, 90_000, false)
})
afterAll(() => site.stop())
// Renewals are limited per address.
beforeEach(() => {
  address = `203.0.113.${++addresses}`
})

const issue = async (more: object = {}) =>
  (
    await client.post('/credentials', {
      segundos: 5 * 86_400,
      station_codigo: 'CDMX',
      cliente_nombre: 'María Peña',
      cliente_email: 'maria@example.mx',
      ...more,
    })
  ).body.credential

const renew = (url: string, fields: Record<string, string> = { product: String(productId) }) =>
  site.post(`${url}/renew?lang=es`, address, new URLSearchParams(fields).toString())

const ordersOf = async (credentialId: number) =>
  (await site.service.db.pool.query('select id, key, customer_email from orders where renews = $1', [credentialId]))
    .rows

const context = async () => {
  const { keys, current } = site.service.services
  return byTest({ db: site.service.db, keys, book: (await current()).book, customerMail: null })
}

describe('a renewal on the page', () => {
  it('offers the products of the shop, leads to the order, and keeps user and password once it is paid', async () => {
    const made = await issue()
    const page = (await site.get(made.url)).text
    expect(page).toContain('>Renovar 30 días · $2,900.00 MXN</button>')
    expect(page).toContain('>Renovar 90 días · $7,000.00 MXN</button>')
    expect(page).not.toMatch(/Renovar 7 días|Pedir renovación|\/shop/)
    expect((await site.get(`${made.url}?lang=en`)).text).toContain('>Renew 30 days · $2,900.00 MXN</button>')
    const { status, headers } = await renew(made.url)
    const [order] = await ordersOf(made.id)
    expect([status, headers.location]).toEqual([303, `/orders/${order.key}`])
    await payOrder(await context(), 'all', order.id, { way: 'hand', reference: null, note: null })
    const { usuario, password, expira_at } = (await client.get(`/credentials/${made.id}`)).body.credential
    expect([usuario, password]).toEqual([made.usuario, made.password])
    expect(Date.parse(expira_at) - Date.parse(made.expira_at)).toBe(30 * DAY_MS)
    // 35 days are left, so the page offers no renewal now.
    expect((await site.get(made.url)).text).not.toContain('Renovar 30 días')
  })

  it('creates one order, however often and simultaneously it is requested', async () => {
    const made = await issue()
    const answers = await Promise.all([renew(made.url), renew(made.url), renew(made.url), renew(made.url)])
    expect(new Set(answers.map(({ headers }) => headers.location)).size).toBe(1)
    expect(await ordersOf(made.id)).toHaveLength(1)
    const mails = await site.service.db.pool.query(
      `select 1 from mails where key like 'order-payment:' || $1 || ':%'`,
      [String((await ordersOf(made.id))[0].id)],
    )
    expect(mails.rows).toHaveLength(1)
  })

  it('asks for an address if the credential has none', async () => {
    const made = await issue({ cliente_email: undefined })
    expect((await site.get(made.url)).text).toContain('type="email" name="email"')
    const product = String(productId)
    expect((await renew(made.url, { product })).headers.location).toContain('#renovar')
    expect((await renew(made.url, { product, email: 'no address' })).headers.location).toContain('#renovar')
    await renew(made.url, { product, email: 'luis@example.mx' })
    expect(await ordersOf(made.id)).toMatchObject([{ customer_email: 'luis@example.mx' }])
  })

  it('is not possible with other products, when withdrawn, long before the end, or for a revoked credential', async () => {
    const [made, far, revoked] = [await issue(), await issue({ segundos: 60 * 86_400 }), await issue()]
    await client.delete(`/credentials/${revoked.id}`)
    for (const { url } of [far, revoked]) expect((await renew(url)).headers.location).toContain('#renovar')
    expect((await renew(made.url, { product: '999999' })).headers.location).toContain('#renovar')
    const { book } = await site.service.services.current()
    const offer = (active: boolean) =>
      changeProduct(byTest({ db: site.service.db, book }), 'all', productId, { active })
    await offer(false)
    expect((await renew(made.url)).headers.location).toContain('#renovar')
    await offer(true)
    for (const { id } of [made, far, revoked]) expect(await ordersOf(id)).toEqual([])
  })
})

describe('the page of a credential that ended', () => {
  it('shows no password, QR code, PDF or advice: expired offers one way to renew, revoked leads to the shop', async () => {
    const made = await issue()
    site.service.at(new Date(Date.parse(made.expira_at) + 1))
    const expired = (await site.get(made.url)).text
    site.service.at(new Date())
    await client.delete(`/credentials/${made.id}`)
    const revoked = (await site.get(made.url)).text
    for (const page of [expired, revoked]) {
      expect(page).not.toContain(made.password)
      expect(page).not.toMatch(
        /class="qr"|\.pdf|class="card live|Cómo conectarse|puede ver la contraseña|Contacte a su proveedor para renovar/,
      )
      expect(page).toContain(made.usuario)
    }
    expect(expired).toContain('Renueve y su equipo volverá a conectarse con el mismo usuario y contraseña.')
    expect(expired).toContain('>Renovar 30 días ·')
    expect(revoked).toContain('href="/shop"')
    expect(revoked).not.toContain('Renovar')
  })

  it('says whom to ask if nothing else is possible', async () => {
    const closed = await CustomerSite.on(site.service, { shop: false })
    try {
      Object.assign(site.service.services, { customerMail: null })
      const made = await issue()
      site.service.at(new Date(Date.parse(made.expira_at) + 1))
      const { text } = await closed.get(made.url)
      expect(text).toContain('Contacte a su proveedor para renovar.')
      expect(text).not.toContain('<form')
    } finally {
      Object.assign(site.service.services, { customerMail: CUSTOMER_MAIL })
      site.service.at(new Date())
      await closed.close()
    }
  })
})

describe('a page that opens', () => {
  const session: LiveSession = {
    kind: 'connected',
    since: new Date(0),
    base: 'CDMX',
    distanceKm: 3,
    solution: 'fix',
    satellites: 31,
    fixedAfterSeconds: 14,
    dataAt: new Date(0),
    toldAt: new Date(0),
    flows: true,
    trouble: null,
    other: null,
  }
  it('does not show a report of up to a minute ago as the current state', () => {
    const at = (seconds: number) => new Date(seconds * 1000)
    expect(liveCard(session, at(45), 'es', true).text).toContain('consultando su estado…')
    expect(liveCard(session, at(45), 'es', true).text).not.toMatch(/Sin datos recientes|FIX/)
    expect(liveCard(session, at(5), 'es', true).text).toContain('FIX')
    expect(liveCard(session, at(45), 'es', false).text).toContain('Sin datos recientes de su equipo.')
    expect(liveCard(session, at(300), 'es', true).text).toContain('Sin datos recientes de su equipo.')
  })
})

describe('the links of a customer', () => {
  it('are mailed once an hour to an address with credentials, and to no other', async () => {
    const email = 'Varios@Example.mx'
    const [one, two, gone] = [
      await issue({ cliente_email: 'varios@example.mx' }),
      await issue({ cliente_email: email }),
      await issue({ cliente_email: email }),
    ]
    await client.delete(`/credentials/${gone.id}`)
    const ask = (to: string) => mailRenewalLinks(byTest({ db: site.service.db }), { email: to, language: 'es' })
    for (const to of [email, 'varios@example.mx', 'nobody@example.mx']) await ask(to)
    const { rows } = await site.service.db.pool.query(`select * from mails where kind = 'renewal-links'`)
    expect(rows.map(({ recipient }) => recipient)).toEqual([email])
    const mail = { ownerId: null, credentialId: null, recipient: email, data: { language: 'es' } }
    const content = await site.renderers['renewal-links']!(mail as never, 'Red', AbortSignal.timeout(60_000))
    const { text } = content as { text: string }
    expect(text).toContain('Hola, María Peña:')
    for (const { url } of [one, two]) expect(text).toContain(`${url}?lang=es#renovar`)
    expect(text).not.toContain(gone.url)
    for (const { password } of [one, two]) expect(text).not.toContain(password)
  })
})
