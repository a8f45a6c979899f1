// The quality of a station in the console: its verdict, its sky, its bands, its position and the last day.
import { readFileSync, writeFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { QualityJudge } from '../../src/actions/network/judge-quality.ts'
import { Sky } from '../../src/demo/simulator/sky/sky.ts'
import { StationStream } from '../../src/demo/simulator/station-stream.ts'
import type { Station } from '../../src/domain/stations/station.ts'
import { saveMeasured } from '../../src/recording/quality/save.ts'
import { StationMeters } from '../../src/recording/quality/station-meters.ts'
import { expectGoodLooks } from './looks.ts'
import { hasChromium, Journey } from './support.ts'

const MINUTE_MS = 60_000
const MINUTES = 30
const PLACE = { lat: 19.4326, lng: -99.1332, height: 2240 }

afterAll(() => journey?.stop())

let journey: Journey
let page: Page
let stationId: number

/** Half an hour that has just passed. The antenna is 110 m north of the registered position. */
async function measure(): Promise<void> {
  const now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
  const meters = new StationMeters()
  meters.setStations([{ id: stationId, near: null }])
  const position = { ...PLACE, lat: PLACE.lat + 0.001 }
  const stream = new StationStream(new Sky(1), { code: 'CDMX', stationId: 1, position })
  for (let at = now - MINUTES * MINUTE_MS; at < now; at += 10_000) meters.push(stationId, stream.epoch(at), at)
  await saveMeasured(journey.db, meters.take(now + 2 * MINUTE_MS))
  const station = { id: stationId, ...PLACE, isRtcm: true } as unknown as Station
  await new QualityJudge().run(journey.db, [station], new Date(now))
}

describe('the quality of a station', { skip: !hasChromium }, () => {
  beforeAll(async () => {
    journey = await Journey.start()
    page = await journey.signIn(await journey.person('operator'))
    journey.keepWindows()
    const asked = { code: 'CDMX', name: 'Centro', lat: PLACE.lat, lng: PLACE.lng }
    const { body } = await journey.ask(page, 'POST', '/stations', asked)
    stationId = body.station.id
  })
  it('is unknown, not good, while nothing is measured', async () => {
    await page.goto(journey.at(`/console/stations/${stationId}?tab=quality`))
    await page.getByText('Veredicto: Sin datos').waitFor()
    await page.getByText('No se midieron observaciones en los últimos 15 minutos.', { exact: true }).waitFor()
  })

  it('shows what is wrong with value and limit, the sky, and each band', async () => {
    await measure()
    await page.reload()
    await page.getByText('Veredicto: Mala').waitFor()
    await page.getByText(/La antena está a 110\.\d m de la posición registrada \(límite 20 m\): corrija/).waitFor()
    await page.getByRole('img', { name: /^Cielo: \d\d satélites seguidos, \d+ sin seguir$/ }).waitFor()
    const bands = page.getByRole('table', { name: /^Bandas/ })
    expect(await bands.getByRole('row').count()).toBeGreaterThan(2)
    await page.getByRole('button', { name: 'Mostrar el cielo como tabla' }).click()
    await page
      .getByRole('cell', { name: /^G\d\d$/ })
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Ocultar la tabla' }).click()
    await page.getByRole('img', { name: /^C\/N0 de \d\d satélites en dB-Hz$/ }).waitFor()
    await page.getByRole('img', { name: /^C\/N0 según la elevación: \d+ muestras$/ }).waitFor()
    await page.getByRole('img', { name: /^\d posiciones alrededor de la registrada; el círculo/ }).waitFor()
    await page.getByRole('img', { name: /^Distancia a la posición registrada\. mín\. 11\d/ }).waitFor()
    await page.getByRole('radiogroup', { name: 'Cielo' }).getByText('24 horas', { exact: true }).click()
    await page.getByRole('img', { name: /^Cielo de 24 horas: trayectorias de \d\d satélites$/ }).waitFor()
    if (process.env.SHOTS) await shots(process.env.SHOTS)
    await expectGoodLooks(journey, page)
  })
})

describe('its charts and the list of all stations', { skip: !hasChromium }, () => {
  it('saves a chart as a picture and as values', async () => {
    const saved = async (name: string) => {
      const waiting = page.waitForEvent('download')
      await page.getByRole('button', { name, exact: true }).click()
      const download = await waiting
      return { file: download.suggestedFilename(), bytes: readFileSync(await download.path()) }
    }
    const picture = await saved('Cielo: PNG')
    expect(picture.file).toMatch(/^CDMX-sky-24h-\d{4}-\d\d-\d\d\.png$/)
    expect(picture.bytes.subarray(1, 4).toString()).toBe('PNG')
    expect(picture.bytes.length).toBeGreaterThan(10_000)
    if (process.env.SHOTS) writeFileSync(`${process.env.SHOTS}/sky.png`, picture.bytes)
    const { file, bytes } = await saved('C/N0 en L1 (dB-Hz): CSV')
    expect(file).toMatch(/^CDMX-cn0Median-L1-.*\.csv$/)
    expect(bytes.toString()).toMatch(/^time,cn0Median\n\d{4}-\d\d-\d\dT\d\d:\d0:00\.000Z,\d\d(\.\d+)?\n/)
  })

  it('puts the station that needs attention first, with its reasons', async () => {
    await journey.ask(page, 'POST', '/stations', { code: 'AAAA', name: 'Otra', lat: 20, lng: -100 })
    await page.goto(journey.at('/console/quality'))
    const stations = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('link') })
    await stations.nth(1).waitFor()
    expect(await stations.getByRole('link').allInnerTexts()).toEqual(['CDMX', 'AAAA'])
    expect(await stations.first().innerText()).toMatch(/Mala[\s\S]*CDMX[\s\S]*La antena está a 11/)
    await page.getByText('Sin datos 1', { exact: true }).click()
    await expect.poll(() => stations.count()).toBe(1)
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/ranking.png` })
    await expectGoodLooks(journey, page)
    await stations.getByRole('link').click()
    await page.getByText('Veredicto: Sin datos').waitFor()
  })
})

async function shots(folder: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 2400 })
  await page.screenshot({ path: `${folder}/quality-desk.png` })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 390, height: 2600 })
  await page.screenshot({ path: `${folder}/quality-phone.png` })
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 900 })
}
