// From the shop to a connected rover without staff; and the section Pedidos for the staff.
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { Sky } from '../../src/demo/simulator/sky/sky.ts'
import { SimulatedStation } from '../../src/demo/simulator/station.ts'
import {
  noticeBody,
  SECRET_KEY,
  StripeServer,
  signatureOf,
  WEBHOOK_SECRET,
} from '../outbound/payments/stripe-server.ts'
import { Peer, rev1Request } from '../support/caster.ts'
import { mailServer } from '../support/mail-server.ts'
import { faded } from './looks.ts'
import { hasChromium, Journey } from './support.ts'

const HOSTILE = `"><img src=x onerror="window.stolen=1"><script>window.stolen=1</script>`
const LONG = 'Muylargo'.repeat(14)

async function furnish(journey: Journey, desk: Page) {
  const made = async (method: string, path: string, body?: object) => {
    const answer = await journey.ask(desk, method, path, body)
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ body: { ok: true } })
    return answer.body
  }
  const { owner } = await made('POST', '/owners', { name: 'Red del Valle' })
  const place = { code: 'CDMX', name: 'Ciudad de México', federalState: 'Ciudad de México', mountpoint: 'CDMX' }
  const { station } = await made('POST', '/stations', { ...place, lat: 19.4326, lng: -99.1332 })
  const wish = { ownerId: owner.id, validitySeconds: 2_592_000, serves: 'place', amountMinor: 125_050, currency: 'MXN' }
  const { product } = await made('POST', '/products', { ...wish, name: '30 días', inShop: true })
  return { made, ownerId: owner.id as number, stationId: station.id as number, productId: product.id as number }
}

async function seriousViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const found = await page.evaluate(async () => {
    const tool = (window as unknown as { axe: typeof axe }).axe
    return (await tool.run(document, { resultTypes: ['violations'] })).violations
  })
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

describe('the shop', { skip: !hasChromium }, () => {
  it('sells access to a customer whose rover then connects with the mailed login', async () => {
    const [stripe, mail] = [await StripeServer.start(), await mailServer()]
    onTestFinished(stripe.stop)
    const settings = {
      SMTP_URL: mail.url,
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    }
    const journey = await Journey.start(settings, { shop: true }, { stripeApiUrl: stripe.url })
    onTestFinished(() => journey.stop())
    const desk = await journey.signIn(await journey.person('administrator'), {}, '/orders')
    const { made, stationId } = await furnish(journey, desk)
    const { secret } = await made('POST', `/stations/${stationId}/secret`)
    const base = new SimulatedStation({
      sky: new Sky(),
      station: { code: 'CDMX', stationId, position: { lat: 19.4326, lng: -99.1332, height: 2240 } },
      host: '127.0.0.1',
      port: journey.casterPort,
      mountpoint: 'CDMX',
      revision: 2,
      chunked: true,
      credentials: { username: 'CDMX', password: secret },
    })
    base.start()
    onTestFinished(() => base.stop())
    // Stations that were never measured are not sold.
    await expect.poll(async () => (await made('GET', `/stations/${stationId}`)).station.measured).toBe(true)

    const customer = await journey.window()
    await customer.goto(journey.at('/'))
    await customer.getByText('Comprar acceso').click()
    await customer.getByText('$1,250.50 MXN').first().waitFor()
    await customer.getByLabel('Su nombre').fill('Rosa Díaz')
    await customer.getByLabel('Su correo electrónico').fill('rosa@example.mx')
    // The map shows all stations, so the only one is at its centre.
    await customer.getByRole('region', { name: 'Mapa para elegir el lugar' }).click()
    await customer.getByText('Hay cobertura').waitFor()
    expect(Number(await customer.getByLabel('Latitud').inputValue())).toBeCloseTo(19.4, 0)
    await customer.getByLabel('Latitud').fill('25')
    await customer.getByLabel('Longitud').fill('-110')
    await customer.getByText('Aquí no hay cobertura').waitFor()
    await customer.getByRole('button', { name: /Pedir por/ }).click()
    await customer.getByText('Elija un lugar con cobertura').waitFor()
    await customer.getByLabel('Latitud').fill('19.4')
    await customer.getByLabel('Longitud').fill('-99.1')
    await customer.getByText('Hay cobertura').waitFor()
    await customer.getByText('Recibirá correcciones de la estación CDMX').waitFor()
    await customer.getByRole('button', { name: 'Pedir por $1,250.50 MXN' }).click()

    await customer.getByText('Pendiente de pago').waitFor()
    const page = customer.url()
    const key = page.split('/').at(-1)!
    await customer.getByRole('button', { name: 'Pagar con tarjeta' }).click()
    await customer.getByRole('heading', { name: 'Checkout' }).waitFor()
    expect(stripe.sessions[0]!.fields.get('client_reference_id')).toBe(key)

    const payload = noticeBody({ orderKey: key, amount: 125_050 })
    const told = await fetch(journey.at('/payments/stripe'), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signatureOf(payload) },
      body: payload,
    })
    expect(await told.json()).toMatchObject({ outcome: 'paid' })
    await customer.goto(page)
    await customer.getByText('Recibimos su pago').waitFor()
    await customer.getByText('r•••@example.mx').waitFor()

    await expect.poll(() => mail.received.length, { timeout: 90_000 }).toBe(2)
    const [howToPay, data] = mail.received
    expect(howToPay!.text).toContain(page)
    expect(data!.recipients).toEqual(['rosa@example.mx'])
    const { text } = data!
    const [, username] = /Usuario:\s+(\w+)/.exec(text)!
    const [, password] = /Contraseña:\s+(\w+)/.exec(text)!
    const rover = await Peer.open(journey.casterPort, rev1Request('CDMX', username!, password!))
    await rover.until('ICY 200 OK\r\n\r\n')
    await expect.poll(() => rover.received.includes(0xd3)).toBe(true)
    rover.close()

    // The same customer renews from the page: same login, no visit to the receiver.
    const [access] = /http\S+\/c\/[^?\s]+/.exec(text)!
    await customer.goto(`${access}?lang=es`)
    await customer.getByText('conserva el usuario y la contraseña').waitFor()
    await customer.getByRole('button', { name: 'Renovar 30 días · $1,250.50 MXN' }).click()
    await customer.getByText('su acceso se extiende con el mismo usuario y contraseña').waitFor()
    const renewal = customer.url()
    expect(await seriousViolations(customer)).toEqual([])
    const paidAgain = noticeBody({ id: 'evt_renewal', orderKey: renewal.split('/').at(-1)!, amount: 125_050 })
    const renewed = await fetch(journey.at('/payments/stripe'), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signatureOf(paidAgain) },
      body: paidAgain,
    })
    expect(await renewed.json()).toMatchObject({ outcome: 'paid' })
    await customer.getByText('extendimos su acceso').waitFor()
    await customer.goto(`${access}?lang=es`)
    await customer.getByText(/Quedan 59 d/).waitFor()
    const again = await Peer.open(journey.casterPort, rev1Request('CDMX', username!, password!))
    await again.until('ICY 200 OK\r\n\r\n')
    again.close()

    // In the shop, the address is enough to get the link.
    await customer.goto(journey.at('/shop'))
    await customer.getByLabel('Correo con el que compró').fill('rosa@example.mx')
    await customer.getByRole('button', { name: 'Enviar el enlace' }).click()
    await customer.getByText('Si rosa@example.mx tiene un acceso').waitFor()
    await expect
      .poll(
        () => mail.received.filter(({ text }) => text.includes('Pidió los enlaces') && text.includes(access!)).length,
        {
          timeout: 90_000,
        },
      )
      .toBe(1)
    expect(mail.received.filter(({ text }) => text.includes('Hola, Rosa Díaz:')).length).toBeGreaterThan(2)
    expect(journey.complaints).toEqual([])
  })
})

describe('the section Pedidos', { skip: !hasChromium }, () => {
  let journey: Journey
  let desk: Page
  let ownerId: number
  let productId: number
  beforeAll(async () => {
    journey = await Journey.start({}, { shop: true, bankDetails: 'Banco Uno\nCLABE 012345' })
    desk = await journey.signIn(await journey.person('operator'), {}, '/orders')
    const furnished = await furnish(journey, desk)
    ;({ ownerId, productId } = furnished)
    const order = { ownerId, validitySeconds: 86_400, amountMinor: 100, currency: 'MXN', customerEmail: 'x@example.mx' }
    await furnished.made('POST', '/orders', { ...order, customerName: HOSTILE })
    await furnished.made('POST', '/orders', { ...order, customerName: LONG })
    await furnished.made('PATCH', `/products/${productId}`, { name: HOSTILE })
    journey.keepWindows()
  })
  afterEach(() => journey?.closeWindows())
  afterAll(() => journey?.stop())

  it('creates an order from a product, marks it as paid after one question, and opens its credential', async () => {
    await desk.goto(journey.at('/console/orders/new'))
    await desk.getByRole('combobox', { name: 'Organización' }).last().click()
    await desk.getByRole('option', { name: 'Red del Valle' }).click()
    await desk.getByRole('combobox', { name: 'Producto' }).click()
    await desk.getByRole('option', { name: HOSTILE }).click()
    await desk.getByLabel('Nombre del cliente').fill('Luis Gómez')
    await desk.getByLabel('Correo del cliente').fill('luis@example.mx')
    expect(await desk.getByLabel('Importe').inputValue()).toBe('1250.50')
    await desk.getByLabel('Importe').fill('1,999.9')
    await desk.getByRole('button', { name: 'Crear pedido' }).click()
    const drawer = desk.getByRole('dialog')
    await drawer.getByText('CLABE 012345').waitFor()
    await drawer.getByRole('button', { name: 'Marcar como pagado' }).click()
    await desk.getByRole('dialog', { name: '¿Recibió $1,999.90 MXN de Luis Gómez?' }).waitFor()
    await desk.getByLabel('Nota del pago').fill('SPEI 4711')
    await desk.getByRole('button', { name: 'Sí, recibí $1,999.90 MXN' }).click()
    await drawer.getByText('SPEI 4711').first().waitFor()
    await drawer.getByText('Pago confirmado').waitFor()
    await drawer.getByText('Pedido creado').waitFor()
    await drawer.getByText('Transferencia', { exact: true }).waitFor()
    const customer = drawer.getByRole('link', { name: 'Luis Gómez' })
    expect(await customer.getAttribute('href')).toMatch(/\/customers\/\d+\/luis%40example\.mx$/)
    await drawer.getByRole('link', { name: 'Abrir la credencial' }).click()
    await desk.getByText('Luis Gómez').first().waitFor()
    expect(new URL(desk.url()).pathname).toMatch(/^\/console\/credentials\/\d+$/)
  })

  it('finds a pending order by its customer and cancels it', async () => {
    await desk.goto(journey.at('/console/orders?q=muylargo'))
    await desk.getByRole('link', { name: '#2' }).click()
    const drawer = desk.getByRole('dialog')
    await drawer.getByRole('button', { name: 'Cancelar pedido' }).click()
    const question = desk.getByRole('dialog', { name: '¿Cancelar el pedido #2?' })
    await question.getByRole('button', { name: 'Cancelar pedido' }).click()
    await drawer.getByText('Cancelado').first().waitFor()
  })

  it.each([
    '/console/orders',
    '/console/orders/1',
    '/console/orders/new',
    '/console/orders/products',
    '/console/orders/products/1',
    '/shop',
    'an order',
  ])('%s is accessible in both themes, fits on a phone, and escapes its texts', async (path) => {
    const { link } = (await journey.ask(desk, 'GET', '/orders/1')).body.ways
    await desk.goto(path === 'an order' ? link : journey.at(path))
    await desk.locator('h1, h2').first().waitFor()
    await desk.waitForFunction(() => document.querySelectorAll('.mantine-Loader-root').length === 0)
    await faded(desk)
    for (const colorScheme of ['light', 'dark'] as const) {
      await desk.emulateMedia({ colorScheme })
      await desk.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
      expect(await seriousViolations(desk), colorScheme).toEqual([])
    }
    await desk.setViewportSize({ width: 390, height: 844 })
    const over = await desk.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    await desk.setViewportSize({ width: 1280, height: 900 })
    expect(over, 'on a phone').toBe(0)
    expect(await desk.evaluate(() => 'stolen' in window)).toBe(false)
  })
})
