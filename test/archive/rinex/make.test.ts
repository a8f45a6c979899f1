// Files that are made from recorded segments, compared with what was sent and with RTKLIB's convbin.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { encodeMsm, frame, LOSS_OF_LOCK } from '@vertice/rtcm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { convbin, type Observations, pairs, parse } from '../../../packages/rtcm/test/support/convbin.ts'
import { satellitesOf } from '../../../packages/rtcm/test/support/sky.ts'
import { type MadeRinex, makeRinex, type RinexJob } from '../../../src/archive/rinex/make.ts'
import { FolderStorage } from '../../../src/archive/storage/folder.ts'
import { type Sent, sentBetween, TestArchive } from '../../support/archive.ts'
import { lacks } from '../../support/needs.ts'

let archive: TestArchive
beforeEach(() => {
  archive = new TestArchive()
})
afterEach(() => archive.remove())

const at = (text: string) => new Date(`${text}Z`)
const ms = (text: string) => at(text).getTime()

async function made(from: string, to: string, more: Partial<RinexJob> = {}) {
  const folder = mkdtempSync(join(archive.dataDir, 'out-'))
  const outcome = await makeRinex(
    { storage: new FolderStorage(archive.folder), folder: archive.folder },
    {
      ...{ from: at(from), to: at(to), intervalS: 1, version: '3.05', constellations: null },
      ...{ navigation: false, hatanaka: false, segments: archive.segments, folder, site: null },
      station: { code: 'CDMX', name: 'Ciudad de México', country: 'MEX' },
      ...{ program: 'vertice', agency: 'Red', writtenAt: at('2026-11-18T12:00:00'), ...more },
    },
  )
  if ('failure' in outcome) return { outcome, text: '', epochs: [] as string[] }
  const text = gunzipSync(readFileSync(join(folder, outcome.files[0]!.name))).toString('latin1')
  const lines = text.split('\n').filter((line) => line.startsWith('> '))
  return { outcome, text, epochs: lines.map((line) => line.slice(2, 21)) }
}

const file = (outcome: unknown) => (outcome as MadeRinex).files[0]!
/** GPS time is 18 s ahead of UTC. */
const gps = (text: string) => new Date(ms(text) + 18_000).toISOString().slice(0, 19)
const asIso = (line: string) => {
  const [year, month, day, hour, minute, second] = line.trim().split(/\s+/)
  return `${year}-${month}-${day}T${hour}:${minute}:${second!.padStart(2, '0')}`
}

/** Two GPS satellites at 1 Hz; the first loses lock at these seconds. */
function withLossesAt(losses: readonly number[]): Sent[] {
  return Array.from({ length: 150 }, (_, second) => {
    const instantMs = ms('2026-11-14T10:00:00') + second * 1000
    const last = losses.findLast((at) => at <= second) ?? -1_000
    const satellites = satellitesOf('GPS', [5, 7], instantMs).map((one) => ({
      ...one,
      signals: one.signals.map((signal) => ({ ...signal, lockTime: second - (one.satellite === 5 ? last : -1_000) })),
    }))
    const about = { constellation: 'GPS', stationId: 1, instantMs, moreFollow: false } as const
    return { frames: frame(encodeMsm(7, { ...about, satellites })), atMs: instantMs + 300 }
  })
}

/** The epochs at multiples of 30 s, with the losses of lock of the epochs before them. */
function everyHalfMinute(whole: Observations): Observations {
  const lost = new Set<string>()
  const kept: Observations = new Map()
  for (const { time, satellite, type, before } of pairs(whole, whole)) {
    const signal = `${satellite} ${type}`
    if (before.lli & LOSS_OF_LOCK) lost.add(signal)
    if (Number(time.slice(17)) % 30 > 0) continue
    const satellites = kept.get(time) ?? new Map()
    const values = satellites.get(satellite) ?? new Map()
    kept.set(time, satellites.set(satellite, values))
    values.set(type, { ...before, lli: lost.delete(signal) ? LOSS_OF_LOCK : before.lli })
  }
  return kept
}

describe('a window', () => {
  it.each([
    { what: 'of an hour change', from: '2026-11-14T09:59:40', to: '2026-11-14T10:00:20' },
    { what: 'of a week change', from: '2026-11-14T23:59:20', to: '2026-11-15T00:00:10' },
    { what: 'of a month change', from: '2026-11-30T23:59:30', to: '2026-12-01T00:00:10' },
    { what: 'of a year change', from: '2026-12-31T23:59:20', to: '2027-01-01T00:00:20' },
  ])('$what has every epoch once', async ({ from, to }) => {
    archive.record(sentBetween(ms(from) - 10_000, ms(to) + 10_000))
    const { outcome, epochs } = await made(from, to)
    const seconds = (ms(to) - ms(from)) / 1000
    expect(epochs.map(asIso)).toEqual(
      Array.from({ length: seconds }, (_, second) =>
        gps(new Date(ms(from) + second * 1000).toISOString().slice(0, 19)),
      ),
    )
    expect(outcome).toMatchObject({ completenessPct: 100, gaps: [], unread: [], epochs: seconds })
  })

  it('is decimated on multiples of GPS time, and named by the IGS convention', async () => {
    archive.record(sentBetween(ms('2026-11-14T10:00:00'), ms('2026-11-14T10:05:00')))
    const { outcome, epochs } = await made('2026-11-14T10:00:00', '2026-11-14T10:05:00', {
      intervalS: 30,
      hatanaka: true,
    })
    expect(epochs).toHaveLength(1) // the other epochs are differences
    expect(file(outcome).name).toBe('CDMX00MEX_S_20263181000_05M_30S_MO.crx.gz')
    const plain = await made('2026-11-14T10:00:00', '2026-11-14T10:05:00', { intervalS: 30 })
    expect(plain.epochs.map((line) => Number(line.slice(17)) % 30)).toEqual(Array.from({ length: 10 }, () => 0))
  })

  it('reports losses of lock between its epochs in the next one', async () => {
    archive.record(withLossesAt([20, 42, 50, 60, 131]))
    const window = ['2026-11-14T10:00:00', '2026-11-14T10:02:30'] as const
    const whole = parse((await made(...window)).text)
    const decimated = parse((await made(...window, { intervalS: 30 })).text)
    expect(decimated).toEqual(everyHalfMinute(whole))
    const lost = [...pairs(decimated, decimated)].filter(({ before }) => before.lli === LOSS_OF_LOCK)
    expect(lost.map(({ time, satellite, type }) => `${time.slice(11, 16)} ${satellite} ${type}`)).toEqual(
      ['10 01', '10 01', '10 02'].flatMap((time) => [`${time} G05 L1C`, `${time} G05 L2W`]),
    )
  })

  it('keeps only the wanted constellations', async () => {
    archive.record(sentBetween(ms('2026-11-14T10:00:00'), ms('2026-11-14T10:00:10')))
    const { text, outcome } = await made('2026-11-14T10:00:00', '2026-11-14T10:00:10', { constellations: ['GPS'] })
    const satellites = new Set(text.split('\n').flatMap((line) => /^[A-Z]\d\d/.exec(line)?.[0][0] ?? []))
    expect([...satellites]).toEqual(['G'])
    expect(file(outcome).name).toContain('_GO.rnx.gz')
  })

  it('names its gaps in the result and in the header', async () => {
    const sent = sentBetween(ms('2026-11-14T10:00:00'), ms('2026-11-14T10:02:00'))
    archive.record(sent.filter((_, second) => second < 30 || second >= 50))
    const { outcome, text } = await made('2026-11-14T10:00:00', '2026-11-14T10:02:00')
    expect(outcome).toMatchObject({
      completenessPct: 83.3,
      gaps: [{ from: at('2026-11-14T10:00:30'), to: at('2026-11-14T10:00:50') }],
    })
    expect(text).toContain('100 of 120 epochs (83.3 %)')
    expect(text).toContain('Gap 2026-11-14 10:00:48 to 2026-11-14 10:01:08 GPS')
  })

  it('merges what two nodes recorded, each frame once', async () => {
    const sent = sentBetween(ms('2026-11-14T10:00:00'), ms('2026-11-14T10:01:00'))
    archive.record(sent.slice(0, 40))
    archive.record(
      sent.slice(30).map((one) => ({ ...one, atMs: one.atMs + 7 })),
      { node: 'node-2' },
    )
    const merged = await made('2026-11-14T10:00:00', '2026-11-14T10:01:00')
    archive.segments.length = 0
    archive.record(sent)
    const whole = await made('2026-11-14T10:00:00', '2026-11-14T10:01:00')
    expect(merged.outcome).toMatchObject({ completenessPct: 100 })
    expect(merged.text).toBe(whole.text)
  })

  it('delivers the rest of a damaged archive, and says what could not be read', async () => {
    const [first, second] = archive.record(sentBetween(ms('2026-11-14T09:59:30'), ms('2026-11-14T10:00:30')))
    writeFileSync(join(archive.folder, first!.name), 'not a segment')
    const { outcome, epochs, text } = await made('2026-11-14T09:59:30', '2026-11-14T10:00:30')
    expect(outcome).toMatchObject({ completenessPct: 50, unread: [first!.name] })
    expect(epochs).toHaveLength(30)
    expect(text).toContain('1 files of the archive could not be read')
    rmSync(join(archive.folder, second!.name))
    expect((await made('2026-11-14T09:59:30', '2026-11-14T10:00:30')).outcome).toEqual({ failure: 'not_readable' })
  })

  it('fails without data', async () => {
    expect((await made('2026-11-14T09:00:00', '2026-11-14T10:00:00')).outcome).toEqual({ failure: 'no_data' })
  })
})

describe.skipIf(lacks('RINEX from the archive compared with RTKLIB', 'convbin'))('the observations', () => {
  it('equal those of convbin', async () => {
    const sent: Sent[] = sentBetween(ms('2026-11-14T10:00:00'), ms('2026-11-14T10:01:00'))
    archive.record(sent)
    const ours = parse((await made('2026-11-14T10:00:00', '2026-11-14T10:01:00')).text)
    const theirs = convbin(Buffer.concat(sent.map(({ frames }) => frames)), ms('2026-11-14T10:00:00'))
    expect(ours.size).toBe(theirs.size)
    let compared = 0
    for (const [time, satellites] of theirs)
      for (const [satellite, observations] of satellites)
        for (const [type, { value }] of observations) {
          const tolerance = type.startsWith('D') ? 0.0011 : 0 // RTKLIB stores a Doppler in 32 bits
          const is = ours
            .get(time.replace(/ 0(\d\.)/, '  $1'))
            ?.get(satellite)
            ?.get(type)?.value
          expect(Math.abs(is! - value), `${time} ${satellite} ${type}`).toBeLessThanOrEqual(tolerance)
          compared++
        }
    expect(compared).toBeGreaterThan(5000)
  })
})
