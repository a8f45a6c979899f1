// A receiver's RINEX files fill the gaps of a recording.
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Row, read } from '../../../packages/rinex/test/support/files.ts'
import { importFile } from '../../../src/archive/import/import.ts'
import type { ImportWish } from '../../../src/archive/import/wish.ts'
import { makeRinex, type RinexJob } from '../../../src/archive/rinex/make.ts'
import { FolderStorage } from '../../../src/archive/storage/folder.ts'
import { type Sent, sentBetween, TestArchive } from '../../support/archive.ts'
import { gpsOf, hatanaka, PLACE, receiverFile } from '../../support/receiver-file.ts'

let archive: TestArchive
beforeEach(() => {
  archive = new TestArchive()
  mkdirSync(archive.folder, { recursive: true })
})
afterEach(() => archive.remove())

const ms = (text: string) => Date.parse(`${text}Z`)
const [FROM, TO] = ['2026-11-14T09:59:30', '2026-11-14T10:00:30'] as const
const STATION = { id: 12, code: 'CDMX', ...PLACE, positionPending: false }
const places = () => ({ storage: new FolderStorage(archive.folder), folder: archive.folder })

async function imported(content: string | Buffer, more: Partial<ImportWish> = {}) {
  const path = join(archive.dataDir, 'receiver')
  writeFileSync(path, content)
  const result = await importFile(
    { ...places(), dataDir: archive.dataDir, segmentsOf: async () => archive.segments },
    { station: STATION, path, dayMs: null, isForced: false, node: 'node-1', now: new Date('2026-11-18'), ...more },
  )
  archive.segments.push(
    ...result.segments.map((segment, index) => ({
      ...segment,
      id: 1_000 + index,
      state: 'stored' as const,
      observedHour: null,
    })),
  )
  const hours = result.hours.map(
    ({ hour, added, existed }) => `${hour.toISOString().slice(11, 13)} ${added} ${existed}`,
  )
  return { hours, notes: result.notes }
}

async function made(more: Partial<RinexJob> = {}) {
  const folder = mkdtempSync(join(archive.dataDir, 'out-'))
  const outcome = await makeRinex(places(), {
    ...{ from: new Date(ms(FROM)), to: new Date(ms(TO)), intervalS: 1, version: '3.05', constellations: null },
    ...{ navigation: false, hatanaka: false, segments: archive.segments, folder, site: null },
    station: { code: 'CDMX', name: 'Ciudad de México', country: 'MEX' },
    ...{ program: 'vertice', agency: 'Red', writtenAt: new Date(0), ...more },
  })
  if ('failure' in outcome) throw new Error(outcome.failure)
  const texts = outcome.files.map(({ name }) => gunzipSync(readFileSync(join(folder, name))).toString('latin1'))
  return { ...outcome, text: texts[0]!, navigation: texts[1] ?? '', epochs: read(texts[0]!).epochs }
}

const within = (sent: readonly Sent[], from: string, to: string) =>
  sent.filter(({ atMs }) => atMs >= ms(from) && atMs < ms(to))
const HOLES = [
  ['2026-11-14T09:59:40', '2026-11-14T09:59:45'],
  ['2026-11-14T09:59:55', '2026-11-14T10:00:10'],
] as const
const withHoles = (sent: readonly Sent[]) =>
  sent.filter(({ atMs }) => !HOLES.some(([from, to]) => atMs >= ms(from) && atMs < ms(to)))
const values = (epochs: readonly (readonly Row[])[]) =>
  epochs.map((rows) => rows.map(({ flags: _, lockMs: __, ...row }: Row & { lockMs?: number }) => row))

describe('the file of a receiver', () => {
  it.each([
    { what: 'RINEX 3', pack: (text: string) => text, version: '3.05' },
    { what: 'RINEX 4, gzip', pack: (text: string) => gzipSync(text), version: '4.02' },
    { what: 'CRINEX 3, gzip', pack: (text: string) => gzipSync(hatanaka(text)), version: '3.05' },
  ] as const)('completes a recording with holes, once: $what', async ({ pack, version }) => {
    const sent = sentBetween(ms(FROM), ms(TO))
    archive.record(sent)
    const whole = await made()
    archive.segments.length = 0
    archive.record(withHoles(sent))
    const file = pack(receiverFile(sent, { version }))
    expect(await imported(file)).toEqual({ hours: ['09 10 20', '10 10 20'], notes: [] })
    const { epochs, completenessPct, gaps, text } = await made()
    expect({ completenessPct, gaps }).toEqual({ completenessPct: 100, gaps: [] })
    expect(text).toContain('20 epochs come from imported RINEX files')
    expect(values(epochs)).toEqual(values(whole.epochs))

    const before = archive.segments.length
    expect(await imported(file)).toEqual({ hours: ['09 0 30', '10 0 30'], notes: [] })
    expect(archive.segments).toHaveLength(before)
    expect(archive.segments.filter(({ origin }) => origin === 'import')).toMatchObject([
      { format: 'rinex', epochs: 10, intervalMs: 1000 },
      { format: 'rinex', epochs: 10, firstEpoch: new Date(ms('2026-11-14T10:00:00')) },
    ])
  })

  it('keeps its own count of cycles, with a loss of lock wherever the source changes', async () => {
    const sent = sentBetween(ms(FROM), ms(TO))
    archive.record(withHoles(sent))
    await imported(receiverFile(sent, { shiftCycles: 1_000_000 }))
    const { epochs } = await made()
    const seams = ['09:59:40', '09:59:45', '09:59:55', '10:00:10'].map((time) => gpsOf(`2026-11-14T${time}`))
    for (const rows of epochs)
      for (const row of rows) expect(row.flags & 1, `${row.gpsMs} ${row.satellite}`).toBe(+seams.includes(row.gpsMs))
  })

  it('is in order with frames that arrived half a minute late', async () => {
    const sent = sentBetween(ms(FROM), ms(TO))
    archive.record(withHoles(sent).map((one) => ({ ...one, atMs: one.atMs + 30_000 })))
    await imported(receiverFile(sent))
    const { epochs } = await made()
    expect(epochs.map(([row]) => row!.gpsMs)).toEqual(sent.map((_, second) => gpsOf(FROM) + second * 1000))
  })

  it('has no seam where no written epoch is imported', async () => {
    const sent = sentBetween(ms(FROM), ms(TO))
    archive.record(sent.filter(({ atMs }) => atMs < ms('2026-11-14T09:59:32') || atMs > ms('2026-11-14T09:59:35')))
    expect((await imported(receiverFile(sent))).hours).toEqual(['09 3 27', '10 0 30'])
    const { epochs, text } = await made({ intervalS: 6 })
    expect(epochs).toHaveLength(10)
    expect(text).not.toContain('imported')
    expect(epochs.flat().every(({ flags }) => flags === 0)).toBe(true)
  })

  it('of RINEX 2.11 has the signals of its types', async () => {
    const sent = sentBetween(ms(FROM), ms(TO))
    archive.record(withHoles(sent))
    expect((await imported(receiverFile(sent, { version: '2.11' }))).hours).toEqual(['09 10 20', '10 10 20'])
    const { epochs, text } = await made()
    expect(epochs).toHaveLength(60)
    expect(epochs.map(([row]) => row!.gpsMs)).toEqual(Array.from({ length: 60 }, (_, i) => gpsOf(FROM) + i * 1000))
    expect(/^E .*/m.exec(text)![0]).toContain(' C1X ')
  })

  it('at 30 s fills a hole of a station with 1 Hz', async () => {
    archive.record(within(sentBetween(ms(FROM), ms(TO)), FROM, '2026-11-14T09:59:50'))
    expect((await imported(receiverFile(sentBetween(ms(FROM), ms(TO), 30_000)))).hours).toEqual(['09 0 1', '10 1 0'])
    expect((await made()).epochs).toHaveLength(21)
  })

  it('describes the station if nothing else does', async () => {
    await imported(receiverFile(sentBetween(ms('2026-11-14T09:59:32'), ms(TO), 10_000)))
    const { text } = await made({ intervalS: 10 })
    expect(text).toMatch(/^7 +SEPT POLARX5 +5\.5 +REC #/m)
    expect(text).toMatch(/^8 +SEPCHOKE_B3E6 +SPKE +ANT #/m)
    expect(text).toMatch(/^ +0\.1000 +0\.0000 +0\.0000 +ANTENNA: DELTA H\/E\/N/m)
    expect(text).toMatch(/^ +[1-9]\d? R\d\d .*GLONASS SLOT/m)
  })
})

describe('a navigation file', () => {
  it('appears in the navigation output, once', async () => {
    const sent = sentBetween(ms(FROM), ms(TO))
    archive.record(sent)
    const { navigation } = await made({ navigation: true })
    const records = navigation.split('END OF HEADER')[1]!
    expect(records.match(/^[GREC]\d\d/gm)!.length).toBeGreaterThan(20)
    const known = await imported(navigation)
    expect(known.hours.every((hour) => / 0 [1-9]/.test(hour))).toBe(true)

    archive.segments.length = 0
    await imported(receiverFile(sent))
    const added = await imported(gzipSync(navigation))
    expect(added.hours.every((hour) => / [1-9]\d* 0$/.test(hour))).toBe(true)
    expect((await made({ navigation: true })).navigation.split('END OF HEADER')[1]).toBe(records)
    const before = archive.segments.length
    await imported(navigation)
    expect(archive.segments).toHaveLength(before)
  })
})

describe('of a file', () => {
  const file = () => receiverFile(sentBetween(ms(FROM), ms('2026-11-14T09:59:36')))
  const failing = async (content: string | Buffer, more: Partial<ImportWish> = {}) => {
    const error = await imported(content, more).catch((caught: Error) => caught)
    expect(archive.segments).toEqual([])
    return (error as Error).message
  }
  const second = (text: string) => text.indexOf('> ', text.indexOf('> 2026') + 2)

  it.each([
    [
      'another station',
      (text: string) => text,
      { station: { ...STATION, lat: 19.402 } },
      /^the antenna .* 22\d m from/,
    ],
    ['epochs in the future', (text: string) => text, { now: new Date('2026-11-14T09:00:00Z') }, /is in the future/],
    ['an impossible day', (text: string) => text.replace('> 2026 11 14', '> 2026 11 31'), {}, /^line \d+: the epoch/],
    [
      'one wrong year',
      (text: string) => text.replace('> 2026', '> 2016'),
      {},
      /^the file is of 2016-11-14 to 2026-11-14/,
    ],
    ['a damaged version', (text: string) => text.replace('.', 'x'), {}, /^line 1: the RINEX version/],
    ['no epochs', (text: string) => text.slice(0, text.indexOf('> 2026')), {}, /^the file has no observations/],
    ['half a header', (text: string) => text.slice(0, 500), {}, /ends in the middle of a header/],
    ['a cut gzip file', (text: string) => gzipSync(text).subarray(0, -9), {}, /gzip file is damaged or incomplete/],
    ['other text', () => 'nothing to see', {}, /^the file has neither RINEX nor RTCM 3/],
  ] as const)('nothing is imported: %s', async (_, change, more, message) => {
    expect(await failing(change(file()), more)).toMatch(message)
  })

  it('without a position nothing is imported, unless forced', async () => {
    const text = receiverFile(sentBetween(ms(FROM), ms(FROM) + 3_000), { station: { position: null } })
    expect(await failing(text)).toMatch(/does not say where its antenna is: add --force/)
    expect((await imported(text, { isForced: true })).hours).toEqual(['09 3 0'])
  })

  it.each([
    ['RINEX', (text: string) => text],
    ['CRINEX', hatanaka],
  ])('that is cut off the complete epochs are imported, with a note: %s', async (_, pack) => {
    for (const missing of [2, 100]) {
      archive.segments.length = 0
      expect(await imported(pack(file()).slice(0, -missing)), `${missing} bytes`).toEqual({
        hours: ['09 5 0'],
        notes: ['the file is cut off at its end; what is complete was imported'],
      })
    }
  })

  it('repeated epochs and those that go back in time are left out, with a note', async () => {
    const text = file()
    const body = text.slice(text.indexOf('> 2026'))
    const { hours, notes } = await imported(text + body)
    expect(hours).toEqual(['09 6 0'])
    expect(notes).toEqual(['left out 6 epochs that repeat or are earlier than the epoch before'])
  })

  it('unknown signals are named, and events and cycle slips between epochs do no harm', async () => {
    const text = file().replace(' S1C', ' S3A')
    const event = `>${' '.repeat(30)}5  1\n${'an event'.padEnd(60)}COMMENT\n`
    const slips = `${text.slice(text.indexOf('> 2026'), second(text)).replace(/^(.{31})0/, '$16')}`
    const at = second(text)
    const { hours, notes } = await imported(text.slice(0, at) + event + slips + text.slice(at))
    expect(hours).toEqual(['09 6 0'])
    expect(notes).toEqual(['left out types that the archive has no signal for: G S3A'])
  })

  it('without channels of GLONASS the phases are kept', async () => {
    const text = file().replace(/^.*GLONASS SLOT.*\n/gm, '')
    await imported(text)
    const { epochs } = await made({ to: new Date(ms('2026-11-14T09:59:36')) })
    const glonass = epochs.flat().filter(({ satellite }) => satellite.startsWith('R'))
    expect(glonass.length).toBeGreaterThan(20)
    expect(glonass.every(({ phase }) => !Number.isNaN(phase))).toBe(true)
  })

  it('whose clock is a millisecond off, the epochs are those of the recording', async () => {
    const sent = sentBetween(ms(FROM), ms('2026-11-14T09:59:36'))
    archive.record(sent.slice(0, 3))
    const text = receiverFile(sent).replace(/^(> .*)\.0000000/gm, '$1.0015000')
    expect((await imported(text)).hours).toEqual(['09 3 3'])
    const { epochs } = await made({ to: new Date(ms('2026-11-14T09:59:36')) })
    expect(epochs.map(([row]) => row!.gpsMs - gpsOf(FROM))).toEqual([0, 1000, 2000, 3001.5, 4001.5, 5001.5])
  })
})
