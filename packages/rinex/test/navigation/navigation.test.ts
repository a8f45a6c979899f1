// Navigation files: written from RTCM messages, read back, and compared with those of RTKLIB.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  decodeEphemeris,
  type Ephemeris,
  encode1019,
  encode1020,
  encode1042,
  encode1045,
  encode1046,
  frame,
  type KeplerianEphemeris,
} from '@vertice/rtcm'
import { describe, expect, it } from 'vitest'
import { lacks } from '../../../../test/support/needs.ts'
import { BEIDOU, GALILEO, GLONASS, GPS, INSTANT } from '../../../rtcm/test/support/orbits.ts'
import { parseNavigation } from '../../../rtcm/test/support/rinex.ts'
import { epochMessages, FULL_SKY } from '../../../rtcm/test/support/sky.ts'
import { type NavigationHeader, navigationFile, RinexReader } from '../../src/index.ts'

const MESSAGES: readonly [type: number, payload: Buffer][] = [
  [1019, encode1019(GPS)],
  [1019, encode1019({ ...GPS, satellite: 9, health: 1, ura: 0 })],
  [1020, encode1020(GLONASS)],
  [1042, encode1042(BEIDOU)],
  [1042, encode1042({ ...BEIDOU, satellite: 3, health: 1 })],
  [1046, encode1046(GALILEO)],
  [1045, encode1045({ ...GALILEO, satellite: 25, sisa: 60 })],
]
const ephemerides: Ephemeris[] = MESSAGES.map(([type, payload]) => decodeEphemeris(payload, type, INSTANT)!)
const gps = ephemerides[0] as KeplerianEphemeris
const OTHERS: Ephemeris[] = [
  { ...gps, constellation: 'QZS', satellite: 2, fitFlag: 1 },
  { ...gps, constellation: 'NAV', satellite: 5, week: gps.week - 1024, clockIssue: gps.issue, codesOnL2: 0 },
]

const file = (version: NavigationHeader['version'], some: readonly Ephemeris[] = ephemerides) =>
  [
    ...navigationFile(
      {
        ...{ version, program: 'test', runBy: '', writtenAt: new Date(INSTANT), comments: ['a remark'] },
        leapSeconds: 18,
      },
      some,
    ),
  ].join('')

function read(text: string) {
  const found: Ephemeris[] = []
  const reader = new RinexReader({ onEpoch: () => undefined, onEphemeris: (ephemeris) => found.push(ephemeris) })
  let error: unknown = null
  try {
    reader.push(Buffer.from(text))
    reader.end()
  } catch (thrown) {
    error = thrown
  }
  return { found, error, reader }
}

/** Thirteen digits are written. */
const close = (value: unknown): unknown =>
  typeof value === 'number' && !Number.isInteger(value)
    ? Number(value.toPrecision(11))
    : Array.isArray(value)
      ? value.map(close)
      : value
const comparable = (some: readonly Ephemeris[]) =>
  some
    .toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))
    .map((one) => Object.fromEntries(Object.entries(one).map(([name, value]) => [name, close(value)])))
const nameOf = ({ constellation, satellite }: Ephemeris) => `${constellation}${satellite}`

describe('a navigation file', () => {
  it.each(['3.05', '4.02'] as const)('of version %s has every ephemeris', (version) => {
    const all = [...ephemerides, ...OTHERS]
    const { found, error, reader } = read(file(version, all))
    expect(error).toBeNull()
    expect(reader.kind).toBe('navigation')
    expect(comparable(found)).toEqual(comparable(all))
  })

  it('of version 2.11 has one constellation, without what that version does not have', () => {
    const glonass = ephemerides.filter(({ constellation }) => constellation === 'GLO')
    const text = file('2.11 GLO')
    expect(text).toMatch(/^ {5}2\.11 {11}G: GLONASS NAV DATA/)
    expect(text).toContain('15 24  6 12  9 45  0.0')
    expect(comparable(read(text).found)).toEqual(
      comparable(glonass.map((one) => ({ ...one, deltaTau: 0 }) as Ephemeris)),
    )
    const found = read(file('2.11 GPS')).found
    expect(comparable(found)).toEqual(comparable(ephemerides.filter(({ constellation }) => constellation === 'GPS')))
  })

  it('names the messages in version 4', () => {
    const names = file('4.02', [...ephemerides, ...OTHERS])
      .split('\n')
      .filter((line) => line.startsWith('>'))
    // BeiDou time is 14 s behind GPS time.
    expect(names).toEqual([
      ...['> EPH R15 FDMA', '> EPH E24 INAV', '> EPH E25 FNAV', '> EPH G07 LNAV', '> EPH G09 LNAV'],
      ...['> EPH I05 LNAV', '> EPH J02 LNAV', '> EPH C03 D2', '> EPH C22 D1'],
    ])
  })

  it('has each ephemeris once, in order of time and satellite', () => {
    const later = { ...gps, toe: gps.toe + 7200, toc: gps.toc + 7200, issue: 46 }
    const text = file('3.05', [later, ...ephemerides, ...ephemerides, gps])
    const records = parseNavigation(text).map(({ satellite }) => satellite)
    expect(records).toHaveLength(ephemerides.length + 1)
    expect(records.at(-1)).toBe('G07')
    expect(records.slice(0, -1)).toEqual(['R15', 'E24', 'E25', 'G07', 'G09', 'C03', 'C22'])
  })

  it('dates a clock that belongs to the week before', () => {
    const turn = { ...gps, toe: 0, toc: 604_784, week: 2319 }
    const text = file('3.05', [turn])
    expect(text).toContain('G07 2024 06 15 23 59 44')
    expect(read(text).found).toMatchObject([{ week: 2319, toe: 0, toc: 604_784 }])
  })

  it.each([
    { what: 'a record that is cut off', text: file('3.05').split('\n').slice(0, -4).join('\n'), fault: 'cut_off' },
    { what: 'letters in a number', text: file('3.05').replace('E-04', 'X-04'), fault: 'bad_value' },
    { what: 'a wrong date', text: file('3.05').replace(' 06 12 ', ' 16 12 '), fault: 'bad_record' },
  ])('reports $what with its line', ({ text, fault }) => {
    const { error } = read(text)
    expect(error).toMatchObject({ name: 'RinexError', fault })
    expect((error as { line: number }).line).toBeGreaterThan(5)
  })

  it('skips messages that are no ephemeris of RTCM', () => {
    const text = file('4.02').replace('> EPH G07 LNAV', '> EPH G07 CNAV')
    const { found, reader } = read(text)
    expect(found).toHaveLength(ephemerides.length - 1)
    expect(reader.navigation.counts).toEqual({ ephemerides: ephemerides.length - 1, skipped: 1 })
  })
})

describe.skipIf(lacks('navigation files compared with RTKLIB', 'convbin'))('the records', () => {
  it('equal those of convbin field by field, but for the time of transmission', () => {
    const folder = mkdtempSync(join(tmpdir(), 'vertice-nav-'))
    const [input, output] = [join(folder, 'in.rtcm3'), join(folder, 'out.nav')]
    const stream = [...epochMessages(INSTANT, FULL_SKY, 7), ...MESSAGES.map(([, payload]) => frame(payload))]
    writeFileSync(input, Buffer.concat(stream))
    const options = ['-r', 'rtcm3', '-v', '3.04', '-tr', '2024/06/12', '10:00:00', '-o', join(folder, 'out.obs')]
    execFileSync('convbin', [...options, '-n', output, input], { stdio: 'ignore' })
    const theirs = parseNavigation(readFileSync(output, 'utf8'))
    rmSync(folder, { recursive: true })
    const padded = file('3.05').replace(/^.+$/gm, (line) => line.padEnd(80))
    const ours = parseNavigation(padded)
    expect(theirs.length).toBeGreaterThan(4)
    for (const { satellite, time, values } of theirs) {
      const own = ours.find((one) => one.satellite === satellite)!
      expect(own?.time, satellite).toBe(time)
      for (const [index, value] of values.entries()) {
        if (satellite[0] !== 'R' && index === 27) continue
        expect(
          Math.abs(own.values[index]! - value),
          `${satellite} ${index} ${own.values[index]} ${value}`,
        ).toBeLessThanOrEqual(Math.abs(value) * 1e-11)
      }
    }
  })
})
