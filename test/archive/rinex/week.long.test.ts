// Files and epochs of a whole week: no epoch is lost or doubled where weeks, months, years and leap seconds change.
import { mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { ObservationDecoder, utcFromGps } from '@vertice/rtcm'
import { expect, it, onTestFinished } from 'vitest'
import { LEAP_GPS_MS, type LeapStream, leapMessage } from '../../../packages/rtcm/test/support/leap-second.ts'
import { readMsm } from '../../../packages/rtcm/test/support/raw-messages.ts'
import { type MadeRinex, makeRinex } from '../../../src/archive/rinex/make.ts'
import { FolderStorage } from '../../../src/archive/storage/folder.ts'
import { sentBetween, TestArchive } from '../../support/archive.ts'

const INTERVAL_MS = 30_000
/** Generating a week at 30 s takes the simulator 15 s. */
const FILE_INTERVAL_MS = 300_000
const WEEK_MS = 7 * 86_400_000
const EPOCHS = WEEK_MS / INTERVAL_MS
const GPS_START_MS = Date.UTC(1980, 0, 6)

it('a file of a week has each epoch once, across the GPS week, the month and the year', async () => {
  const archive = new TestArchive()
  onTestFinished(() => archive.remove())
  // On multiples of 300 s in GPS time, which is 18 s ahead of UTC.
  const fromMs = Date.UTC(2026, 11, 29) - 18_000
  archive.record(sentBetween(fromMs - FILE_INTERVAL_MS, fromMs + WEEK_MS + FILE_INTERVAL_MS, FILE_INTERVAL_MS))
  const folder = mkdtempSync(join(archive.dataDir, 'out-'))
  const made = (await makeRinex(
    { storage: new FolderStorage(archive.folder), folder: archive.folder },
    {
      ...{
        from: new Date(fromMs),
        to: new Date(fromMs + WEEK_MS),
        intervalS: FILE_INTERVAL_MS / 1_000,
        version: '3.05',
      },
      ...{ constellations: null, navigation: false, hatanaka: false, segments: archive.segments, folder, site: null },
      station: { code: 'CDMX', name: 'Ciudad de México', country: 'MEX' },
      ...{ program: 'vertice', agency: 'Red', writtenAt: new Date(fromMs) },
    },
  )) as MadeRinex
  expect(made).toMatchObject({ epochs: WEEK_MS / FILE_INTERVAL_MS, completenessPct: 100, gaps: [] })
  const lines = gunzipSync(readFileSync(join(folder, made.files[0]!.name)))
    .toString('latin1')
    .split('\n')
    .filter((line) => line.startsWith('> '))
  expect(lines.map((line) => asIso(line))).toEqual(
    Array.from({ length: WEEK_MS / FILE_INTERVAL_MS }, (_, epoch) =>
      new Date(fromMs + 18_000 + epoch * FILE_INTERVAL_MS).toISOString(),
    ),
  )
})

it.each([true, false])('a week with a leap second has each epoch once (GLONASS counts it: %s)', (counts) => {
  const stream: LeapStream = { name: '', order: ['GPS', 'GLO', 'GAL', 'BDS'], counts }
  const firstMs = Date.UTC(2016, 11, 29) - GPS_START_MS
  const epochs: [number, number][] = []
  const decoder = new ObservationDecoder(({ gpsMs, rows }) => epochs.push([gpsMs, rows]), { detail: () => 'presence' })
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    const gpsMs = firstMs + epoch * INTERVAL_MS
    for (const constellation of stream.order) {
      const message = leapMessage(constellation, (gpsMs - LEAP_GPS_MS) / 1_000, stream)
      decoder.add(message, readMsm(message).type, utcFromGps(gpsMs) + 300)
    }
  }
  decoder.flush()
  expect(epochs).toEqual(Array.from({ length: EPOCHS }, (_, epoch) => [firstMs + epoch * INTERVAL_MS, 4]))
  expect(decoder.counts).toEqual({ invalid: 0, late: 0, foreign: 0 })
})

function asIso(line: string): string {
  const [year, month, day, hour, minute, second] = line.slice(2).trim().split(/\s+/).map(Number)
  return new Date(Date.UTC(year!, month! - 1, day!, hour!, minute!, second!)).toISOString()
}
