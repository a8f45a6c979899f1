// The registered place of a credential, for rovers without a position: set at issue, changed and removed on its page.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectGoodLooks } from './looks.ts'
import { hasChromium, Journey } from './support.ts'

let journey: Journey
let page: Page

describe('a registered place', { skip: !hasChromium }, () => {
  beforeAll(async () => {
    journey = await Journey.start()
    page = await journey.signIn(await journey.person('administrator'))
    await journey.ask(page, 'POST', '/owners', { name: 'Agrícola del Bajío' })
  })
  afterAll(() => journey.stop())

  const place = () => page.getByRole('dialog').locator('dt', { hasText: 'Ubicación registrada' }).locator('xpath=../dd')

  it('is typed or picked on the map, and removed again', async () => {
    await page.goto(journey.at('/console/credentials/new'))
    await page.getByRole('combobox', { name: 'Organización' }).last().click()
    await page.getByRole('option', { name: 'Agrícola del Bajío' }).click()
    const issue = page.getByRole('dialog').getByRole('button', { name: 'Emitir' })
    await page.getByRole('button', { name: 'Ubicación registrada: ninguna' }).click()
    await page.getByLabel('Latitud (grados)').fill('19,44')
    await page.getByText('Escriba ambas').first().waitFor()
    await issue.click()
    await page.getByText('Revise los campos de arriba.').waitFor()
    await page.getByLabel('Longitud (grados)').fill('-99.14')
    await page.getByRole('button', { name: 'Ubicación registrada: 19.44, -99.14' }).waitFor()
    await issue.click()
    await page.getByText('Credencial emitida').waitFor()
    await expect.poll(() => place().innerText()).toContain('19.44000, -99.14000')

    await page.getByRole('button', { name: 'Cambiar la ubicación' }).click()
    const dialog = page.getByRole('dialog', { name: /^Ubicación registrada de / })
    await expectGoodLooks(journey, page)
    const map = dialog.getByRole('region', { name: 'Mapa para elegir la posición' })
    await map.locator('path:not(.map-leader)').first().waitFor()
    await map.click({ position: { x: 60, y: 60 } })
    await expect.poll(() => dialog.getByLabel('Latitud (grados)').inputValue()).not.toBe('19.44')
    await dialog.getByRole('button', { name: 'Quitar la ubicación' }).click()
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await page.getByText(/^Se guardó la ubicación de /).waitFor()
    await expect.poll(() => place().innerText()).toContain('ninguna')
    expect(journey.complaints).toEqual([])
  })
})
