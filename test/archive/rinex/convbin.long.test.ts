// Files from recorded segments, compared with RTKLIB's convbin: values, losses of lock and navigation records.
import { mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { encode1020, frame } from '@vertice/rtcm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { convbinFiles, parse } from '../../../packages/rtcm/test/support/convbin.ts'
import { GLONASS } from '../../../packages/rtcm/test/support/orbits.ts'
import { parseNavigation } from '../../../packages/rtcm/test/support/rinex.ts'
import { epochMessages, FULL_SKY } from '../../../packages/rtcm/test/support/sky.ts'
import { othersStream, START } from '../../../packages/rtcm/test/support/streams.ts'
import { type MadeRinex, makeRinex } from '../../../src/archive/rinex/make.ts'
import { FolderStorage } from '../../../src/archive/storage/folder.ts'
import { type Sent, sentBetween, TestArchive } from '../../support/archive.ts'
import { lacks } from '../../support/needs.ts'

let archive: TestArchive
beforeEach(() => {
  archive = new TestArchive()
})
afterEach(() => archive.remove())

/** RTKLIB stores a Doppler in 32 bits. */
const DOPPLER_HZ = 0.0011
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
      what: `MSM${level} of six constellations`,
      hasRandomLocks: true,
      sent: () => everyForm({ GPS: level, GLO: level, GAL: level, SBS: level, QZS: level, BDS: level }),
    })),
  ])('equal those of convbin: $what', async ({ sent, hasRandomLocks }) => {
    const recorded = sent()
    const mine = await ours(recorded)
    const theirs = convbinFiles(Buffer.concat(recorded.map(({ frames }) => frames)), recorded[0]!.atMs)
    expect(differences(parse(mine.observations), parse(theirs.observations), hasRandomLocks)).toEqual([])
    expect(orbitDifferences(mine.navigation, theirs.navigation)).toEqual([])
  })
})

const epochsOf = (level: 4 | 7) => seconds(START, (atMs) => epochMessages(atMs, FULL_SKY, level))
const withOrbits = (sent: readonly Sent[]): Sent[] =>
  sent.map((one, second) => (second === 30 ? { ...one, frames: Buffer.concat([one.frames, ...orbits()]) } : one))

/** An exact half of the last digit: rounded up here, to the even digit by convbin. */
const isTie = (mine: number, theirs: number) =>
  Math.round(theirs * 1_000) % 2 === 0 && Math.abs(Math.abs(mine) - Math.abs(theirs) - 0.001) < 1e-6

/** Names what differs. A loss of lock that convbin reports at the first observation of a signal is none. */
function differences(
  mine: ReturnType<typeof parse>,
  theirs: ReturnType<typeof parse>,
  hasRandomLocks: boolean,
): string[] {
  const found: string[] = []
  const known = new Set<string>()
  const timesOf = (one: typeof mine) =>
    new Map([...one].map(([time, epoch]) => [time.split(/\s+/).map(Number).join(' '), epoch]))
  const [own, other] = [timesOf(mine), timesOf(theirs)]
  if ([...own.keys()].join() !== [...other.keys()].join()) found.push('epochs')
  for (const [time, satellites] of other)
    for (const [satellite, observations] of satellites)
      for (const [type, { value, lli }] of observations) {
        const is = own.get(time)?.get(satellite)?.get(type)
        const tolerance = type.startsWith('D') ? DOPPLER_HZ : 0
        if (!is || (Math.abs(is.value - value) > tolerance && !isTie(is.value, value)))
          found.push(`${time} ${satellite} ${type} ${is?.value} ${value}`)
        const isFirst = !known.has(satellite + type)
        known.add(satellite + type)
        if (!hasRandomLocks && is && is.lli !== lli && !(isFirst && lli === 1))
          found.push(`${time} ${satellite} ${type} LLI ${is.lli} ${lli}`)
      }
  for (const [time, satellites] of own)
    for (const [satellite, observations] of satellites)
      for (const type of observations.keys())
        if (!other.get(time)?.get(satellite)?.has(type)) found.push(`${time} ${satellite} ${type} only here`)
  return found
}

/** Time of transmission, which RTCM 3 does not contain. */
const TRANSMISSION = 27
/** convbin writes twelve digits. */
const sameField = (one: number, other: number) => Math.abs(one - other) <= 1.01e-11 * Math.abs(other)

/** Blank fields, and the fifth line of GLONASS, are 0 or missing in the file of convbin. */
function orbitDifferences(mine: string, theirs: string): string[] {
  const [own, other] = [mine, theirs].map((text) => recordsOf(text)) as [Records, Records]
  const found = [...own.keys()].filter((name) => !other.has(name)).map((name) => `${name} only here`)
  for (const [name, values] of other)
    for (const [place, value] of values.entries()) {
      const is = own.get(name)?.[place] ?? 0
      if (place !== TRANSMISSION && !sameField(is, value)) found.push(`${name} field ${place}: ${is} ${value}`)
    }
  return found
}

type Records = Map<string, readonly number[]>
const recordsOf = (text: string): Records =>
  new Map(
    parseNavigation(padded(text)).map(({ satellite, time, values }) => {
      const issue = satellite.startsWith('R') ? '' : values[3]
      const source = satellite.startsWith('E') ? values[20] : ''
      return [`${satellite} ${time} ${issue} ${source}`, values]
    }),
  )
/** Blank fields at the end of a line keep their place. */
const padded = (text: string) =>
  text
    .split('\n')
    .map((line) => (line.trim() === '' ? line : line.padEnd(80)))
    .join('\n')
