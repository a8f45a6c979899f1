// Files from recorded segments, compared with RTKLIB's convbin: values, losses of lock and navigation records.
import { mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { encode1020, frame } from '@vertice/rtcm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { convbinFiles } from '../../../packages/rtcm/test/support/convbin.ts'
import { GLONASS } from '../../../packages/rtcm/test/support/orbits.ts'
import { epochMessages, FULL_SKY } from '../../../packages/rtcm/test/support/sky.ts'
import { othersStream, START } from '../../../packages/rtcm/test/support/streams.ts'
import { compareNavigation } from '../../../scripts/tests/rinex-reference/navigation.ts'
import { compareObservations, type Difference } from '../../../scripts/tests/rinex-reference/observations.ts'
import { type MadeRinex, makeRinex } from '../../../src/archive/rinex/make.ts'
import { FolderStorage } from '../../../src/archive/storage/folder.ts'
import { type Sent, sentBetween, TestArchive } from '../../support/archive.ts'
import { lacks } from '../../support/needs.ts'

let archive: TestArchive
beforeEach(() => {
  archive = new TestArchive()
})
afterEach(() => archive.remove())

const EXPECTED: readonly Difference[] = ['tie', 'first-loss']
const ROLLOVER = Date.UTC(2026, 10, 14, 23, 59, 42)

const seconds = (fromMs: number, frames: (atMs: number) => Buffer[]): Sent[] =>
  Array.from({ length: 60 }, (_, second) => fromMs + second * 1_000).map((atMs) => ({
    frames: Buffer.concat(frames(atMs)),
    atMs: atMs + 300,
  }))

/** Channels as in the test sky. */
const orbits = () =>
  FULL_SKY.GLO!.map((satellite) => frame(encode1020({ ...GLONASS, satellite, frequencyChannel: (satellite % 14) - 7 })))
const everyForm = (levels: Record<string, number>): Sent[] =>
  othersStream(levels, 3, 60).map((frames, second) => ({ frames, atMs: START + second * 1_000 + 300 }))

async function ours(sent: readonly Sent[]) {
  archive.record(sent)
  const folder = mkdtempSync(join(archive.dataDir, 'out-'))
  const [from, to] = [sent[0]!, sent.at(-1)!].map(({ atMs }) => Math.floor(atMs / 1_000) * 1_000)
  const made = (await makeRinex(
    { storage: new FolderStorage(archive.folder), folder: archive.folder },
    {
      ...{ from: new Date(from!), to: new Date(to! + 1_000), intervalS: 1, version: '3.05', constellations: null },
      ...{ navigation: true, hatanaka: false, segments: archive.segments, folder, site: null },
      station: { code: 'CDMX', name: 'Ciudad de México', country: 'MEX' },
      ...{ program: 'vertice', agency: 'Red', writtenAt: new Date(to!) },
    },
  )) as MadeRinex
  const textOf = (kind: string) => {
    const file = made.files.find((one) => one.kind === kind)
    return file ? gunzipSync(readFileSync(join(folder, file.name))).toString('latin1') : ''
  }
  return { observations: textOf('obs'), navigation: textOf('nav') }
}

describe.skipIf(lacks('files from the archive compared with RTKLIB', 'convbin'))('files from the archive', () => {
  it.each([
    {
      what: 'a simulated station at a change of the GPS week',
      hasRandomLocks: false,
      sent: () => sentBetween(ROLLOVER - 120_000, ROLLOVER + 120_000),
    },
    { what: 'MSM4 with 1020 in the second half', hasRandomLocks: false, sent: () => withOrbits(epochsOf(4)) },
    { what: 'MSM4 without 1020', hasRandomLocks: false, sent: () => epochsOf(4) },
    ...[4, 5, 6, 7].map((level) => ({
      what: `MSM${level} of seven constellations`,
      hasRandomLocks: true,
      sent: () => everyForm({ GPS: level, GLO: level, GAL: level, SBS: level, QZS: level, BDS: level, NAV: level }),
    })),
  ])('equal those of convbin: $what', async ({ sent, hasRandomLocks }) => {
    const recorded = sent()
    const mine = await ours(recorded)
    const theirs = convbinFiles(Buffer.concat(recorded.map(({ frames }) => frames)), recorded[0]!.atMs)
    const { epochs, compared, differences } = compareObservations(mine.observations, theirs.observations)
    const expected = hasRandomLocks ? [...EXPECTED, 'loss'] : EXPECTED
    expect(differences.filter(({ kind }) => !expected.includes(kind))).toEqual([])
    expect(epochs.here).toBe(recorded.length)
    expect(compared).toBeGreaterThan(recorded.length)
    expect(compareNavigation(mine.navigation, theirs.navigation).differences).toEqual([])
  })
})

const epochsOf = (level: 4 | 7) => seconds(START, (atMs) => epochMessages(atMs, FULL_SKY, level))
const withOrbits = (sent: readonly Sent[]): Sent[] =>
  sent.map((one, second) => (second === 30 ? { ...one, frames: Buffer.concat([one.frames, ...orbits()]) } : one))
