// The position of a station in the console: checked, not checkable, and moved by observations, with the decision.
import { gzipSync } from 'node:zlib'
import { ecefOf } from '@vertice/gnss'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noise, Receiver } from '../../packages/gnss/test/support/world.ts'
import { IntegrityJudge } from '../../src/actions/network/judge-integrity.ts'
import { CurrentReader } from '../../src/store/current/current.ts'
import { renewNode } from '../../src/store/operations/nodes/rows.ts'
import { replaceStationCoordinates } from '../../src/store/stations/coordinates.ts'
import { TestArchive } from '../support/archive.ts'
import { BIN_MS, TestBaselines } from '../support/baselines.ts'
import { recordWorld } from '../support/recorded-world.ts'
import { rinexOf } from '../support/world-rinex.ts'
import { expectGoodLooks } from './looks.ts'
import { hasChromium, Journey } from './support.ts'

const HOUR_BINS = 12
const DAY_MS = 86_400_000
const PLACES = [
  { code: 'CDMX', name: 'Centro', lat: 19.4326, lng: -99.1332 },
  { code: 'TOLU', name: 'Toluca', lat: 19.2826, lng: -99.6557 },
  { code: 'CUER', name: 'Cuernavaca', lat: 18.9242, lng: -99.2216 },
  { code: 'MERI', name: 'Mérida', lat: 20.97, lng: -89.62 },
]

const archive = new TestArchive()
let journey: Journey
let page: Page
let ids: number[]

/** Hours that have just passed. CDMX moves 35 mm north in the last one. */
async function solve(hours: number): Promise<void> {
  const random = noise(4)
  const stations = PLACES.slice(0, 3).map((place, index) => ({ ...place, id: ids[index]! }))
  const baselines = new TestBaselines(journey.db, stations)
  baselines.noise = () => 0.003 * random()
  baselines.ionosphere = Array.from({ length: 100 }, (_, step) => (step < 24 ? 5 : 0))
  const judge = new IntegrityJudge()
  const end = Math.floor(Date.now() / BIN_MS) * BIN_MS
  const bins = hours * HOUR_BINS
  await renewNode(
    journey.db,
    { id: 'm', name: 'm', machine: 'm', roles: ['caster'], version: '1' },
    {
      ...{ rovers: 0, stations: 0, bus: null, measures: true },
    },
    0,
  )
  for (let bin = bins; bin >= 0; bin--) {
    if (bin === HOUR_BINS) baselines.offsets.set(ids[0]!, { east: 0.004, north: 0.035, up: 0 })
    const atMs = end - bin * BIN_MS
    await baselines.write(atMs)
    if (bin % 6 !== 0) continue
    const { book } = await new CurrentReader(journey.db, { casterHost: 'x', casterPort: 2101 }).current()
    await judge.run(journey.db, book.active, new Date(atMs + 60_000))
  }
  const days = Array.from({ length: 60 }, (_, day) => ({
    ...{ stationId: ids[0]!, day: new Date(end - (59 - day) * DAY_MS).toISOString().slice(0, 10) },
    ...{ eastMm: 2 * random() + 0.1 * day, northMm: 2 * random() + (day > 30 ? 12 : 0), upMm: 5 * random() },
    ...{ sigmaMm: 2, sigmaUpMm: 5, baselines: 2, isAttributed: true, completenessPct: 99, reference: null, hours: 24 },
  }))
  await replaceStationCoordinates(journey.db, days)
}

describe('the position of a station', { skip: !hasChromium }, () => {
  beforeAll(async () => {
    journey = await Journey.start({ DATA_DIR: archive.dataDir })
    page = await journey.signIn(await journey.person('operator'))
    journey.keepWindows()
    ids = []
    for (const place of PLACES) ids.push((await journey.ask(page, 'POST', '/stations', place)).body.station.id)
  })
  afterAll(async () => {
    await journey?.stop()
    archive.remove()
  })

  it('cannot be checked while nothing was computed', async () => {
    await page.goto(journey.at(`/console/stations/${ids[0]}?tab=position`))
    await page.getByText('La posición no se puede comprobar').waitFor()
    await page.getByText('No se calculó nada en los últimos 15 minutos.').waitFor()
  })

  it('shows the movement with the smallest that is detectable, the baselines, and both charts', async () => {
    await solve(6)
    await page.reload()
    await page.getByText('La estación se movió').waitFor()
    await page.getByText(/Menor movimiento que una hora .*: 2\d mm en horizontal, 4\d mm en vertical\./).waitFor()
    await page
      .getByRole('img', { name: 'Plano de las vecinas de CDMX: 2 coinciden, 0 difieren, 0 sin solución' })
      .waitFor()
    expect(await page.getByRole('img', { name: /^Norte\. / }).count()).toBe(2)
    await page.getByText(/^Salto el /).waitFor()
    if (process.env.SHOTS) await shots(process.env.SHOTS, 'position')
    await expectGoodLooks(journey, page)
  })

  it('lets an operator decide, in the flow of moved antennas', async () => {
    await page.getByText(/Las observaciones muestran que se movió .*3\.\d cm al norte/).waitFor()
    await page.getByRole('button', { name: 'La antena se movió' }).click()
    await page.getByText(/Escriba también las nuevas coordenadas en el receptor/).waitFor()
    await page.getByRole('dialog').last().getByRole('button', { name: 'La antena se movió' }).click()
    await page.getByText('Se actualizó la posición de CDMX.').waitFor()
    await page.getByText('La estación no se ha movido').waitFor()
  })

  it('has limits of its own', async () => {
    await page.getByLabel('Horizontal (mm)').fill('5')
    await page.getByRole('button', { name: 'Guardar límites' }).click()
    await page.getByText(/de 10 a 1,?000/).waitFor()
    await page.getByLabel('Horizontal (mm)').fill('35')
    await page.getByRole('button', { name: 'Guardar límites' }).click()
    await page.getByText('Se guardaron los límites.').waitFor()
  })

  it('names the reason where there is no neighbour', async () => {
    await page.goto(journey.at(`/console/stations/${ids[3]}?tab=position`))
    await page.getByText('No hay otra estación a menos de 100 km.').waitFor()
    await expectGoodLooks(journey, page)
  })

  it('computes the position of a base from an uploaded file', async () => {
    const neighbours = PLACES.slice(0, 3).map((place, index) => ({ ...place, id: ids[index]!, height: 2300 }))
    await recordWorld(journey.db, archive, neighbours, 2.5)
    const base = { lat: 19.25, lng: -99.3, height: 2600 }
    const files = page.locator('input[type=file]')
    await page.goto(journey.at('/console/quality'))
    await page.getByRole('link', { name: 'Posición de una base' }).click()
    await page.getByText('Todavía no se ha calculado la posición de ninguna base.').waitFor()
    await files.setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('no es RINEX') })
    await page.getByText(/^No es un archivo RINEX\./).waitFor()
    const buffer = gzipSync(rinexOf(new Receiver(base, 9), ecefOf(base), 2.5))
    await files.setInputFiles({ name: 'cliente.26o.gz', mimeType: 'application/gzip', buffer })
    await page.getByText('El archivo llegó. Se está calculando la posición.').waitFor()
    const result = page.getByRole('listitem').filter({ hasText: 'cliente.26o.gz' })
    await result.getByText(/^19\.2500000\d\d, -99\.(3000000|2999999)\d\d$/).waitFor()
    await result.getByText(/^3 coinciden \(.*CDMX.*\)$/).waitFor()
    const waiting = page.waitForEvent('download')
    await result.getByRole('link', { name: 'Informe (PDF)' }).click()
    expect((await waiting).suggestedFilename()).toMatch(/^bas_\w+\.pdf$/)
    if (process.env.SHOTS) await shots(process.env.SHOTS, 'bases')
    await expectGoodLooks(journey, page)
  })

  it('shows the ionosphere at home, and on the public page when rovers notice it', async () => {
    await page.goto(journey.at('/console/'))
    await page.getByText('Ionosfera').waitFor()
    await page.goto(journey.at('/status'))
    await page.getByText(/^La ionosfera está activa: espere inicializaciones más largas esta /).waitFor()
    if (process.env.SHOTS) await shots(process.env.SHOTS, 'status')
  })
})

async function shots(folder: string, name: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 2400 })
  await page.screenshot({ path: `${folder}/${name}-desk.png` })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 390, height: 3200 })
  await page.screenshot({ path: `${folder}/${name}-phone.png` })
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 900 })
}
