// An operator's working day, from a station on the map to a rover that is disconnected, in a real browser with real
// NTRIP clients.
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Peer, rev1Request } from '../support/caster.ts'
import { hasChromium, Journey, type Person } from './support.ts'

let journey: Journey
let page: Page
let operator: Person

const chooseOwner = async (name: string) => {
  await page.getByRole('combobox', { name: 'Organización' }).last().click()
  await page.getByRole('option', { name }).click()
}
const fact = (label: string) => page.getByRole('dialog').locator('dt', { hasText: label }).locator('xpath=../dd')

describe('the working day', { skip: !hasChromium }, () => {
  beforeAll(async () => {
    journey = await Journey.start()
    operator = await journey.person('operator')
    page = await journey.signIn(operator)
    for (const name of ['Red Norte', 'Topógrafos del Bajío']) await journey.ask(page, 'POST', '/owners', { name })
    journey.keepWindows()
  })
  afterEach(() => journey?.closeWindows())
  afterAll(() => journey?.stop())

  let pushSecret: string
  it('adds a station with a click on the map, and creates its push password', async () => {
    await page.getByRole('link', { name: 'Estaciones', exact: true }).click()
    await page.getByRole('link', { name: 'Agregar estación', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Código').fill('CDMX')
    await page.getByRole('dialog').getByLabel('Nombre').fill('Ciudad de México')
    await page.getByRole('button', { name: 'Opciones avanzadas' }).click()
    await page.getByLabel('Estado o región').fill('Ciudad de México')
    await page.getByText('Escribirla ahora').click()
    const map = page.getByRole('region', { name: 'Mapa para elegir la posición' })
    await map.locator('canvas').first().waitFor()
    await map.click({ position: { x: 200, y: 140 } })
    await expect.poll(() => page.getByLabel('Latitud (grados)').inputValue()).toMatch(/^\d+(\.\d+)?$/)
    await page.getByLabel('Latitud (grados)').fill('19.33')
    await page.getByLabel('Longitud (grados)').fill('-99.18')
    await page.getByRole('button', { name: 'Agregar', exact: true }).click()
    await page.getByText('Se agregó CDMX.').waitFor()

    // The form asks for the source of its data next.
    await page.getByRole('button', { name: 'Generar contraseña', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Contraseña de CDMX' })
    pushSecret = await dialog.locator('pre').first().innerText()
    await dialog.getByRole('button', { name: 'Ya guardé una copia' }).click()
  })

  it('issues a credential, admits its rover, and disconnects the rover when it is revoked', async () => {
    const base = await Peer.open(journey.casterPort, `SOURCE ${pushSecret} /CDMX\r\nSource-Agent: NTRIP test\r\n\r\n`)
    await base.until('ICY 200 OK\r\n\r\n')
    base.socket.write('alive\r\n')

    await page.goto(journey.at('/console/credentials'))
    await page.getByRole('link', { name: 'Emitir', exact: true }).click()
    await chooseOwner('Red Norte')
    await page.getByRole('combobox', { name: 'Acceso a' }).click()
    await page.getByRole('option', { name: /CDMX/ }).click()
    await page.getByLabel('Nombre del cliente').fill('María Peña')
    await page.getByText(/Dará acceso a CDMX.* desde ahora hasta/).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Emitir' }).click()
    await page.getByText('Credencial emitida').waitFor()
    await page.getByRole('dialog').locator('svg[role=img], [role=img] svg').first().waitFor()
    const username = (await fact('Usuario').innerText()).split('\n')[0]!.trim()
    const password = (await fact('Contraseña').innerText()).split('\n')[0]!.trim()

    const rover = await Peer.open(journey.casterPort, rev1Request('CDMX', username, password))
    await rover.until('ICY 200 OK\r\n\r\n')
    await page.reload()
    await page.getByText('conectado ahora').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Más acciones' }).click()
    await page.getByRole('menuitem', { name: 'Revocar' }).click()
    const question = page.getByRole('dialog', { name: /^Revocar / }).last()
    await question.getByText('Desconecta ahora a 1 rover.').waitFor()
    await question.getByRole('button', { name: 'Revocar' }).click()
    await page.getByText(`Se revocó ${username}.`).waitFor()
    await rover.closed
    const again = await Peer.open(journey.casterPort, rev1Request('CDMX', username, password))
    await again.closed
    expect(again.received.toString()).not.toContain('ICY 200')
    await page.reload()
    await page.getByText('ya estaba revocada', { exact: false }).first().waitFor()
    base.socket.destroy()
  })

  it('issues a scheduled credential and shows it as scheduled', async () => {
    await page.goto(journey.at('/console/credentials/new'))
    await page.getByText('Programar…').click()
    await page.getByText(/Dará acceso a .* desde el /).waitFor()
    await page.getByRole('dialog').getByLabel('Etiqueta').fill('Obra de mañana')
    await page.getByRole('dialog').getByRole('button', { name: 'Emitir' }).click()
    await page.getByText('Credencial emitida').waitFor()
    await page.getByRole('dialog').getByText('Programada').first().waitFor()
  })

  it('causes no browser errors on any page', () => {
    expect(journey.complaints).toEqual([])
  })
})
