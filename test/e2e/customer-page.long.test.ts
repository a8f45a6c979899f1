// The customer's page while the rover connects, fails and disconnects: it updates by itself and says what to do. Also
// people who sign in through mailed links.

import { writeGga } from '@vertice/ntrip'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { epochFrame } from '../../packages/rtcm/test/support/epochs.ts'
import { Peer, rev1Request } from '../support/caster.ts'
import { mailServer } from '../support/mail-server.ts'
import { violations } from './looks.ts'
import { hasChromium, Journey } from './support.ts'

const DESK = { width: 1280, height: 900 }
const PHONE = { width: 390, height: 844 }

let journey: Journey
let mails: Awaited<ReturnType<typeof mailServer>>
let admin: Page
let base: { stop(): void }
const closing: (() => Promise<void>)[] = []

const made = async (method: string, path: string, body?: object) => {
  const answer = await journey.ask(admin, method, path, body)
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ body: { ok: true } })
  return answer.body
}

let ownerId: number
let stationId: number

/** Issues a credential; returns the customer's link and the login for the rover. */
async function issue(days: number) {
  const wish = { ownerId, stationId, validitySeconds: days * 86_400, customerName: 'Rosa Díaz' }
  const { credential } = await made('POST', '/credentials', wish)
  return credential as { id: number; username: string; password: string; url: string }
}

async function pushing(): Promise<{ stop(): void }> {
  const { secret } = await made('POST', `/stations/${stationId}/secret`)
  const peer = await Peer.open(journey.casterPort, `SOURCE ${secret} /LEON\r\nSource-Agent: NTRIP test\r\n\r\n`)
  await peer.until('ICY 200 OK\r\n\r\n')
  const timer = setInterval(() => peer.write(epochFrame()), 500)
  return {
    stop() {
      clearInterval(timer)
      peer.close()
    },
  }
}

describe('the customer’s page', { skip: !hasChromium }, () => {
  beforeAll(async () => {
    mails = await mailServer({}, undefined, 0, (close) => closing.push(close))
    journey = await Journey.start({ SMTP_URL: mails.url, MAIL_FROM: 'Red RTK <rtk@example.mx>' })
    admin = await journey.signIn(await journey.person('administrator'))
    ownerId = (await made('POST', '/owners', { name: 'Red del Bajío', email: 'ventas@example.mx' })).owner.id
    const place = { code: 'LEON', name: 'León', federalState: 'Guanajuato', mountpoint: 'LEON' }
    stationId = (await made('POST', '/stations', { ...place, lat: 21.12, lng: -101.68 })).station.id
    base = await pushing()
    journey.keepWindows()
  })
  afterEach(() => journey.closeWindows())
  afterAll(async () => {
    base?.stop()
    await journey?.stop()
    for (const close of closing) await close()
  })

  it('shows the state of the rover live, and the same without JavaScript', async () => {
    const customer = await issue(20)
    const page = await journey.window({ viewport: PHONE })
    await page.goto(customer.url)
    const live = page.locator('.live')
    await live.getByText('Aún no se ha conectado').waitFor()

    const wrong = await Peer.open(journey.casterPort, rev1Request('RED', customer.username, customer.password))
    await live.getByText('No pudo conectarse').waitFor()
    await live.getByText('Su equipo solicitó RED; este acceso es para LEON.').waitFor()
    await live.getByText('Elija el punto de montaje').waitFor()
    wrong.close()
    await looksGood(page)

    const rover = await Peer.open(journey.casterPort, rev1Request('LEON', customer.username, customer.password))
    await rover.until('ICY 200 OK')
    rover.write(`${writeGga({ lat: 21.19, lng: -101.68, quality: 4, age: 1 }, new Date())}\r\n`)
    await live.getByText('FIX', { exact: true }).waitFor()
    await live.getByText('7.8 km de LEON').waitFor()
    await live.getByText(/último dato hace \d s/).waitFor()
    await live.getByText('Puede medir').waitFor()
    await looksGood(page)

    const plain = await journey.window({ javaScriptEnabled: false, locale: 'en-US' })
    await plain.goto(customer.url)
    await plain.locator('.live').getByText('Connected').waitFor()
    await plain.locator('.live').getByText('7.8 km from LEON').waitFor()

    rover.leave()
    await live.getByText('Su equipo se desconectó.').waitFor()
  })

  it('hides the password as soon as the access is revoked, while the page is open', async () => {
    const customer = await issue(20)
    const page = await journey.window({ viewport: PHONE })
    await page.goto(customer.url)
    await page.getByText(customer.username).first().waitFor()
    expect(await page.content()).toContain(customer.password)
    await made('DELETE', `/credentials/${customer.id}`)
    await page.getByText('Su acceso se canceló.').waitFor()
    const html = await page.content()
    expect(html).not.toContain(customer.password)
    expect(await page.locator('.qr, .live, a[href*=".pdf"]').count()).toBe(0)
    await looksGood(page)
  })

  it('says when it is offline, and recovers', async () => {
    const customer = await issue(20)
    const page = await journey.window({ viewport: PHONE })
    await page.goto(customer.url)
    await page.context().setOffline(true)
    await page.getByText('Sin conexión con el servicio').waitFor()
    await page.context().setOffline(false)
    await page.getByText('Sin conexión con el servicio').waitFor({ state: 'hidden' })
  })

  it('has the contacts, a calendar date, the guides, and a renewal that can be requested once', async () => {
    const settings = await journey.window()
    await settings.context().addCookies(await admin.context().cookies())
    await settings.goto(journey.at('/console/settings'))
    await settings.getByLabel('Teléfono').fill('477 123 4567')
    await settings.getByLabel(/WhatsApp/).fill('477 123 4567')
    const save = settings.getByRole('button', { name: 'Guardar cambios' })
    await save.click()
    await settings.getByText('Debe ser un número con clave de país').waitFor()
    await settings.getByLabel(/WhatsApp/).fill('+52 477 123 4567')
    await save.click()
    await settings.getByText('Se guardaron los ajustes.').waitFor()

    const customer = await issue(5)
    const page = await journey.window({ viewport: DESK, acceptDownloads: true })
    await page.goto(customer.url)
    expect(await page.getByRole('link', { name: 'Llamar al 477 123 4567' }).getAttribute('href')).toBe('tel:4771234567')
    const whatsapp = await page.getByRole('link', { name: 'Escribir por WhatsApp' }).getAttribute('href')
    expect(whatsapp).toMatch(/^https:\/\/wa\.me\/524771234567\?text=/)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: /calendario/ }).click(),
    ])
    expect(download.suggestedFilename()).toBe(`ntrip-${customer.username}.ics`)
    await page.getByText('CHCNAV (LandStar)').click()
    await page.locator('.recipe code', { hasText: customer.username }).waitFor()

    await page.getByRole('button', { name: 'Pedir renovación' }).click()
    await page.getByText('Pidió la renovación el').waitFor()
    expect(await page.getByRole('button', { name: 'Pedir renovación' }).count()).toBe(0)
    await expect
      .poll(() => mails.received.map(({ recipients }) => recipients), { timeout: 90_000 })
      .toEqual([['ventas@example.mx']])
    await looksGood(page)
  })

  it('invites people by mail, and resets a forgotten password by mail', async () => {
    const people = await journey.window()
    await people.context().addCookies(await admin.context().cookies())
    await people.goto(journey.at('/console/people/users/new'))
    await people.locator('input[name=name]').fill('Lupita Ríos')
    await people.locator('input[name=email]').fill('lupita@example.mx')
    await people.getByRole('button', { name: 'Invitar usuario' }).last().click()
    await people.getByText('Enviando la invitación a lupita@example.mx.').waitFor()
    const invited = await journey.window()
    await invited.goto(await linkMailedTo('lupita@example.mx', 1))
    await choosePassword(invited, 'frase larga y sin relacion')

    const forgetful = await journey.window({ viewport: PHONE })
    await forgetful.goto(journey.at('/console/'))
    await forgetful.locator('input[name=email]').fill('lupita@example.mx')
    await forgetful.getByRole('button', { name: '¿Olvidó su contraseña?' }).click()
    await forgetful.getByRole('heading', { name: 'Restablezca su contraseña' }).waitFor()
    expect(await violations(journey, forgetful)).toEqual([])
    await forgetful.getByRole('button', { name: 'Enviar enlace' }).click()
    await forgetful.getByText('Si existe una cuenta con lupita@example.mx').waitFor()
    await forgetful.goto(await linkMailedTo('lupita@example.mx', 2))
    await choosePassword(forgetful, 'otra frase igual de larga')
    await invited.reload()
    await invited.getByRole('heading', { name: 'Inicie sesión' }).waitFor()
  })

  it('resends to an address that was corrected a moment ago', async () => {
    const wish = { ownerId, stationId, validitySeconds: 86_400, customerEmail: 'lus@example.mx' }
    const { credential } = await made('POST', '/credentials', wish)
    const page = await journey.window()
    await page.context().addCookies(await admin.context().cookies())
    await page.goto(journey.at(`/console/credentials/${credential.id}`))
    const address = page.getByLabel('Enviar a')
    await expect.poll(() => address.inputValue()).toBe('lus@example.mx')
    await page.getByRole('button', { name: 'Cambiar datos' }).click()
    const question = page.getByRole('dialog', { name: /^Cambiar los datos de / })
    await question.getByLabel('Correo del cliente').fill('luz@example.mx')
    await question.getByRole('button', { name: 'Guardar cambios' }).click()
    await question.waitFor({ state: 'detached' })
    await expect.poll(() => address.inputValue()).toBe('luz@example.mx')
  })

  it('causes no browser errors', () => expect(journey.complaints).toEqual([]))
})

/** The newest link, once `count` mails have arrived. */
async function linkMailedTo(address: string, count: number): Promise<string> {
  const arrived = () =>
    mails.received.filter(({ recipients, text }) => recipients[0] === address && text.includes('/console/welcome#'))
  await expect.poll(() => arrived().length, { timeout: 90_000 }).toBe(count)
  return /\S+\/console\/welcome#\S+/.exec(arrived().at(-1)!.text)![0]
}

async function choosePassword(page: Page, password: string): Promise<void> {
  await page.locator('input[autocomplete=new-password]').fill(password)
  await page.getByRole('button', { name: 'Guardar y entrar' }).click()
  await page.locator('#content').waitFor()
}

async function looksGood(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await violations(journey, page), colorScheme).toEqual([])
  }
  const before = page.viewportSize()!
  for (const size of [DESK, PHONE]) {
    await page.setViewportSize(size)
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
  }
  await page.setViewportSize(before)
}
