// The charts of the first page and the rows behind them, sorted lists, saved views, and the global search.
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { markOf, STEP_MS } from '../../src/domain/network/overview/figures.ts'
import { insertPastFigures } from '../../src/store/network/past-figures.ts'
import { findOrCreateOwner } from '../../src/store/people/owners.ts'
import { insertPastSessions } from '../../src/store/sessions/past.ts'
import { addRefusals } from '../../src/store/sessions/refusals.ts'
import { expectGoodLooks } from './looks.ts'
import { hasChromium, Journey, type Person } from './support.ts'

describe.runIf(hasChromium)('the dashboard', () => {
  let journey: Journey
  let operator: Person
  let page: Page
  let username: string

  beforeAll(async () => {
    journey = await Journey.start({ ROLES: 'api' })
    operator = await journey.person('operator')
    const { id } = await findOrCreateOwner(journey.db, 'Topografía del Bajío')
    page = await journey.signIn(operator)
    const issued = await journey.ask(page, 'POST', '/credentials', {
      ownerId: id,
      validitySeconds: 86_400 * 30,
      customerName: 'Ana Quiroga',
    })
    username = issued.body.credential.username
    await journey.ask(page, 'POST', '/credentials', {
      ownerId: id,
      validitySeconds: 86_400,
      label: 'La que vence antes',
    })
    const station = {
      code: 'LEON',
      name: 'León',
      lat: 21.1,
      lng: -101.7,
      federalState: 'Guanajuato',
      mountpoint: 'LEON_RTCM32',
    }
    expect((await journey.ask(page, 'POST', '/stations', station)).status).toBe(201)
    const last = markOf(new Date()).getTime()
    // The last day, with an hour without measurements.
    const places = Array.from({ length: 288 }, (_, place) => place).filter((place) => place < 100 || place > 112)
    await insertPastFigures(
      journey.db,
      places.map((place) => ({
        ...{
          ownerId: id,
          at: new Date(last - place * STEP_MS),
          rovers: 1 + (place % 7),
          told: 4,
          fixed: 3,
          refusals: 0,
        },
        bytes: 300_000,
      })),
    )
    const ago = (minutes: number) => new Date(last - minutes * 60_000)
    await insertPastSessions(journey.db, [
      {
        ...{
          id: 'past',
          username,
          mountpoint: 'LEON_RTCM32',
          stationId: null,
          bytes: 5_000_000,
          agent: 'NTRIP Rover/1',
        },
        ...{ startedAt: ago(300), endedAt: ago(60), lastQuality: 4, positions: 10, fixedPositions: 9 },
      },
    ])
    await addRefusals(journey.db, [
      {
        ...{
          firstAt: ago(31),
          lastAt: ago(31),
          times: 7,
          reason: 'unknown_user',
          username: 'nadie',
          credentialId: null,
        },
        ...{ mountpoint: 'LEON_RTCM32', address: '198.51.100.7', agent: 'NTRIP Rover/1' },
      },
    ])
    journey.keepWindows()
  })
  afterAll(() => journey?.stop())
  afterEach(async () => {
    expect(journey.complaints).toEqual([])
    await journey.closeWindows()
  })

  const go = async (path: string) => {
    await page.goto(`${journey.baseUrl}/console${path}`)
    await page.locator('#content h1').waitFor()
  }

  it('shows the metrics as charts that work by keyboard, with gaps for missing values, and as tables', async () => {
    await go('/')
    const rovers = page.getByRole('article', { name: 'Rovers conectados' })
    await rovers.getByText('Máximo: 7').waitFor()
    await rovers.locator('canvas').waitFor()
    expect(await page.getByRole('article').count()).toBe(4)
    await page.getByRole('article', { name: 'Rovers con solución fija' }).getByText('75').first().waitFor()
    const chart = rovers.getByRole('img')
    await chart.focus()
    await page.keyboard.press('End')
    const told = rovers.locator('[aria-live]')
    expect(await told.textContent()).toMatch(/: 1$/)
    await page.keyboard.press('ArrowLeft')
    expect(await told.textContent()).toMatch(/: 2$/)
    await rovers.getByRole('button', { name: 'Ver como tabla' }).click()
    expect(await rovers.getByRole('row').count()).toBe(289)
    expect(await rovers.getByRole('cell', { name: 'sin datos' }).count()).toBe(13)
    await page.getByText('7 días', { exact: true }).click()
    await page.waitForURL(/period=week/)
    await rovers.getByText('Máximo: 7').waitFor()
  })

  it('starts with the map, then figures that are links, then charts', async () => {
    await go('/')
    await page.locator('.leaflet-container').waitFor()
    const topOf = async (what: Locator) => (await what.boundingBox())!.y
    const map = await topOf(page.getByRole('region', { name: 'Mapa de la red' }))
    const figures = page.getByRole('link', { name: 'Estaciones en línea' })
    const charts = page.getByRole('article', { name: 'Rovers conectados' })
    expect(map).toBeLessThan(await topOf(figures))
    expect(await topOf(figures)).toBeLessThan(await topOf(charts))
    // What needs attention lies over the map, and can be folded.
    const attention = page.getByRole('region', { name: 'Requiere atención' })
    const item = attention.getByRole('listitem').first()
    await item.waitFor()
    expect(await topOf(attention)).toBeLessThan(await topOf(figures))
    await attention.getByRole('button', { name: 'Contraer la lista' }).click()
    await item.waitFor({ state: 'detached' })
    await attention.getByRole('button', { name: 'Expandir la lista' }).click()
    for (const name of ['Estaciones en línea', 'Rovers conectados', 'Credenciales vigentes', 'Datos recibidos'])
      expect(await page.getByRole('link', { name, exact: true }).first().getAttribute('href')).toMatch(/^\/console\//)
  })

  it('shows the time of a change on one line', async () => {
    await journey.db.pool.query(
      `insert into station_status_changes (station_id, status, at) select id, 'offline', now() - interval '1 minute' from stations`,
    )
    await go('/')
    const changes = page.getByRole('region', { name: 'Cambios en las últimas 24 horas' }).getByRole('listitem')
    const change = changes.filter({ hasText: 'Fuera de línea' })
    await change.waitFor()
    expect(await change.getByRole('time').textContent()).toMatch(/\d{2}:\d{2}$/)
    expect((await change.boundingBox())!.height).toBeLessThan(32)
  })

  it('is accessible in both themes and on a phone', async () => {
    await go('/')
    await page.getByRole('article', { name: 'Conexiones rechazadas' }).locator('canvas').waitFor()
    await expectGoodLooks(journey, page)
  })

  it('links each figure and each point to the rows behind it', async () => {
    await go('/')
    const refusals = page.getByRole('article', { name: 'Conexiones rechazadas' })
    await refusals.getByRole('link', { name: '7' }).click()
    await page.getByRole('heading', { name: 'Conexiones rechazadas' }).waitFor()
    const row = page.getByRole('row', { name: /nadie/ })
    await row.waitFor()
    await page.getByText('7 intentos en los rechazos mostrados').waitFor()
    // A log: the exact time in the row.
    expect(await row.getByRole('time').textContent()).toMatch(/\d{4}.*\d{2}:\d{2}:\d{2}/)
    await expectGoodLooks(journey, page)
    await go('/')
    const rovers = page.getByRole('article', { name: 'Rovers conectados' })
    await rovers.locator('canvas').waitFor()
    await rovers.getByRole('img').focus()
    await page.keyboard.press('End')
    for (let steps = 0; steps < 20; steps++) await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await page.waitForURL(/activity\/sessions\?from=.*&to=/)
    await page.getByRole('link', { name: 'Ana Quiroga' }).click()
    await page.waitForURL(/\/credentials\/\d+$/)
  })

  it('sorts lists, hides columns, and saves that as a named view', async () => {
    await go('/credentials')
    const first = page.getByRole('row').nth(1)
    await page.getByRole('columnheader', { name: 'Vence' }).getByRole('button').click()
    await page.waitForURL(/sort=expires/)
    await first.getByText('La que vence antes').waitFor()
    await page.getByRole('columnheader', { name: 'Vence' }).getByRole('button').click()
    await first.getByText('Ana Quiroga').waitFor()
    expect(await page.getByRole('columnheader', { name: 'Vence' }).getAttribute('aria-sort')).toBe('descending')
    await page.getByText('2 en total').waitFor()
    await page.getByRole('button', { name: 'Columnas' }).click()
    await page.getByRole('checkbox', { name: 'Etiqueta' }).uncheck()
    await page.keyboard.press('Escape')
    await page.getByRole('columnheader', { name: 'Etiqueta' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Guardar vista' }).click()
    await page.getByLabel('Nombre de la vista').fill('Por vencer')
    await page.getByRole('button', { name: 'Guardar', exact: true }).click()
    const views = page.getByRole('navigation', { name: 'Vistas guardadas' })
    await views.getByRole('link', { name: 'Por vencer' }).waitFor()
    await go('/credentials')
    await views.getByRole('link', { name: 'Por vencer' }).click()
    await page.waitForURL(/columns=label.*sort=-expires/)
    await expectGoodLooks(journey, page)
    await views.getByRole('button', { name: 'Eliminar la vista Por vencer' }).click()
    await views.waitFor({ state: 'detached' })
  })

  it('finds stations, credentials, customers, pages and actions with Ctrl-K', async () => {
    await go('/')
    await page.keyboard.press('Control+k')
    const field = page.getByPlaceholder(/Busque, o escriba/)
    await field.fill('leon')
    const found = (name: RegExp) => page.getByRole('dialog').getByRole('button', { name })
    await found(/LEON/).waitFor()
    await expectGoodLooks(journey, page)
    await field.fill('quiroga')
    await found(new RegExp(username)).waitFor()
    await found(/^Ana Quiroga$/).waitFor()
    await field.fill('emitir cred')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/credentials\/new$/)

    // Verbs act on the objects that the rest of the text finds, and each hit shows its state.
    await page.keyboard.press('Control+k')
    await field.fill('mantenimiento leon')
    await found(/Poner en mantenimiento: LEON/).click()
    await page.getByText('LEON está en mantenimiento.').waitFor()
    await page.keyboard.press('Control+k')
    await field.fill('renovar quiroga')
    await found(new RegExp(`Renovar: ${username}.*Vigente`)).click()
    const dialog = page.getByRole('dialog', { name: new RegExp(username) })
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    // Without text, the search offers the objects that were opened last.
    await page.keyboard.press('Control+k')
    await field.fill('leon')
    await found(/^LEON.*mantenimiento/i).click()
    await page.waitForURL(/\/stations\/\d+$/)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await found(/^LEON/).waitFor()
    await expectGoodLooks(journey, page)
    await field.fill('mantenimiento leon')
    await found(/Terminar mantenimiento: LEON/).click()
    await page.getByText('LEON').last().waitFor()
  })

  it("offers only actions that the user's role allows", async () => {
    const viewer = await journey.signIn(await journey.person('viewer'))
    await viewer.keyboard.press('Control+k')
    const dialog = viewer.getByRole('dialog')
    await dialog.getByRole('button', { name: /^Estaciones/ }).waitFor()
    expect(await dialog.getByRole('button', { name: 'Emitir credencial' }).count()).toBe(0)
    expect(await dialog.getByRole('button', { name: /^Usuarios/ }).count()).toBe(0)
  })

  it('opens pages with two keys, except while the user types, and lists its keys under ?', async () => {
    await go('/stations')
    await page.keyboard.press('g')
    await page.keyboard.press('c')
    await page.waitForURL(/\/credentials$/)
    await page.locator('input[type=search]').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('gs?')
    expect(await page.locator('input[type=search]').inputValue()).toBe('gs?')
    await page.waitForURL(/q=gs/)
    await page.locator('h1').click()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Atajos de teclado' }).waitFor()
    await expectGoodLooks(journey, page)
    await page.keyboard.press('Escape')
  })
})
