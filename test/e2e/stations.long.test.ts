import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { Sky } from '../../src/demo/simulator/sky/sky.ts'
import { SimulatedStation } from '../../src/demo/simulator/station.ts'
import { expectGoodLooks } from './looks.ts'
import { hasChromium, Journey } from './support.ts'

let journey: Journey
let page: Page
const LEON = { lat: 21.1236, lng: -101.6803 }
const stopping: (() => unknown)[] = []

const apiCodes = async () => {
  const { body } = await journey.ask(page, 'GET', '/stations')
  return body.stations.map(({ code }: { code: string }) => code)
}
const mark = (code: string, on = page) => on.locator(`.map-station[aria-label^="${code} "]`)

describe('the network', { skip: !hasChromium }, () => {
  beforeAll(async () => {
    journey = await Journey.start()
    page = await journey.signIn(await journey.person('administrator'))
    journey.keepWindows()
  })
  afterEach(() => journey?.closeWindows())
  afterAll(async () => {
    for (const stop of stopping) await stop()
    await journey?.stop()
  })

  it('says what to do while it is empty, and links there', async () => {
    await page.getByText('Aún no hay estaciones', { exact: true }).waitFor()
    expect(await page.getByRole('article').count()).toBe(0)
    expect(await page.getByText('Credenciales vigentes').count()).toBe(0)
    expect(await page.locator('.leaflet-container').count()).toBe(0)
    await page.getByRole('link', { name: 'La red aún no tiene estaciones. Agregue la primera.' }).click()
    await page.getByRole('dialog', { name: 'Agregar estación' }).waitFor()
  })

  it('adds a station where the map is clicked', async () => {
    const form = page.getByRole('dialog', { name: 'Agregar estación' })
    await form.getByRole('textbox', { name: 'Código' }).fill('CDMX')
    await form.getByRole('textbox', { name: 'Nombre' }).fill('Ciudad de México')
    await form.getByText('Escribirla ahora').click()
    await form.getByRole('button', { name: 'Agregar' }).click()
    await form.getByText('Obligatorio.').first().waitFor()
    const box = form.getByRole('region', { name: 'Mapa para elegir la posición' })
    await box.locator('.leaflet-container').click({ position: { x: 260, y: 150 } })
    await form.getByLabel('Latitud').and(form.locator('[value*="."]')).waitFor()
    await form.getByRole('button', { name: 'Agregar' }).click()
    await page.getByRole('dialog', { name: 'CDMX · Ciudad de México' }).waitFor()
    await page.getByText('Esperando datos…').first().waitFor()
    const { body } = await journey.ask(page, 'GET', '/stations')
    const [{ lat, lng }] = body.stations
    expect(lat).toBeGreaterThan(10)
    expect(lat).toBeLessThan(35)
    expect(lng).toBeGreaterThan(-120)
    expect(lng).toBeLessThan(-85)
  })

  it('accepts a typed position, and reports errors in the page’s language', async () => {
    await page.getByRole('link', { name: 'Editar' }).click()
    const form = page.getByRole('dialog', { name: 'Editar: CDMX' })
    await form.getByLabel('Latitud').fill('99,5')
    await form.getByRole('button', { name: 'Guardar' }).click()
    await form.getByText('Debe ser un número de -90 a 90.').waitFor()
    await form.getByLabel('Latitud').fill('19,4326')
    await form.getByLabel('Longitud').fill('-99.1332')
    await form.getByRole('button', { name: 'Guardar' }).click()
    await page.getByText('Se guardó CDMX.').waitFor()
    const { body } = await journey.ask(page, 'GET', '/stations')
    expect(body.stations[0]).toMatchObject({ lat: 19.4326, lng: -99.1332 })
  })

  it('does not overwrite a concurrent change when saving', async () => {
    await page.getByRole('link', { name: 'Editar' }).click()
    const form = page.getByRole('dialog', { name: 'Editar: CDMX' })
    await form.getByLabel('Estado o región').waitFor()
    const [{ id }] = (await journey.ask(page, 'GET', '/stations')).body.stations
    await journey.ask(page, 'PATCH', `/stations/${id}`, { federalState: 'Morelos' })
    await page.locator('tbody').getByText('Morelos').waitFor() // the page shows the change
    await form.getByLabel('Longitud').fill('-99.1333')
    await form.getByRole('button', { name: 'Guardar' }).click()
    await page.getByRole('dialog', { name: 'CDMX · Ciudad de México' }).waitFor()
    const { station } = (await journey.ask(page, 'GET', `/stations/${id}`)).body
    expect(station).toMatchObject({ lng: -99.1333, federalState: 'Morelos' })
  })

  it('shows a secret in a dialog that closes only after confirmation', async () => {
    await page.getByRole('tab', { name: 'Origen' }).click()
    await page.getByRole('button', { name: 'Generar contraseña', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Contraseña de CDMX' })
    const secret = await dialog.locator('pre').first().innerText()
    await page.keyboard.press('Escape')
    expect(await dialog.isVisible()).toBe(true)
    await dialog.getByRole('button', { name: 'Ya guardé una copia' }).click()
    await page.getByText('Hay una contraseña configurada.').waitFor()
    expect(await page.content()).not.toContain(secret)
  })

  it('previews a file before importing it as a whole', async () => {
    await page.goto(journey.at('/console/stations/import'))
    const choose = (text: string) =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name: 'red.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    const head = 'codigo,nombre,lat,lng\n'
    await choose(`${head}TOLU,Toluca,95,-99.65\nCDMX,Centro,19.4326,-99.1333\n`)
    await page.getByText('lat: Debe ser un número de -90 a 90.').waitFor()
    expect(await page.getByRole('button', { name: 'Importar 2 estaciones' }).isDisabled()).toBe(true)
    await choose(`${head}TOLU,Toluca,19.28,-99.65\nCDMX,Centro,19.4326,-99.1333\n`)
    await page.getByText('nombre: Ciudad de México → Centro').waitFor()
    await page.getByRole('button', { name: 'Importar 2 estaciones' }).click()
    await page.getByText('1 agregada, 1 actualizada.').waitFor()
    expect(await apiCodes()).toEqual(['CDMX', 'TOLU'])
  })

  it("shows a change on another user's map at once", async () => {
    const viewer = await journey.signIn(await journey.person('viewer'))
    await mark('TOLU', viewer).waitFor()
    expect(await mark('TOLU', viewer).getAttribute('aria-label')).toContain('Sin medición')
    await page.getByRole('link', { name: 'TOLU' }).click()
    await page.getByRole('button', { name: 'Poner en mantenimiento' }).click()
    await mark('TOLU', viewer).and(viewer.locator('[aria-label*="Mantenimiento"]')).waitFor()
    await page.getByRole('button', { name: 'Archivar' }).click()
    const question = page.getByRole('dialog', { name: '¿Archivar TOLU?' })
    await question.getByText('Ningún rover la está usando.').waitFor()
    await question.getByRole('button', { name: 'Archivar' }).click()
    await mark('TOLU', viewer).waitFor({ state: 'detached' })
    await viewer.context().close()
  })

  it('opens a marker by keyboard, and offers a viewer no changes', async () => {
    const viewer = await journey.signIn({ email: 'viewer@example.mx' })
    await mark('CDMX', viewer).focus()
    await viewer.keyboard.press('Enter')
    const card = viewer.getByRole('region', { name: 'CDMX · Centro' })
    await card.getByText('Sin mediciones en las últimas 24 horas').waitFor()
    await viewer.keyboard.press('Escape')
    await card.waitFor({ state: 'detached' })
    await mark('CDMX', viewer).click()
    await card.getByText('0 rovers').waitFor()
    await card.getByRole('link', { name: 'Abrir estación' }).click()
    await viewer.getByRole('dialog', { name: 'CDMX · Centro' }).waitFor()
    expect(await viewer.getByRole('button', { name: 'Archivar' }).count()).toBe(0)
    expect(await viewer.getByRole('link', { name: 'Editar' }).count()).toBe(0)
    const days = viewer.getByRole('listbox').getByRole('option')
    expect(await days.count()).toBe(60)
    await days.last().focus()
    await viewer.keyboard.press('ArrowLeft')
    expect(await days.nth(58).evaluate((bar) => bar === document.activeElement)).toBe(true)
    await viewer.context().close()
  })

  it('shows a station as an expandable row on a phone, and no message covers a button', async () => {
    const phone = await journey.signIn(
      await journey.person('operator', undefined, 'phone@example.mx'),
      { viewport: { width: 390, height: 844 } },
      '/stations?search=CDMX',
    )
    const row = phone.getByRole('row').filter({ has: phone.getByRole('link', { name: 'CDMX' }) })
    await row.getByText('Sin medición').waitFor()
    expect((await row.boundingBox())!.height).toBeLessThan(60)
    await row.click()
    await phone.getByRole('dialog').getByRole('button', { name: 'Poner en mantenimiento' }).click()
    const message = phone.getByRole('alert').filter({ hasText: 'CDMX está en mantenimiento' })
    const place = (await message.boundingBox())!
    for (const button of await phone.getByRole('dialog').getByRole('button').all()) {
      const other = await button.boundingBox()
      if (!other) continue
      const apart = other.y + other.height <= place.y || other.y >= place.y + place.height
      expect(apart, await button.innerText()).toBe(true)
    }
    await phone.getByRole('dialog').getByRole('button', { name: 'Terminar mantenimiento' }).click()
  })

  it('adds a station from its stream with two fields, and waits for its data', async () => {
    await page.goto(journey.at('/console/stations/new'))
    const form = page.getByRole('dialog', { name: 'Agregar estación' })
    await form.getByRole('textbox', { name: 'Código' }).fill('LEON')
    await form.getByRole('textbox', { name: 'Nombre' }).fill('León')
    expect(await form.getByLabel('Marco de referencia').count()).toBe(0)
    await form.getByRole('button', { name: 'Opciones avanzadas' }).click()
    await form.getByRole('combobox', { name: 'Marco de referencia' }).click()
    await page.getByRole('option', { name: 'ITRF2014 (EPSG:7912)' }).click()
    await form.getByLabel('Época de las coordenadas').fill('2016,5')
    await form.getByRole('button', { name: 'Agregar' }).click()
    await page.getByText('Su posición se leerá de los datos.').waitFor()
    await page.getByRole('button', { name: 'Generar contraseña', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Contraseña de LEON' })
    await dialog.getByText('cualquiera, o vacío').waitFor()
    const password = (await dialog.locator('pre').first().innerText()).trim()
    const station = new SimulatedStation({
      sky: new Sky(),
      station: { code: 'LEON', stationId: 1, position: { ...LEON, height: 1815 } },
      host: '127.0.0.1',
      port: journey.casterPort,
      mountpoint: 'LEON',
      revision: 2,
      credentials: { username: '', password },
    })
    stopping.push(() => station.stop())
    station.start()
    await dialog.getByText(/Recibiendo datos: \d+ satélites/).waitFor()
    await dialog.getByRole('button', { name: 'Ya guardé una copia' }).click()
    const leon = async () =>
      (await journey.ask(page, 'GET', '/stations?search=LEON')).body.stations.find(
        ({ code }: { code: string }) => code === 'LEON',
      )
    await expect.poll(async () => (await leon()).positionPending).toBe(false)
    expect((await leon()).lat).toBeCloseTo(LEON.lat, 6)
    const { station: shown } = (await journey.ask(page, 'GET', `/stations/${(await leon()).id}`)).body
    expect(shown).toMatchObject({ datum: 'ITRF2014 época 2016.5', frame: 'itrf2014', epoch: 2016.5 })
    await page.getByRole('tab', { name: 'Salud' }).click()
    await page.getByText('aún sin historial').waitFor()
    await page.getByText('menos de 95').waitFor()
    await expectGoodLooks(journey, page)
  })

  it('records equipment from the stream, asks about another antenna and imports a site log', async () => {
    const { id } = (await journey.ask(page, 'GET', '/stations?search=LEON')).body.stations[0]
    const equipment = async () => (await journey.ask(page, 'GET', `/stations/${id}/equipment`)).body
    await expect.poll(async () => (await equipment()).equipment.length).toBe(2)
    const [, { type, radome, serial }] = (await equipment()).equipment
    const other = { kind: 'antenna', type: 'LEIAR25.R4      LEIT', up: 0.1, installedAt: new Date().toISOString() }
    await journey.ask(page, 'POST', `/stations/${id}/equipment`, other)
    await page.goto(journey.at(`/console/stations/${id}?tab=equipment`))
    const drawer = page.getByRole('dialog', { name: 'LEON · León' })
    await drawer.getByText('El flujo anuncia otra antena', { exact: true }).waitFor()
    await expectGoodLooks(journey, page)
    await drawer.getByRole('button', { name: 'El flujo está mal' }).click()
    await page
      .getByRole('dialog', { name: /^¿Conservar/ })
      .getByRole('button', { name: 'El flujo está mal' })
      .click()
    await drawer.getByText(`El flujo anuncia ${[type, radome].filter(Boolean).join(' ')}, ${serial}, que se`).waitFor()
    await drawer.getByRole('button', { name: 'Cambiar datos del sitio' }).click()
    const form = page.getByRole('dialog', { name: 'Cambiar datos del sitio' })
    await form.getByLabel('Número de la marca (DOMES)').fill('no válido')
    await form.getByRole('button', { name: 'Guardar' }).click()
    await form.getByText('Debe tener como máximo 20 letras').waitFor()
    await form.getByLabel('Número de la marca (DOMES)').fill('41507M006')
    await form.getByRole('button', { name: 'Guardar' }).click()
    await drawer.getByText('41507M006').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      drawer.getByRole('link', { name: 'Descargar site log (IGS 2.0)' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^leon00mex_\d{8}\.log$/)
    const log = readFileSync(await download.path(), 'utf8')
    const choose = async (text: string) => {
      const chooser = page.waitForEvent('filechooser')
      await drawer.getByRole('button', { name: 'Importar un site log' }).click()
      await (await chooser).setFiles({ name: 'leon.log', mimeType: 'text/plain', buffer: Buffer.from(text) })
    }
    await choose(log.replace('City or Town             :', 'City or Town             : León'))
    await drawer.getByRole('button', { name: 'Importar', exact: true }).click()
    await expect.poll(async () => (await equipment()).site.place).toBe('León')
    await expectGoodLooks(journey, page)
  })

  it('shows a moved antenna as a plan with three decisions', async () => {
    const { id } = (await journey.ask(page, 'GET', '/stations?search=LEON')).body.stations[0]
    await journey.ask(page, 'PATCH', `/stations/${id}`, { lat: LEON.lat + 0.00001 })
    await page.goto(journey.at(`/console/stations/${id}`))
    const drawer = page.getByRole('dialog', { name: 'LEON · León' })
    await drawer.getByRole('img', { name: /^Plano: LEON/ }).waitFor()
    await drawer.getByText('-1.107 m').waitFor()
    await drawer.getByRole('button', { name: 'Las coordenadas estaban mal' }).waitFor()
    await expectGoodLooks(journey, page)
    await drawer.getByRole('button', { name: 'Ignorar hasta…' }).click()
    await page.getByRole('menuitem', { name: 'Ignorar 7 días' }).click()
    await drawer.getByText('La alerta regresa').waitFor()
    const { station } = (await journey.ask(page, 'GET', `/stations/${id}`)).body
    expect(station.movedM).toBeNull()
    expect(new Date(station.positionAckUntil).getTime()).toBeGreaterThan(Date.now() + 6 * 86_400_000)
  })

  it('lists problems first, with counters that filter and the last seven days', async () => {
    await page.goto(journey.at('/console/stations'))
    const counters = page.getByRole('group', { name: 'Estaciones por estado' })
    await counters.getByRole('button', { name: '1 sin medición' }).click()
    await page.getByRole('link', { name: 'LEON' }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'CDMX' }).waitFor()
    await counters.getByRole('button', { name: '1 sin medición' }).click()
    await page.getByRole('link', { name: 'LEON' }).waitFor()
    expect(await page.locator('tbody').getByRole('link').allInnerTexts()).toEqual(['CDMX', 'LEON'])
    expect(await page.getByRole('img', { name: /^Disponibilidad de los últimos 7 días/ }).count()).toBe(2)
    await expectGoodLooks(journey, page)
  })

  it('shows the finding of the last attempt until a rover has received corrections', async () => {
    const { owner } = (await journey.ask(page, 'POST', '/owners', { name: 'Red' })).body
    const wish = { ownerId: owner.id, validitySeconds: 3_600 }
    const { credential } = (await journey.ask(page, 'POST', '/credentials', wish)).body
    const note = JSON.stringify([{ code: 'no_gga', params: {}, at: new Date() }])
    await journey.db.pool.query(
      `insert into sessions (id, node, credential_id, username, mountpoint, started_at, ended_at, end_reason, address, agent, notes)
       select 'without-gga', 'caster', id, username, 'RED', now(), now(), 'client_left', '198.51.100.4', 'NTRIP Test', $2 from credentials where id = $1`,
      [credential.id, note],
    )
    await page.goto(journey.at('/console/'))
    const steps = page.getByRole('region', { name: 'Primeros pasos' })
    await steps.getByText(/sin GGA/).waitFor()
    await expectGoodLooks(journey, page)
    await journey.db.pool.query('update sessions set bytes = 1000')
    await steps.getByText(/sin GGA/).waitFor({ state: 'detached' })
  })

  it('closes the live page when an administrator ends the session', async () => {
    const person = await journey.person('operator')
    const operator = await journey.signIn(person)
    await mark('CDMX', operator).waitFor()
    await journey.ask(page, 'DELETE', `/users/${person.id}/sessions`)
    await operator.locator('input[name=password]').waitFor()
  })

  it('causes no browser errors', () => {
    expect(journey.complaints).toEqual([])
  })
})

describe('map tiles', { skip: !hasChromium }, () => {
  it("come from the operator's server, over coastlines only, because they include names and borders", async () => {
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(request.url!)
      response.writeHead(200, { 'content-type': 'image/svg+xml' }).end('<svg xmlns="http://www.w3.org/2000/svg"/>')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const mapTiles = { url: `http://127.0.0.1:${port}/{z}/{x}/{y}.svg`, attribution: '© <b>Somebody</b>' }
    const tiled = await Journey.start({}, { mapTiles })
    onTestFinished(async () => {
      await tiled.stop()
      server.close()
    })
    const admin = await tiled.signIn(await tiled.person('administrator'))
    // A network without stations has no map.
    const place = { federalState: 'Guanajuato', lat: 21.1, lng: -101.6, mountpoint: 'LEON' }
    await tiled.ask(admin, 'POST', '/stations', { code: 'LEON', name: 'León', ...place })
    await admin.reload()
    await admin.getByText('© <b>Somebody</b>').waitFor()
    await expect.poll(() => asked.length).toBeGreaterThan(0)
    expect(asked[0]).toMatch(/^\/\d+\/\d+\/\d+\.svg$/)
    const data = () =>
      admin.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => /(\w+)-[^/]+\.bin$/.exec(name)?.[1])
          .filter((name) => name !== undefined),
      )
    await expect.poll(data).toEqual(['world'])
    expect(tiled.complaints).toEqual([])
  })
})
