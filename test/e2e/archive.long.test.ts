// The archive of a station in the console: its calendar, and a window that is chosen in it.
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type MadeRinex, makeRinex } from '../../src/archive/rinex/make.ts'
import { FolderStorage } from '../../src/archive/storage/folder.ts'
import { segmentName } from '../../src/domain/archive/segment.ts'
import { ecefOf } from '../../src/domain/geometry/geodesy.ts'
import { saveDailyFile } from '../../src/store/archive/daily.ts'
import { insertStoredSegments } from '../../src/store/archive/recording.ts'
import { sentBetween, TestArchive } from '../support/archive.ts'
import { expectGoodLooks, violations } from './looks.ts'
import { hasChromium, Journey } from './support.ts'

const HOUR_MS = 3_600_000
/** Noon two days ago: neither the current hour nor midnight is near. */
const NOON = Math.floor(Date.now() / (24 * HOUR_MS)) * 24 * HOUR_MS - 36 * HOUR_MS
const hourAt = (hours: number) => new Date(NOON + hours * HOUR_MS)

const archive = new TestArchive()
let journey: Journey
let page: Page
let stationId: number

async function record(hour: Date, epochs: number) {
  const name = segmentName({ stationId, hour }, `e2e${hour.getTime()}`)
  await journey.db.pool.query(
    `insert into archive_segments (station_id, hour, origin, format, node, name, state, bytes, epochs, interval_ms, first_epoch,
       last_epoch, created_at)
     values ($1, $2, 'stream', 'rtcm', 'node', $3, 'closed', $4, $5, 1000, $2, $6, now())`,
    [stationId, hour, name, epochs * 1000, epochs, new Date(hour.getTime() + (epochs - 1) * 1000)],
  )
}

const cell = (hours: number, on = page, locale = 'es-MX') => {
  const when = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(hourAt(hours))
  const clock = String(hourAt(hours).getUTCHours()).padStart(2, '0')
  return on.getByRole('gridcell', { name: new RegExp(`^${when}, ${clock}:00 UTC`) })
}

describe('the archive', { skip: !hasChromium }, () => {
  beforeAll(async () => {
    journey = await Journey.start({ DATA_DIR: archive.dataDir })
    page = await journey.signIn(await journey.person('operator'))
    journey.keepWindows()
    const { body } = await journey.ask(page, 'POST', '/stations', {
      code: 'CDMX',
      name: 'Centro',
      lat: 19.4,
      lng: -99.1,
    })
    stationId = body.station.id
  })
  afterEach(() => journey?.closeWindows())
  afterAll(async () => {
    await journey?.stop()
    archive.remove()
  })

  it('says what to do while nothing is recorded', async () => {
    await page.goto(journey.at(`/console/stations/${stationId}?tab=archive`))
    await page.getByText('Aún no hay observaciones grabadas de esta estación.').waitFor()
    await page.getByRole('link', { name: 'Revisar el origen de sus datos' }).click()
    await page.getByRole('tab', { name: 'Origen', selected: true }).waitFor()
  })

  it('shows each hour of 60 days, with those before the first recording', async () => {
    for (let hours = -200; hours < 24; hours += 1)
      if (hours !== 3) await record(hourAt(hours), hours === 2 ? 3000 : 3600)
    await page.goto(journey.at(`/console/stations/${stationId}?tab=archive`))
    const grid = page.getByRole('grid', { name: 'Horas grabadas de los últimos 60 días, en UTC' })
    await grid.waitFor()
    expect(await grid.getByRole('rowheader').count()).toBe(60)
    expect(await cell(1).getAttribute('aria-label')).toContain('3,600 de 3,600 épocas, 3.6 MB')
    expect(await cell(2).getAttribute('aria-label')).toContain('3,000 de 3,600 épocas, 3 MB')
    expect(await cell(3).getAttribute('aria-label')).toContain('sin datos')
    expect(await cell(-201).getAttribute('aria-label')).toContain('antes de la primera grabación')
    await cell(2).hover()
    await page.getByRole('tooltip', { name: /3,000 de 3,600 épocas/ }).waitFor()
  })

  it('shows what a dragged window contains', async () => {
    await cell(0).hover()
    await page.mouse.down()
    await cell(2).hover()
    await cell(4).hover()
    await page.mouse.up()
    const panel = page.getByRole('region', { name: 'Pedir RINEX' })
    expect(await panel.getByLabel('Desde (UTC)').inputValue()).toBe(hourAt(0).toISOString().slice(0, 16))
    expect(await panel.getByLabel('Hasta (UTC)').inputValue()).toBe(hourAt(5).toISOString().slice(0, 16))
    await panel.getByText('13,800 de 18,000 épocas grabadas (76.6').waitFor()
    await panel.getByText('faltan 4,200 épocas').waitFor()
    await expectGoodLooks(journey, page)
  })

  it('selects a window with the keyboard', async () => {
    await cell(4).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Shift+ArrowRight')
    const panel = page.getByRole('region', { name: 'Pedir RINEX' })
    await panel.getByText('10,800 de 10,800 épocas grabadas (100').waitFor()
    expect(await page.locator('td[aria-selected=true]').count()).toBe(3)
  })

  it('reports a window that cannot be ordered', async () => {
    const panel = page.getByRole('region', { name: 'Pedir RINEX' })
    await panel.getByLabel('Hasta (UTC)').fill(hourAt(-5).toISOString().slice(0, 16))
    await panel.getByText('El periodo debe terminar después de empezar.').waitFor()
  })

  // The segments exist only in the index, so no files can be made of them.
  it('orders the files of the window, and lists them with their progress', async () => {
    const panel = page.getByRole('region', { name: 'Pedir RINEX' })
    await panel.getByLabel('Desde (UTC)').fill(hourAt(0).toISOString().slice(0, 16))
    await panel.getByLabel('Hasta (UTC)').fill(hourAt(2).toISOString().slice(0, 16))
    await panel.getByLabel('Intervalo').click()
    await page.getByRole('option', { name: '5 s', exact: true }).click()
    await panel.getByText('GPS', { exact: true }).click()
    await panel.getByRole('button', { name: 'Pedir archivos' }).click()
    await page.getByText('Se pidieron los archivos.').waitFor()
    const orders = page.getByRole('region', { name: 'Archivos pedidos' }).first()
    await orders.getByText(/En preparación|Falló/).waitFor()
    await page.getByRole('link', { name: 'Ver todos los archivos RINEX' }).click()
    await page.getByRole('heading', { name: 'Archivos RINEX' }).waitFor()
    await page.getByRole('link', { name: /^CDMX/ }).first().click()
    await page.getByRole('dialog', { name: 'Archivos RINEX · CDMX' }).getByText('RINEX 3.05, 5 s').waitFor()
    await expectGoodLooks(journey, page)
  })

  it('orders from the station nearest to a rover, from its RINEX file', async () => {
    await page.goto(journey.at('/console/rinex'))
    const panel = page.getByRole('region', { name: 'Estación más cercana' })
    const [choosing] = await Promise.all([
      page.waitForEvent('filechooser'),
      panel.getByRole('button', { name: 'Leer el archivo RINEX del rover' }).click(),
    ])
    await choosing.setFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('a photo') })
    await panel.getByText('El archivo no contiene observaciones en RINEX').waitFor()
    const [again] = await Promise.all([
      page.waitForEvent('filechooser'),
      panel.getByRole('button', { name: 'Leer el archivo RINEX del rover' }).click(),
    ])
    await again.setFiles({ name: 'rover.26o', mimeType: 'text/plain', buffer: Buffer.from(roverFile()) })
    await expect.poll(() => panel.getByLabel('Latitud').inputValue(), { timeout: 90_000 }).toMatch(/^19\.4/)
    expect(await panel.getByLabel('Longitud').inputValue()).toMatch(/^-99\.1/)
    expect(await panel.getByLabel('Desde (UTC)').inputValue()).toBe(hourAt(0).toISOString().slice(0, 16))
    expect(await panel.getByLabel('Hasta (UTC)').inputValue()).toBe(hourAt(1).toISOString().slice(0, 16))
    await expectGoodLooks(journey, page)
    await panel.getByRole('button', { name: 'Pedir archivos' }).click()
    await page.getByText('Se pidieron los archivos de CDMX.').waitFor()
  })

  it('lists the daily files of the station', async () => {
    await journey.db.pool.query(
      `insert into archive_daily_files (station_id, day, kind, name, bytes, epochs, sha256, key, created_at)
       values ($1, '2026-11-13', 'obs', 'daily/1/2026-11-13/1-1/CDMX_01D_30S_MO.crx.gz', 4000000, 2880, '\\x00', 'k', now())`,
      [stationId],
    )
    await page.goto(journey.at(`/console/stations/${stationId}?tab=archive`))
    const days = page.getByRole('region', { name: 'Archivos diarios' }).first()
    const link = days.getByRole('link', { name: 'Descargar CDMX_01D_30S_MO.crx.gz' })
    expect(await link.getAttribute('href')).toBe('/rinex/k/CDMX_01D_30S_MO.crx.gz')
    await expectGoodLooks(journey, page)
  })

  it('delivers a window from daily files and recorded hours to the browser', async () => {
    const { body } = await journey.ask(page, 'POST', '/stations', { code: 'LEON', name: 'León', lat: 19.4, lng: -99.1 })
    const { id } = body.station
    await recordWithDailyFile(id)
    await page.goto(journey.at(`/console/stations/${id}?tab=archive`))
    const [daily, recorded] = [cell(-12), cell(-10)]
    expect(await daily.getAttribute('aria-label')).toContain('120 de 120 épocas')
    expect(await daily.getAttribute('aria-label')).toContain('solo cada 30 s')
    expect(await recorded.getAttribute('aria-label')).not.toContain('solo cada 30 s')
    await daily.click()
    await cell(-9).click({ modifiers: ['Shift'] })
    const panel = page.getByRole('region', { name: 'Pedir RINEX' })
    await panel.getByText('480 de 480 épocas grabadas (100').waitFor()
    await panel.getByText('solo 30 y 60 s: hasta el').waitFor()
    await expectGoodLooks(journey, page)
    const choose = async (interval: string) => {
      await panel.getByLabel('Intervalo').click()
      await page.getByRole('option', { name: interval, exact: true }).click()
      await panel.getByRole('button', { name: 'Pedir archivos' }).click()
    }
    await choose('1 s')
    await panel.getByText('solo quedan archivos diarios cada 30 s').waitFor()
    await choose('30 s')
    const orders = page.getByRole('region', { name: 'Archivos pedidos' }).first()
    const link = orders.getByRole('link', { name: /^Descargar LEON.*_30S_MO\.crx\.gz$/ })
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
    const text = gunzipSync(readFileSync(await download.path())).toString('latin1')
    expect(text).toContain('480 of 480 epochs (100 %)')
    expect(text).toContain('240 epochs come from daily files of the archive')
  })

  it('delivers a window in English', async () => {
    const english = await journey.signIn({ email: 'operator@example.mx' }, { locale: 'en-GB' }, '/stations')
    await english.getByRole('link', { name: /LEON/ }).first().click()
    await english.getByRole('tab', { name: 'Archive' }).click()
    await english.getByRole('grid', { name: 'Recorded hours of the last 60 days, in UTC' }).waitFor()
    await cell(-10, english, 'en-GB').click()
    await cell(-9, english, 'en-GB').click({ modifiers: ['Shift'] })
    const panel = english.getByRole('region', { name: 'Order RINEX' })
    await panel.getByText('240 of 240 epochs recorded (100').waitFor()
    expect(await violations(journey, english, 'language')).toEqual([])
    await panel.getByLabel('Interval').click()
    await english.getByRole('option', { name: '30 s', exact: true }).click()
    await panel.getByRole('button', { name: 'Order files' }).click()
    const orders = english.getByRole('region', { name: 'Ordered files' }).first()
    const link = orders.getByRole('link', { name: /^Download LEON.*_02H_30S_MO\.crx\.gz$/ })
    const [download] = await Promise.all([english.waitForEvent('download'), link.click()])
    const text = gunzipSync(readFileSync(await download.path())).toString('latin1')
    expect(text).toContain('240 of 240 epochs (100 %)')
  })

  it('takes an order on the customer’s page', async () => {
    const { body } = await journey.ask(page, 'POST', '/owners', { name: 'Topógrafos' })
    const wish = { ownerId: body.owner.id, stationId, validitySeconds: 864_000 }
    const { id, url } = (await journey.ask(page, 'POST', '/credentials', wish)).body.credential
    await journey.db.pool.query('update credentials set rinex_hours_per_month = 20, starts_at = $2 where id = $1', [
      id,
      hourAt(-100),
    ])
    const phone = await journey.window(PHONE)
    await phone.goto(url)
    await phone.getByText('0 de 20 horas este mes').waitFor()
    await phone.getByLabel('Desde (UTC)').fill(hourAt(0).toISOString().slice(0, 16))
    await phone.getByLabel('Hasta (UTC)').fill(hourAt(2).toISOString().slice(0, 16))
    await phone.getByRole('button', { name: 'Pedir archivos' }).click()
    await phone.getByText('2 de 20 horas este mes').waitFor()
    await phone.getByText(/En preparación|No se pudieron preparar/).waitFor()
    await phone.getByLabel('Su archivo RINEX de observación').setInputFiles({
      ...{ name: 'rover.26o', mimeType: 'text/plain', buffer: Buffer.from(roverFile()) },
    })
    const until = phone.getByLabel('Hasta (UTC)')
    await expect.poll(() => until.inputValue(), { timeout: 90_000 }).toBe(hourAt(1).toISOString().slice(0, 16))
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(await violations(journey, phone)).toEqual([])
    await phone.emulateMedia({ colorScheme: 'dark' })
    expect(await violations(journey, phone, 'colours')).toEqual([])
  })

  it('selects with two taps on a phone', async () => {
    const phone = await journey.signIn({ email: 'operator@example.mx' }, PHONE, `/stations/${stationId}?tab=archive`)
    await cell(0, phone).tap()
    await cell(1, phone).tap()
    await phone.getByText('7,200 de 7,200 épocas grabadas (100').waitFor()
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })

  it('reports no errors in the browser', () => expect(journey.complaints).toEqual([]))
})

/** Four hours of an epoch every 30 s. Of the first two only the daily file is left. */
async function recordWithDailyFile(id: number): Promise<void> {
  const midnight = NOON - 12 * HOUR_MS
  const [day, storage] = [new Date(midnight).toISOString().slice(0, 10), new FolderStorage(archive.folder)]
  // Multiples of 30 s in GPS time, which is 18 s ahead.
  const segments = archive.record(sentBetween(midnight - 18_000, midnight + 4 * HOUR_MS, 30_000), { stationId: id })
  const folder = mkdtempSync(join(archive.dataDir, 'daily-'))
  const made = (await makeRinex(
    { storage, folder: archive.folder },
    {
      ...{ from: new Date(midnight - 18_000), to: new Date(midnight + 24 * HOUR_MS - 18_000), intervalS: 30 },
      ...{ version: '3.05', constellations: null, navigation: false, hatanaka: true, segments, folder, site: null },
      station: { code: 'LEON', name: 'León', country: 'MEX' },
      ...{ program: 'vertice', agency: 'Red', writtenAt: new Date() },
    },
  )) as MadeRinex
  const [file] = made.files
  const name = `daily/${id}/${day}/1-1/${file!.name}`
  await storage.put(name, join(folder, file!.name))
  const { epochs, firstEpoch, lastEpoch, epochsByHour } = made
  const sha256 = Buffer.from(file!.sha256, 'hex')
  const row = { stationId: id, day, kind: 'obs', name, bytes: file!.bytes, epochs, sha256, key: 'daily' } as const
  await saveDailyFile(journey.db, { ...row, firstEpoch, lastEpoch, epochsByHour }, new Date())
  const left = segments.filter(({ hour }) => hour.getTime() >= midnight + 2 * HOUR_MS)
  const rows = left.map((one) => {
    const content = readFileSync(join(archive.folder, one.name))
    return { ...one, storedBytes: content.length, sha256: createHash('sha256').update(content).digest() }
  })
  await insertStoredSegments(journey.db, rows, new Date())
}

/** The header of a rover's file from noon to 12:59:40 UTC; GPS time is 18 s ahead. */
function roverFile(): string {
  const line = (values: string, label: string) => `${values.padEnd(60)}${label}\n`
  const time = (ms: number) => {
    const at = new Date(ms + 18_000)
    const parts = [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate(), at.getUTCHours(), at.getUTCMinutes()]
    return `${parts.map((part) => String(part).padStart(6)).join('')}${at.getUTCSeconds().toFixed(7).padStart(13)}     GPS`
  }
  const { x, y, z } = ecefOf({ lat: 19.41, lng: -99.12, height: 2240 })
  return [
    line('     3.05           OBSERVATION DATA    M', 'RINEX VERSION / TYPE'),
    line([x, y, z].map((metres) => metres.toFixed(4).padStart(14)).join(''), 'APPROX POSITION XYZ'),
    line('G    1 C1C', 'SYS / # / OBS TYPES'),
    line(time(NOON), 'TIME OF FIRST OBS'),
    line(time(NOON + 59 * 60_000 + 40_000), 'TIME OF LAST OBS'),
    line('', 'END OF HEADER'),
  ].join('')
}

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const
