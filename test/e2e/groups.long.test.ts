import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { STATIONS } from '../support/service.ts'
import { expectGoodLooks } from './looks.ts'
import { hasChromium, Journey } from './support.ts'

let journey: Journey
let page: Page

describe('groups', { skip: !hasChromium }, () => {
  beforeAll(async () => {
    journey = await Journey.start()
    page = await journey.signIn(await journey.person('administrator'))
    for (const { code, name, lat, lng } of [STATIONS.cdmx, STATIONS.toluca])
      await journey.ask(page, 'POST', '/stations', { code, name, lat, lng })
  })
  afterAll(() => journey?.stop())

  it('are created from selected stations', async () => {
    await page.getByRole('link', { name: 'Estaciones' }).first().click()
    await page.getByRole('link', { name: 'Grupos' }).click()
    await page.getByRole('dialog', { name: 'Grupos' }).getByRole('link', { name: 'Crear grupo' }).click()
    const form = page.getByRole('dialog', { name: 'Crear grupo' })
    await form.getByRole('textbox', { name: 'Nombre' }).fill('Valle')
    await form
      .getByLabel(/^Estaciones \(0\)/)
      .first()
      .fill('CDMX')
    await page.getByRole('option', { name: /CDMX/ }).click()
    await page.keyboard.press('Tab')
    await form.getByRole('button', { name: 'Crear grupo' }).click()
    await page.getByRole('dialog', { name: 'Grupos' }).getByRole('link', { name: 'Valle' }).waitFor()
    const { body } = await journey.ask(page, 'GET', '/groups')
    expect(body.groups).toMatchObject([{ name: 'Valle', stations: 1 }])
  })

  it('report a duplicate name at its field, and a deleted group with an alert', async () => {
    await page.goto(journey.at('/console/stations/groups/new'))
    const form = page.getByRole('dialog', { name: 'Crear grupo' })
    await form.getByRole('textbox', { name: 'Nombre' }).fill('VALLE')
    await form.getByRole('button', { name: 'Crear grupo' }).click()
    await form.getByText('Ya existe un grupo con el nombre «Valle».').waitFor()
    await page.goto(journey.at('/console/stations/groups/999'))
    await page.getByRole('dialog').getByRole('alert').waitFor()
    await page.goto(journey.at('/console/stations/groups'))
  })

  it('cannot be removed while in use, and the page explains why', async () => {
    const { body } = await journey.ask(page, 'GET', '/groups')
    const groupId = body.groups[0].id
    const { body: owner } = await journey.ask(page, 'POST', '/owners', { name: 'Topógrafos' })
    await journey.ask(page, 'POST', '/credentials', { ownerId: owner.owner.id, groupId, validitySeconds: 86_400 })
    await page.goto(journey.at(`/console/stations/groups/${groupId}`))
    await page.getByText('En uso: 1 credencial vigente o programada').waitFor()
    expect(await page.getByRole('button', { name: 'Eliminar grupo' }).isDisabled()).toBe(true)
    await page.getByText('No se puede eliminar un grupo en uso').waitFor()
    await expectGoodLooks(journey, page)
    await page.goto(journey.at('/console/stations/groups'))
  })

  it('fit on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('dialog', { name: 'Grupos' }).getByRole('link', { name: 'Valle' }).click()
    await page.getByText('En uso: 1 credencial vigente').waitFor()
    const isWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
    expect(isWide).toBe(false)
  })
})
