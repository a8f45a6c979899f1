import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectGoodLooks } from './looks.ts'
import { hasChromium, Journey } from './support.ts'

let journey: Journey
let page: Page

describe('a geofence', { skip: !hasChromium }, () => {
  beforeAll(async () => {
    journey = await Journey.start()
    page = await journey.signIn(await journey.person('administrator'), { viewport: { width: 390, height: 844 } })
    await journey.ask(page, 'POST', '/owners', { name: 'Agrícola del Bajío' })
  })
  afterAll(() => journey.stop())

  const area = () => page.getByRole('dialog').locator('dt', { hasText: 'Zona de uso' }).locator('xpath=../dd')
  const choose = (scope: ReturnType<Page['locator']>, shape: string) => scope.getByText(shape, { exact: true }).click()
  const chooseOwner = async () => {
    await page.getByRole('combobox', { name: 'Organización' }).last().click()
    await page.getByRole('option', { name: 'Agrícola del Bajío' }).click()
  }

  it('is a circle at issue, then a polygon drawn by clicks, and then removed', async () => {
    await page.goto(journey.at('/console/credentials/new'))
    await chooseOwner()
    await page.getByRole('button', { name: 'Zona de uso: en cualquier lugar' }).click()
    const form = page.getByRole('dialog')
    await choose(form, 'Círculo')
    await page.getByLabel('Latitud (grados)').fill('19,4326')
    await page.getByRole('button', { name: 'Zona de uso: incompleta' }).waitFor()
    await page.getByLabel('Longitud (grados)').fill('-99.1332')
    await page.getByLabel('Radio (km)').fill('25')
    await page.getByRole('button', { name: /Zona de uso: a no más de 25/ }).waitFor()
    await form.getByRole('region', { name: 'Mapa de la zona de uso' }).locator('path.map-fence').waitFor()
    await expectGoodLooks(journey, page)
    await form.getByRole('button', { name: 'Emitir' }).click()
    await page.getByText('Credencial emitida').waitFor()
    await expect.poll(() => area().innerText()).toContain('19.4326')

    await page.getByRole('button', { name: 'Cambiar la zona' }).click()
    const dialog = page.getByRole('dialog', { name: /^Zona de uso de / })
    await choose(dialog, 'Polígono')
    const map = dialog.getByRole('region', { name: 'Mapa de la zona de uso' })
    await map.locator('canvas').first().waitFor()
    for (const [x, y] of [
      [60, 60],
      [200, 60],
      [200, 160],
      [60, 160],
      [90, 90],
    ] as const)
      await map.click({ position: { x, y } })
    await dialog.getByText('5 puntos').waitFor()
    await dialog.getByRole('button', { name: 'Quitar el último punto' }).click()
    await dialog.getByText('4 puntos').waitFor()
    await expectGoodLooks(journey, page)
    // Two points are swapped, so the service reports the sides that cross.
    const text = dialog.getByLabel('Puntos')
    const [a, b, c, d] = (await text.inputValue()).split('\n')
    await text.fill([a, c, b, d].join('\n'))
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await dialog.getByText(/El contorno se cruza/).waitFor()
    await text.fill([a, b, c, d].join('\n'))
    await dialog.getByText('Registrarlo').or(dialog.getByLabel('En el punto de montaje de una base')).first().waitFor()
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await page.getByText(/^Se guardó la zona de /).waitFor()
    await expect.poll(() => area().innerText()).toContain('dentro de un polígono de 4 puntos')
    const shown = area().getByRole('region', { name: 'Mapa de la zona de uso' })
    await expect.poll(async () => (await shown.boundingBox())?.width).toBeGreaterThan(200)

    await page.getByRole('button', { name: 'Cambiar la zona' }).click()
    await choose(dialog, 'Sin zona')
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await expect.poll(() => area().innerText()).toContain('en cualquier lugar')
  })

  it('keeps the map view while it is drawn, and says what is missing', async () => {
    await page.goto(journey.at('/console/credentials/new'))
    await chooseOwner()
    await page.getByRole('button', { name: 'Zona de uso: en cualquier lugar' }).click()
    const form = page.getByRole('dialog')
    await choose(form, 'Polígono')
    const map = form.getByRole('region', { name: 'Mapa de la zona de uso' })
    await map.locator('canvas').first().waitFor()
    await map.click({ position: { x: 60, y: 60 } })
    await map.click({ position: { x: 200, y: 60 } })
    await form.getByText('Marque al menos tres puntos').waitFor()
    await map.click({ position: { x: 200, y: 160 } })
    await form.getByText(/Solo funciona dentro de un polígono de 3 puntos/).waitFor()
    const [first, second] = (await form.getByRole('textbox', { name: 'Puntos' }).inputValue())
      .split('\n')
      .map((line) => line.split(', '))
    expect(Number(second![0])).toBeCloseTo(Number(first![0]), 2)

    await choose(form, 'Círculo')
    await map.click({ position: { x: 100, y: 100 } })
    await form.getByLabel('Radio (km)').fill('99999')
    await form.getByRole('button', { name: 'Emitir' }).click()
    await expect.poll(() => form.getByLabel('Radio (km)').getAttribute('aria-invalid')).toBe('true')
  })

  it('can belong to a product', async () => {
    await page.goto(journey.at('/console/orders/products/new'))
    await chooseOwner()
    await page.getByLabel('Nombre').fill('Un mes, valle')
    await page.getByLabel('Precio').fill('500')
    await choose(page.getByRole('dialog'), 'Círculo')
    await page.getByLabel('Latitud (grados)').fill('19.4')
    await page.getByLabel('Longitud (grados)').fill('-99.1')
    await page.getByRole('dialog').getByRole('button', { name: 'Nuevo producto' }).click()
    await page.getByText('Un mes, valle').first().waitFor()
    const { body } = await journey.ask(page, 'GET', '/products')
    expect(body.products[0].fence).toMatchObject({ shape: 'circle', lat: 19.4, lng: -99.1, radiusKm: 20 })
    expect(journey.complaints).toEqual([])
  })
})
