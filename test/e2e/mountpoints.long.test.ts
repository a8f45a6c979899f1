// An operator manages derived mountpoints of a station and its standby source; a viewer sees them without a form.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { STATIONS } from '../support/service.ts'
import { expectGoodLooks } from './looks.ts'
import { hasChromium, Journey } from './support.ts'

let journey: Journey
let page: Page

describe('mountpoints', { skip: !hasChromium }, () => {
  beforeAll(async () => {
    journey = await Journey.start()
    page = await journey.signIn(await journey.person('administrator'))
    for (const { code, name, lat, lng } of [STATIONS.cdmx, STATIONS.toluca])
      await journey.ask(page, 'POST', '/stations', { code, name, lat, lng })
  })
  afterAll(() => journey?.stop())

  it('are created after errors were shown at their fields', async () => {
    await page.goto(journey.at('/console/mountpoints'))
    const own = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'CDMX', exact: true }) })
    await own.getByText('Fuera de línea').waitFor()
    await own.getByText('Con credencial').waitFor()
    await own.getByRole('button', { name: 'Copiar: CDMX' }).waitFor()
    await page.getByText('Caster:').waitFor()
    await expectGoodLooks(journey, page)
    await page.getByRole('link', { name: 'Agregar punto de montaje' }).click()
    const form = page.getByRole('dialog', { name: 'Agregar punto de montaje' })
    const create = form.getByRole('button', { name: 'Crear punto de montaje' })
    await form.getByRole('textbox', { name: 'Nombre', exact: true }).fill('con espacio')
    await form.getByRole('combobox', { name: 'Estación' }).click()
    await page.getByRole('option', { name: /CDMX/ }).click()
    await form.getByLabel('Una época cada').fill('7')
    await create.click()
    await form.getByText(/letras, números/).waitFor()
    await form.getByText(/Debe ser uno de estos valores/).waitFor()
    await expectGoodLooks(journey, page)
    await form.getByRole('textbox', { name: 'Nombre', exact: true }).fill('CDMX_LENTO')
    await form.getByLabel('Una época cada').fill('5')
    await create.click()
    await page.getByRole('link', { name: 'CDMX_LENTO' }).waitFor()
    await page.getByText('Cada 5 s').first().waitFor()
  })

  it('announce another reference frame and add messages, once the station has the facts', async () => {
    await page.getByRole('link', { name: 'CDMX_LENTO' }).click()
    const form = page.getByRole('dialog', { name: 'CDMX_LENTO' })
    await form.getByRole('combobox', { name: 'Marco de referencia de la posición' }).click()
    await page.getByRole('option', { name: /ITRF2014/ }).click()
    await form.getByRole('textbox', { name: 'Época de las coordenadas' }).fill('2026.5')
    await form.getByRole('checkbox', { name: '1005 posición' }).check()
    await form.getByRole('checkbox', { name: '1029 aviso' }).check()
    const save = form.getByRole('button', { name: 'Guardar cambios' })
    await save.click()
    await form.getByText(/necesitan la posición de la antena/).waitFor()
    await form.getByRole('textbox', { name: /Posición de la antena/ }).fill('-955086,-5940838.5,2108580')
    await form.getByRole('textbox', { name: 'Texto del aviso' }).fill('Mantenimiento el viernes')
    await save.click()
    await form.getByText(/Indique la velocidad de la estación/).waitFor()
    await expectGoodLooks(journey, page)
    const { body } = await journey.ask(page, 'GET', '/stations')
    const { id } = body.stations.find(({ code }: { code: string }) => code === STATIONS.cdmx.code)
    await journey.ask(page, 'PATCH', `/stations/${id}`, { velocity: [-11.2, 2.4, -250] })
    await save.click()
    await page
      .getByText(/posición en ITRF2014 época 2026.5, mensajes faltantes añadidos: 1005, 1029 cada 10 s/)
      .first()
      .waitFor()
    await page.goto(journey.at(`/console/stations/${id}`))
    await page.getByRole('link', { name: 'Editar' }).click()
    expect(await page.getByRole('textbox', { name: 'Arriba' }).inputValue()).toBe('-250')
    await expectGoodLooks(journey, page)
    await page.goto(journey.at('/console/mountpoints'))
  })

  it('are shown to a viewer without a form', async () => {
    const viewer = await journey.signIn(await journey.person('viewer'), {}, '/mountpoints')
    await viewer.getByRole('link', { name: 'CDMX_LENTO' }).click()
    const drawer = viewer.getByRole('dialog', { name: 'CDMX_LENTO' })
    await drawer.getByText('Con credencial').waitFor()
    expect(await drawer.getByRole('button', { name: 'Guardar' }).count()).toBe(0)
    await expectGoodLooks(journey, viewer)
  })

  it('are removed after a warning that names the rovers it disconnects', async () => {
    await page.getByRole('link', { name: 'CDMX_LENTO' }).click()
    await page.getByRole('button', { name: 'Eliminar' }).click()
    const question = page.getByRole('dialog', { name: 'Eliminar CDMX_LENTO' })
    await question.getByText('No hay rovers conectados').waitFor()
    await question.getByRole('button', { name: 'Eliminar' }).click()
    await page.getByText('Se eliminó CDMX_LENTO').waitFor()
  })

  it('show the fallback station where it is changed', async () => {
    const { body } = await journey.ask(page, 'GET', '/stations')
    const idOf = (code: string) => body.stations.find((station: { code: string }) => station.code === code).id
    await page.goto(journey.at(`/console/stations/${idOf(STATIONS.cdmx.code)}?tab=source`))
    const drawer = page.getByRole('dialog')
    await drawer.getByText('Otra estación', { exact: true }).click()
    const other = drawer.getByRole('combobox', { name: 'Estación sustituta' })
    await other.click()
    await page.getByRole('option', { name: new RegExp(STATIONS.toluca.code) }).click()
    await drawer.getByRole('button', { name: 'Guardar estación' }).click()
    await page.getByText('Se guardó la fuente de respaldo').waitFor()
    await expect.poll(() => other.inputValue()).toContain(STATIONS.toluca.code)
    await expectGoodLooks(journey, page)
    await drawer.getByRole('button', { name: 'Quitar fuente de respaldo' }).click()
    await page.getByText('Si la fuente principal falla, nada la sustituirá').waitFor()
    expect(journey.complaints).toEqual([])
  })
})
