// An operator forwards a station's stream to another caster and pauses it; a viewer sees it without a form.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { STATIONS } from '../support/service.ts'
import { expectGoodLooks } from './looks.ts'
import { hasChromium, Journey } from './support.ts'

let journey: Journey
let page: Page
let tab: string

describe('forwarding', { skip: !hasChromium }, () => {
  beforeAll(async () => {
    journey = await Journey.start()
    page = await journey.signIn(await journey.person('administrator'))
    const { code, name, lat, lng } = STATIONS.cdmx
    const { body } = await journey.ask(page, 'POST', '/stations', { code, name, lat, lng })
    tab = `/stations/${body.station.id}?tab=forwards`
  })
  afterAll(() => journey?.stop())

  it('is added, paused, resumed and removed', async () => {
    await page.goto(journey.at(`/console${tab}`))
    const drawer = page.getByRole('dialog')
    await drawer.getByText('El flujo no se reenvía').waitFor()
    await drawer.getByRole('textbox', { name: 'Dirección' }).fill('caster')
    await drawer.getByRole('button', { name: 'Agregar reenvío' }).click()
    await drawer.getByText(/Debe tener la forma ntrip/).waitFor()
    await drawer.getByRole('textbox', { name: 'Dirección' }).fill('ntrip://:secreto@8.8.8.8:2101/CDMX00MEX0')
    await drawer.getByRole('button', { name: 'Agregar reenvío' }).click()
    await drawer.getByRole('heading', { name: '8.8.8.8:2101' }).waitFor()
    await drawer.getByText('En espera').waitFor()
    expect(await page.content()).not.toContain('secreto')
    await expectGoodLooks(journey, page)
    await drawer.getByRole('button', { name: 'Pausar' }).click()
    await drawer.getByText('En pausa', { exact: true }).waitFor()
    await drawer.getByRole('button', { name: 'Reanudar' }).click()
    await drawer.getByText('En espera').waitFor()

    const viewer = await journey.signIn(await journey.person('viewer'), {}, tab)
    await viewer.getByRole('heading', { name: '8.8.8.8:2101' }).waitFor()
    expect(await viewer.getByRole('button', { name: 'Pausar' }).count()).toBe(0)
    expect(await viewer.getByRole('textbox', { name: 'Dirección' }).count()).toBe(0)

    await drawer.getByRole('button', { name: 'Eliminar' }).click()
    await page
      .getByRole('dialog', { name: /Eliminar el reenvío/ })
      .getByRole('button', { name: 'Eliminar' })
      .click()
    await drawer.getByText('El flujo no se reenvía').waitFor()
    expect(journey.complaints).toEqual([])
  })
})
