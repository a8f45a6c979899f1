// Where and when a rover observed, read from files that the archive wrote itself.
import { mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MadeRinex, makeRinex, type RinexJob } from '../../../src/archive/rinex/make.ts'
import { readRoverFile } from '../../../src/archive/rinex/rover-file.ts'
import { FolderStorage } from '../../../src/archive/storage/folder.ts'
import type { Refusal } from '../../../src/domain/codes/refusal.ts'
import { sentBetween, TestArchive } from '../../support/archive.ts'

const FROM = new Date('2026-11-14T10:01:20Z')
const TO = new Date('2026-11-14T10:03:40Z')
const archive = new TestArchive()
beforeAll(() => void archive.record(sentBetween(FROM.getTime(), TO.getTime())))
afterAll(() => archive.remove())

async function fileOf(format: Pick<RinexJob, 'version' | 'hatanaka'>): Promise<Buffer> {
  const folder = mkdtempSync(join(archive.dataDir, 'out-'))
  const made = (await makeRinex(
    { storage: new FolderStorage(archive.folder), folder: archive.folder },
    {
      ...{ from: FROM, to: TO, intervalS: 1, constellations: null, navigation: false, site: null, ...format },
      ...{ segments: archive.segments, folder, station: { code: 'CDMX', name: '', country: 'MEX' } },
      ...{ program: 'vertice', agency: 'Red', writtenAt: TO },
    },
  )) as MadeRinex
  return readFileSync(join(folder, made.files[0]!.name))
}

const FOUND = {
  ...{ lat: expect.closeTo(19.4, 4), lng: expect.closeTo(-99.1, 4) },
  ...{ from: new Date('2026-11-14T10:01:00Z'), to: new Date('2026-11-14T10:04:00Z') },
}
const without = (label: string, file: Buffer) =>
  Buffer.from(
    file
      .toString('latin1')
      .split('\n')
      .filter((line) => !line.includes(label))
      .join('\n'),
    'latin1',
  )
const faultOf = (file: Buffer) =>
  readRoverFile(file).then(
    () => null,
    (error: Refusal) => error.fields[0]?.code,
  )

it.each([
  { version: '3.05', hatanaka: true },
  { version: '4.02', hatanaka: false },
  { version: '2.11', hatanaka: true },
] as const)('reads RINEX $version, with gzip and without (CRINEX: $hatanaka)', async (format) => {
  const file = await fileOf(format)
  expect(await readRoverFile(file)).toEqual(FOUND)
  expect(await readRoverFile(gunzipSync(file))).toEqual(FOUND)
})

it('reads the epochs if the header does not state the times, also of a file that is cut off', async () => {
  for (const hatanaka of [true, false]) {
    const file = without('TIME OF LAST OBS', gunzipSync(await fileOf({ version: '3.05', hatanaka })))
    expect(await readRoverFile(file)).toEqual(FOUND)
    expect(await readRoverFile(file.subarray(0, -20))).toEqual(FOUND)
  }
})

it('rejects a file without a position, and what is not RINEX', async () => {
  const file = gunzipSync(await fileOf({ version: '3.05', hatanaka: false }))
  expect(await faultOf(without('APPROX POSITION XYZ', file))).toBe('rover_file_no_position')
  expect(await faultOf(Buffer.from('a photo'))).toBe('rover_file_not_rinex')
  expect(await faultOf(Buffer.alloc(0))).toBe('rover_file_not_rinex')
  expect(await faultOf(Buffer.from([0x1f, 0x8b, 1, 2, 3]))).toBe('rover_file_not_rinex')
})
