import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { freePorts } from '../../src/demo/ports.ts'
import { mailServer } from '../support/mail-server.ts'
import { expectGoodLooks } from './looks.ts'
import { hasChromium, Journey } from './support.ts'

let journey: Journey
let page: Page
let smtpPort: number

/** All fall silent in one statement, so that they belong to one mail. */
async function silentStations(places: Readonly<Record<string, number>>): Promise<void> {
  const ids: number[] = []
  for (const [code, lat] of Object.entries(places)) {
    const place = {
      name: `Estación ${code}`,
      federalState: 'Guanajuato',
      lat,
      lng: -101.68,
      mountpoint: `${code}_RTCM`,
    }
    const { body } = await journey.ask(page, 'POST', '/stations', { code, ...place })
    ids.push(body.station.id)
  }
  await journey.db.pool.query(
    `insert into station_health (station_id, measured_at, health_pct, satellites, satellites_by_constellation)
     select id, now() - interval '12 minutes', 99, 30, '{}' from unnest($1::bigint[]) as id`,
    [ids],
  )
}

const attention = () => page.getByRole('region', { name: 'Requiere atención' })

describe('alerts', { skip: !hasChromium }, () => {
  beforeAll(async () => {
    smtpPort = (await freePorts({ SMTP: { host: '127.0.0.1', port: 0 } })).SMTP
    journey = await Journey.start({ SMTP_URL: `smtp://127.0.0.1:${smtpPort}?ignoreTLS=true` })
    page = await journey.signIn(await journey.person('administrator'))
    journey.keepWindows()
  })
  afterEach(() => journey?.closeWindows())
  afterAll(() => journey?.stop())

  it('the first page says that nobody is written to, and leads to where that is set', async () => {
    await attention().getByText('agregue un destinatario').waitFor()
    await attention().getByRole('link', { name: 'Configurar' }).click()
    const panel = page.getByRole('region', { name: 'Alertas' })
    const to = panel.getByLabel('Destinatarios', { exact: true })
    await to.fill('nadie')
    await to.press('Enter')
    await page.getByRole('button', { name: 'Guardar cambios' }).click()
    await panel
      .getByText(/Debe ser un correo/)
      .first()
      .waitFor()
    await to.press('Backspace')
    for (const address of ['guardia@example.mx', 'jefa@example.mx']) {
      await to.fill(address)
      await to.press('Enter')
    }
    await panel.getByLabel('Avisar después de (min)').fill('0')
    await panel.getByRole('checkbox', { name: 'Webhooks con fallos' }).uncheck()
    await page.getByRole('button', { name: 'Guardar cambios' }).click()
    await panel.getByText('2 destinatarios').waitFor()
    expect((await journey.ask(page, 'GET', '/settings/alerts')).body.settings).toMatchObject({
      recipients: ['guardia@example.mx', 'jefa@example.mx'],
      muted: ['webhooks'],
      delayMinutes: 0,
      quietMinutes: 60,
    })
    await expectGoodLooks(journey, page)
  })

  it('send one mail per recipient for two silent stations, with a link to the console', async () => {
    const { received } = await mailServer({}, undefined, smtpPort)
    await silentStations({ LEON: 21.12, IRAP: 20.68 })
    await expect.poll(() => received.length, { timeout: 90_000 }).toBe(2)
    expect(received.map(({ recipients }) => recipients[0]).sort()).toEqual(['guardia@example.mx', 'jefa@example.mx'])
    const { text, headers } = received[0]!
    expect(headers.subject).toContain('2 alertas requieren su atención')
    expect(text).toContain('LEON: sin datos desde hace más de 60 s')
    expect(text).toContain('IRAP: sin datos desde hace más de 60 s')
    expect(text).toContain(`${journey.baseUrl}/console/alerts`)
  })

  it('show who acknowledged them, move to the end of the list, and can be undone', async () => {
    await page.goto(journey.at('/console/'))
    const items = attention().getByRole('listitem')
    await attention().getByRole('button', { name: 'Reconocer: IRAP: sin datos desde hace más de 60 s' }).click()
    await attention().getByText('Reconocida por administrator@example.mx').waitFor()
    await page.reload()
    await attention().getByText('Reconocida por administrator@example.mx').waitFor()
    expect(await items.last().innerText()).toContain('IRAP')
    await attention()
      .getByRole('button', { name: 'Deshacer el reconocimiento: IRAP: sin datos desde hace más de 60 s' })
      .click()
    await attention().getByRole('button', { name: 'Reconocer las 2' }).click()
    await expect.poll(() => attention().getByText('Reconocida por administrator@example.mx').count()).toBe(2)
    await expectGoodLooks(journey, page)
  })

  it('stay in the history, by state and topic, in English too', async () => {
    await attention().getByRole('link', { name: 'Historial de alertas' }).click()
    const rows = page.getByRole('region', { name: 'Alertas' }).getByRole('row')
    // On a busy machine the service may report late work too.
    const silent = rows.filter({ hasText: 'sin datos desde' })
    await expect.poll(() => silent.count()).toBe(2)
    // A snooze, with the runbook beside the alert.
    const first = rows.filter({ hasText: 'IRAP' })
    await first.getByRole('button', { name: /^Deshacer/ }).click()
    const runbook = first.getByRole('link', { name: /^Qué hacer/ })
    expect(await runbook.getAttribute('href')).toBe('/docs/es/handbook/runbook#verticestationoffline')
    await first.getByRole('button', { name: /^Posponer/ }).click()
    await page.getByRole('menuitem', { name: 'Por 4 horas' }).click()
    await first.getByText('Pospuesta', { exact: true }).waitFor()
    await first.getByText(/administrator@example.mx.*pospuesta hasta/).waitFor()
    // One station sends data again.
    await journey.db.pool.query(
      `update station_health set measured_at = now() + interval '1 hour' where station_id = (select id from stations where code = 'LEON')`,
    )
    await page.getByText('Terminada').first().waitFor()
    await expectGoodLooks(journey, page)
    await page.goto(journey.at('/console/alerts?state=ended'))
    await expect.poll(() => silent.count()).toBe(1)
    expect(await silent.innerText()).toContain('LEON')
    await page.goto(journey.at('/console/alerts?topic=disk'))
    await page.getByText('Ninguna alerta coincide con los filtros.').waitFor()
    const english = await journey.signIn(
      await journey.person('viewer'),
      { locale: 'en-GB' },
      '/alerts?state=acknowledged',
    )
    await english.getByText('IRAP: no data for more than 60 s').waitFor()
    expect(await english.getByRole('button', { name: /^(Acknowledge:|Undo)/ }).count()).toBe(0)
  })

  it('cause no browser errors on any page', () => {
    expect(journey.complaints).toEqual([])
  })
})
