// The map in use: its base layer, switchable layers, clusters of many stations, and scrolling of the page around it.
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { keepNode } from '../support/rows.ts'
import { faded, violations } from './looks.ts'
import { hasChromium, Journey } from './support.ts'

let journey: Journey
let page: Page

const STATIONS: Record<string, [lat: number, lng: number]> = {
  CDMX: [19.43, -99.13],
  GUAD: [20.67, -103.35],
  MTY0: [25.67, -100.31],
  HERM: [29.07, -110.95],
  MERI: [20.97, -89.62],
}
const MANY = 220

const csv = (rows: readonly (readonly [code: string, lat: number, lng: number])[]) =>
  `codigo,nombre,lat,lng\n${rows.map(([code, lat, lng]) => `${code},${code},${lat},${lng}`).join('\n')}\n`

async function importStations(text: string, count: number): Promise<void> {
  await page.goto(journey.at('/console/stations/import'))
  const file = { name: 'red.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: `Importar ${count} estaciones` }).click()
  await page.getByText(`${count} agregadas`).waitFor()
}

async function addRover(id: string, code: string, lat: number, lng: number, quality: number): Promise<void> {
  await journey.db.pool.query(
    `insert into sessions (id, node, credential_id, username, mountpoint, station_id, started_at, address, agent, bytes,
       lat, lng, quality, position_at)
     select $1, 'caster', c.id, c.username, 'RED', s.id, now(), '198.51.100.4', 'NTRIP Test', 1000, $3, $4, $5, now()
     from credentials c, stations s where s.code = $2`,
    [id, code, lat, lng, quality],
  )
}

const drawn = (on = page) => on.locator('canvas.map-atlas[data-complete=true]').waitFor()
const scale = (on = page) => on.locator('.leaflet-control-scale-line').innerText()
const layer = (name: string) => page.getByRole('switch', { name })
const lines = (kind: string) => page.locator(`path.map-rover-line-${kind}`)
const lengthOf = async (kind: string) => ((await lines(kind).getAttribute('d')) ?? '').length
/** Leaflet draws an empty path as "M0 0". */
const EMPTY = 5

const openMap = async (query = '') => {
  await page.goto(journey.at(`/console/${query}`))
  await drawn()
}

/** Share of the map in this theme colour, from 0 to 1. */
const shareOf = (on: Page, ink: string) =>
  on.locator('canvas.map-atlas').evaluate((canvas: HTMLCanvasElement, name) => {
    const colour = getComputedStyle(canvas.closest('.leaflet-container')!).getPropertyValue(name).trim()
    const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
    let count = 0
    for (let at = 0; at < data.length; at += 4)
      if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) count++
    return (4 * count) / data.length
  }, ink)

describe('the map', { skip: !hasChromium }, () => {
  beforeAll(async () => {
    journey = await Journey.start()
    page = await journey.signIn(await journey.person('administrator'))
    journey.keepWindows()
    const rows = Object.entries(STATIONS).map(([code, at]) => [code, ...at] as const)
    await importStations(csv(rows), rows.length)
    const owner = (await journey.ask(page, 'POST', '/owners', { name: 'Topografía del Bajío' })).body.owner
    await journey.ask(page, 'POST', '/credentials', { ownerId: owner.id, validitySeconds: 86_400 })
    await keepNode(journey.db, 'caster')
    await addRover('fixed', 'CDMX', 19.6, -98.8, 4)
    await addRover('float', 'GUAD', 20.5, -103.0, 5)
    await addRover('none', 'MTY0', 25.8, -100.0, 1)
  })
  afterEach(() => journey?.closeWindows())
  afterAll(() => journey?.stop())

  it('draws land and sea from data that the service ships, with attribution', async () => {
    await openMap()
    expect(await shareOf(page, '--map-land')).toBeGreaterThan(0.2)
    expect(await shareOf(page, '--map-sea')).toBeGreaterThan(0.2)
    const credits = page.locator('.leaflet-control-attribution')
    await credits.getByRole('link', { name: 'Natural Earth' }).waitFor()
    await credits.getByRole('link', { name: 'GeoNames' }).waitFor()
  })

  it('zooms with its buttons, the keyboard and Ctrl-wheel; the wheel alone scrolls the page and shows a hint', async () => {
    const first = await scale()
    await page.getByRole('button', { name: 'Acercar' }).click()
    await expect.poll(() => scale()).not.toBe(first)
    const nearer = await scale()
    await page.locator('.leaflet-container').focus()
    await page.keyboard.press('-')
    await expect.poll(() => scale()).toBe(first)

    await page.locator('.leaflet-container').hover()
    await page.mouse.wheel(0, 200)
    await page.getByText('Use Ctrl + rueda para acercar o alejar el mapa').waitFor()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
    expect(await scale()).toBe(first)
    await page.locator('.leaflet-container').hover()
    const scrolled = await page.evaluate(() => window.scrollY)
    await page.keyboard.down('Control')
    await page.mouse.wheel(0, -150)
    await page.keyboard.up('Control')
    await expect.poll(() => scale()).toBe(nearer)
    expect(await page.evaluate(() => window.scrollY)).toBe(scrolled)
  })

  it('returns to the whole network with one button', async () => {
    for (let times = 0; times < 3; times++) await page.getByRole('button', { name: 'Acercar' }).click()
    const seen = () =>
      page.evaluate(() => {
        const box = document.querySelector('.leaflet-container')!.getBoundingClientRect()
        return [...document.querySelectorAll('.map-station')].filter((mark) => {
          const { x, y } = mark.getBoundingClientRect()
          return x > box.left && x < box.right && y > box.top && y < box.bottom
        }).length
      })
    await expect.poll(seen).toBeLessThan(5)
    await page.getByRole('button', { name: 'Ver toda la red' }).click()
    await expect.poll(seen).toBe(5)
  })

  it('draws a line from each rover to its base, with one style per solution quality', async () => {
    await expect.poll(() => lengthOf('fixed')).toBeGreaterThan(EMPTY)
    expect(await lengthOf('float')).toBeGreaterThan(EMPTY)
    expect(await lengthOf('none')).toBeGreaterThan(EMPTY)
    const looks = ['fixed', 'float', 'none'].map((kind) =>
      lines(kind).evaluate((path) => [getComputedStyle(path).stroke, getComputedStyle(path).strokeDasharray].join()),
    )
    expect(new Set(await Promise.all(looks)).size).toBe(3)
    await layer('Líneas a su base').click()
    await lines('fixed').waitFor({ state: 'detached' })
    expect(page.url()).toContain('lines=off')
    await layer('Líneas a su base').click()
    await lines('fixed').waitFor({ state: 'attached' })
  })

  it('draws rovers in a colour that no station has', async () => {
    const colour = (what: string) =>
      page
        .locator(`${what} path`)
        .first()
        .evaluate((path) => getComputedStyle(path).stroke)
    const rover = await colour('.map-rover')
    const marks = ['good', 'poor', 'bad', 'planned', 'unknown'].map((name) =>
      page.evaluate((name) => {
        const probe = document.body.appendChild(document.createElement('i'))
        probe.style.color = `var(--mark-${name})`
        const { color } = getComputedStyle(probe)
        probe.remove()
        return color
      }, name),
    )
    expect(await Promise.all(marks)).not.toContain(rover)
  })

  it('names the stations at network zoom, and moves overlapping marks apart', async () => {
    await importStations(
      csv([
        ['CDM2', 19.44, -99.12],
        ['CDM3', 19.42, -99.14],
      ]),
      2,
    )
    await openMap()
    const codes = page.locator('.map-station-code')
    await expect.poll(() => codes.allInnerTexts()).toEqual(expect.arrayContaining(['HERM', 'MERI', 'MTY0']))
    const marks = await page.locator('.map-station').evaluateAll((all) =>
      all.map((mark) => {
        const { x, y } = mark.getBoundingClientRect()
        return { x, y }
      }),
    )
    const gaps = marks.flatMap((one, at) => marks.slice(at + 1).map(({ x, y }) => Math.hypot(one.x - x, one.y - y)))
    expect(Math.min(...gaps)).toBeGreaterThan(20)
    expect(await page.locator('path.map-leader').getAttribute('d')).toMatch(/L/)
  })

  it('always names a station with a problem, and pulses when new data arrives', async () => {
    await journey.db.pool.query(
      `insert into station_health (station_id, measured_at, health_pct, satellites, satellites_by_constellation)
       select id, case code when 'CDM2' then now() - interval '12 minutes' else now() end, 99, 30, '{}'
       from stations where code in ('CDM2', 'GUAD')`,
    )
    await page.locator('.map-station[aria-label*="Fuera de línea"]').getByText('CDM2').waitFor()
    const guad = page.locator('.map-station[aria-label^="GUAD "]')
    await guad.and(page.locator('[aria-label*="En línea"]')).waitFor()
    const pulse = await guad.locator('.map-pulse').elementHandle()
    await journey.db.pool.query('update station_health set measured_at = now()')
    await expect.poll(() => pulse!.evaluate((ring) => ring.isConnected)).toBe(false)
    await guad.locator('.map-pulse').waitFor({ state: 'attached' })
    // A click opens the station's card; the address keeps it.
    await guad.click()
    const card = page.getByRole('region', { name: /^GUAD · / })
    await card.getByText('30 satélites').waitFor()
    await page.waitForURL(/station=\d+/)
    await card.getByRole('button', { name: 'Cerrar' }).click()
    await card.waitFor({ state: 'detached' })
  })

  it('shows coverage when asked to, and the address keeps it', async () => {
    const circles = page.locator('path.map-coverage-none')
    expect(await circles.count()).toBe(0)
    await layer('Cobertura').click()
    await circles.waitFor({ state: 'attached' })
    // These stations are not measured: each is an unfilled circle.
    expect(((await circles.getAttribute('d')) ?? '').split('M').length - 1).toBeGreaterThanOrEqual(5)
    expect(await circles.evaluate((path) => getComputedStyle(path).fill)).toBe('none')
    await page.reload()
    await circles.waitFor({ state: 'attached' })
    await layer('Cobertura').click()
    await circles.waitFor({ state: 'detached' })
  })

  it('clusters many stations, and a click or a key expands a cluster', async () => {
    const rows = Array.from({ length: MANY }, (_, index) => {
      const [lat, lng] = [17 + (index % 20) * 0.6, -106 + Math.floor(index / 20) * 0.9]
      return [`M${String(index).padStart(3, '0')}`, lat, lng] as const
    })
    await importStations(csv(rows), MANY)
    await openMap()
    const clusters = page.locator('.map-cluster')
    await clusters.first().waitFor()
    const told = await clusters.evaluateAll((marks) => marks.map((mark) => mark.getAttribute('aria-label')!))
    const singles = await page.locator('.map-station').count()
    const counts = told.map((label) => Number.parseInt(label, 10))
    expect(counts.reduce((sum, count) => sum + count, singles)).toBe(MANY + 7)
    expect(told.length + singles).toBeLessThan(120)
    expect(told[0]).toMatch(/^\d+ estaciones, .+: \d+/)

    const first = await scale()
    await clusters.first().click()
    await expect.poll(() => scale()).not.toBe(first)
    await page.getByRole('button', { name: 'Ver toda la red' }).click()
    await expect.poll(() => scale()).toBe(first)
    await clusters.first().focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => scale()).not.toBe(first)
    await page.getByRole('button', { name: 'Ver toda la red' }).click()
  })

  it('is accessible in both themes', async () => {
    await layer('Cobertura').click()
    await page.locator('.map-cluster').first().waitFor()
    expect(await violations(journey, page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor()
    await faded(page)
    expect(await violations(journey, page, 'colours')).toEqual([])
    await expect.poll(() => shareOf(page, '--map-land')).toBeGreaterThan(0.2)
  })

  it('fills a screen in wall mode, and visits regions', async () => {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto(journey.at('/console/'))
    await page.getByRole('link', { name: 'Pantalla mural' }).click()
    await drawn()
    expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark')
    expect(await page.getByRole('navigation').count()).toBe(0)
    const figures = page.locator('dl')
    await figures.getByText(`de ${MANY + 7}`).waitFor()
    await figures.getByText('de 3', { exact: true }).waitFor() // rovers, of which one has a fixed solution
    await page.getByText('Toda la red').waitFor()
    const first = await scale()
    await page.getByRole('button', { name: 'Detener el recorrido' }).click()
    await page.getByRole('button', { name: 'Siguiente región' }).click()
    await page.getByText('Toda la red').waitFor({ state: 'detached' })
    await expect.poll(() => scale()).not.toBe(first)
    await page.getByRole('region', { name: 'Alertas' }).getByRole('listitem').first().waitFor()
    expect(await violations(journey, page)).toEqual([])
  })

  it('shows the wall behind a public link until the link is withdrawn', async () => {
    await page.getByRole('button', { name: 'Enlaces públicos' }).click()
    const links = page.getByRole('dialog', { name: 'Enlaces públicos' })
    await links.getByText('Aún no hay enlaces públicos.').waitFor()
    await links.getByRole('button', { name: 'Crear enlace' }).click()
    await links.getByText('Obligatorio.').waitFor()
    await links.getByLabel('Nombre del enlace').fill('Recepción')
    await links.getByRole('button', { name: 'Crear enlace' }).click()
    const secret = page.getByRole('dialog', { name: 'Enlace «Recepción»' })
    const url = (await secret.locator('pre').innerText()).trim()
    await secret.getByRole('button', { name: 'Ya guardé una copia' }).click()
    await links.getByText('Recepción').waitFor()
    expect(await violations(journey, page)).toEqual([])

    const screen = await journey.window({ viewport: { width: 1440, height: 900 } })
    await screen.goto(url)
    await drawn(screen)
    await screen
      .locator('dl')
      .getByText(`de ${MANY + 7}`)
      .waitFor()
    await screen.locator('.map-rover').first().waitFor()
    await screen.getByRole('region', { name: 'Alertas' }).getByText('CDM2').first().waitFor({ state: 'attached' })
    expect(await screen.getByRole('button', { name: 'Enlaces públicos' }).count()).toBe(0)
    expect(await violations(journey, screen)).toEqual([])
    await screen.setViewportSize({ width: 390, height: 844 })
    expect(await screen.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

    await links.getByRole('button', { name: 'Retirar' }).click()
    const question = page.getByRole('dialog', { name: '¿Retirar el enlace «Recepción»?' })
    await question.getByRole('button', { name: 'Retirar' }).click()
    await screen.getByText('Este enlace no es válido').waitFor()
    await links.getByRole('button', { name: 'Cerrar' }).click()
    await page.getByRole('button', { name: 'Volver a la consola' }).click()
    await page.locator('html[data-mantine-color-scheme=light]').waitFor()
  })

  it('scrolls the page with one finger on a phone, and shows that the map needs two', async () => {
    const phone = await journey.window({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    await phone.goto(journey.at('/status'))
    await drawn(phone)
    const box = (await phone.locator('.leaflet-container').boundingBox())!
    expect(await phone.locator('.leaflet-container').evaluate((one) => getComputedStyle(one).touchAction)).toBe(
      'pan-x pan-y',
    )
    const touch = await phone.context().newCDPSession(phone)
    const [x, y] = [box.x + 150, box.y + box.height / 2]
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
    for (const up of [20, 60, 120])
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y: y - up }] })
    await phone.getByText('Mueva el mapa con dos dedos').waitFor()
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expect.poll(() => phone.evaluate(() => window.scrollY)).toBeGreaterThan(0)
  })

  it('causes no browser errors', () => {
    expect(journey.complaints).toEqual([])
  })
})
