// Decodes the encoders' output with RTKLIB's convbin, an independent implementation of the standard.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lacks } from '../../../test/support/needs.ts'
import { Converter } from '../src/convert/converter.ts'
import { encode1019, encode1042, encode1045, encode1046 } from '../src/encode/ephemeris.ts'
import { encode1006, encode1033, frame } from '../src/encode/frames.ts'
import { encode1020 } from '../src/encode/glonass-ephemeris.ts'
import type { KeplerianOrbit } from '../src/encode/keplerian-orbit.ts'
import { BEIDOU, EQUIPMENT, GALILEO, GLONASS, GPS, INSTANT } from './support/orbits.ts'
import { parseNavigation, parseObservations } from './support/rinex.ts'
import { epochMessages, FULL_SKY, type Observed, STATION, satellitesOf, stationBytes } from './support/sky.ts'

const LETTERS: Record<Observed, string> = { GPS: 'G', GLO: 'R', GAL: 'E', BDS: 'C' }
const LIGHT = 299_792_458

/** Carrier frequency in Hz. */
function frequency(constellation: Observed, signal: string, channel = 0): number {
  if (constellation === 'GLO') return signal[0] === '1' ? 1602e6 + 562_500 * channel : 1246e6 + 437_500 * channel
  const bands: Record<string, number> = { 1: 1575.42e6, 5: 1176.45e6, 7: 1207.14e6 }
  if (constellation === 'GPS') bands[2] = 1227.6e6
  if (constellation === 'BDS') bands[2] = 1561.098e6
  return bands[signal[0]!]!
}

describe.skipIf(lacks('what the encoders write, as RTKLIB reads it', 'convbin'))('RTKLIB', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'vertice-rtklib-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  function convert(stream: readonly Buffer[]) {
    const [input, observations, navigation] = ['in.rtcm3', 'out.obs', 'out.nav'].map((name) => join(folder, name))
    writeFileSync(input!, Buffer.concat(stream))
    const about = ['2024/06/12', '10:00:00'] // within half a week of the stream
    const options = ['-r', 'rtcm3', '-v', '3.04', '-od', '-os', '-f', '3', '-tr', ...about]
    execFileSync('convbin', [...options, '-o', observations!, '-n', navigation!, input!], { stdio: 'ignore' })
    return {
      observations: () => readFileSync(observations!, 'utf8'),
      navigation: () => readFileSync(navigation!, 'utf8'),
    }
  }

  describe.each([
    { level: 7 as const, rangeM: 0.001, phaseM: 0.0006, cnr: 0.032 },
    { level: 4 as const, rangeM: 0.01, phaseM: 0.0006, cnr: 0.501 },
  ])('for MSM$level of four constellations', ({ level, rangeM, phaseM, cnr }) => {
    it('reads the same satellites, instants, ranges, phases, rates and strengths', () => {
      const instants = [0, 1000, 2000, 2200].map((ms) => INSTANT + ms)
      const stream = instants.flatMap((instant) => epochMessages(instant, FULL_SKY, level))
      const { epochs } = parseObservations(convert(stream).observations())
      expect(epochs.map(({ time }) => time)).toEqual(
        ['18.0', '19.0', '20.0', '20.2'].map((seconds) => `2024 06 12 10 00 ${seconds}000000`), // GPS time
      )
      for (const [index, { satellites }] of epochs.entries()) {
        const sent = Object.entries(FULL_SKY).flatMap(([constellation, ids]) =>
          satellitesOf(constellation as Observed, ids, instants[index]).map((satellite) => {
            return { ...satellite, constellation: constellation as Observed }
          }),
        )
        const nameOf = ({ constellation, satellite }: (typeof sent)[number]) =>
          `${LETTERS[constellation]}${String(satellite).padStart(2, '0')}`
        expect(Object.keys(satellites).sort()).toEqual(sent.map(nameOf).sort())
        for (const one of sent) {
          for (const signal of one.signals) {
            // MSM4 does not include the GLONASS channel: RTKLIB then has no wavelength and returns no phase.
            const channelKnown = level === 7 || one.constellation !== 'GLO'
            const wavelength = LIGHT / frequency(one.constellation, signal.signal, one.frequencyChannel)
            const got = satellites[nameOf(one)]!
            expect(Math.abs(got[`C${signal.signal}`]! - signal.pseudorange!)).toBeLessThan(rangeM)
            expect(Math.abs(got[`S${signal.signal}`]! - signal.cnr!)).toBeLessThan(cnr)
            if (channelKnown) {
              expect(Math.abs(got[`L${signal.signal}`]! * wavelength - signal.phaseRange!)).toBeLessThan(phaseM)
            }
            if (level === 7) {
              expect(Math.abs(-got[`D${signal.signal}`]! * wavelength - signal.phaseRangeRate!)).toBeLessThan(0.0003)
            }
          }
        }
      }
    })
  })

  // convbin keeps station messages only from the first epoch on.
  const withEpochs = (...messages: Buffer[]) => [
    ...epochMessages(INSTANT),
    ...messages,
    ...epochMessages(INSTANT + 1000),
  ]

  it('reads the position of a 1005 and the equipment of a 1033', () => {
    const { header } = parseObservations(
      convert(withEpochs(stationBytes(), frame(encode1033(EQUIPMENT)))).observations(),
    )
    const { x, y, z } = STATION
    expect(header['APPROX POSITION XYZ']!.trim().split(/\s+/).map(Number)).toEqual([x, y, z])
    expect(header['REC # / TYPE / VERS']!.trim()).toBe('6213R40043          TRIMBLE ALLOY       6.20')
    expect(header['ANT # / TYPE']!.trim()).toBe('5225354537          TRM59800.00     SCIT')
    expect(header['MARKER NAME']!.trim()).toBe('2003')
  })

  it('reads the antenna height of a 1006', () => {
    const { header } = parseObservations(
      convert(withEpochs(frame(encode1006({ ...STATION, antennaHeight: 1.2345 })))).observations(),
    )
    expect(Number(header['ANTENNA: DELTA H/E/N']!.trim().split(/\s+/)[0])).toBe(1.2345)
    expect(header['APPROX POSITION XYZ']!.trim().split(/\s+/).map(Number)).toEqual([STATION.x, STATION.y, STATION.z])
  })

  it('reads a position, an antenna and a receiver that a converter adds', () => {
    const additions = {
      ...{ types: [1006, 1033] as const, everySeconds: 1, replaces: true, position: STATION, antennaHeight: 0.5 },
      ...{ antenna: { type: 'TRM59800.00     SCIT', serial: '1441' }, text: null },
      receiver: { type: 'SEPT POLARX5', firmware: '5.5.0', serial: '3021' },
    }
    const settings = { messages: null, constellations: null, everySeconds: null, form: 'as_is' } as const
    const converter = new Converter({ ...settings, additions, stationNumber: 77 })
    const converted = converter.push(Buffer.concat(withEpochs(stationBytes())), INSTANT)
    const { header } = parseObservations(convert([converted]).observations())
    const { x, y, z } = STATION
    expect(header['APPROX POSITION XYZ']!.trim().split(/\s+/).map(Number)).toEqual([x, y, z])
    expect(Number(header['ANTENNA: DELTA H/E/N']!.trim().split(/\s+/)[0])).toBe(0.5)
    expect(header['ANT # / TYPE']!.trim()).toBe('1441                TRM59800.00     SCIT')
    expect(header['REC # / TYPE / VERS']!.trim()).toMatch(/^3021 +SEPT POLARX5 +5.5.0$/)
    expect(header['MARKER NAME']!.trim()).toBe('0077')
  })

  describe('for ephemerides', () => {
    const orbits = [encode1019(GPS), encode1020(GLONASS), encode1042(BEIDOU), encode1045(GALILEO), encode1046(GALILEO)]
    const read = () => parseNavigation(convert(withEpochs(...orbits.map(frame))).navigation())

    const SEMICIRCLE = Math.PI
    /** Tolerance: half of the last bit, and the rounding of RINEX's 13 digits. */
    const expectOrbit = (values: number[], sent: KeplerianOrbit, units: { angle: number; radius: number }) => {
      const near = (index: number, value: number, unit: number) =>
        expect(Math.abs(values[index]! - value)).toBeLessThan(unit * 0.501 + Math.abs(value) * 1e-12)
      near(4, sent.crs, units.radius)
      near(5, sent.deltaN, 2 ** -43 * SEMICIRCLE)
      near(6, sent.m0, 2 ** -31 * SEMICIRCLE)
      near(7, sent.cuc, units.angle)
      near(8, sent.e, 2 ** -33)
      near(9, sent.cus, units.angle)
      near(10, sent.sqrtA, 2 ** -19)
      expect(values[11]).toBe(sent.toe)
      near(12, sent.cic, units.angle)
      near(13, sent.omega0, 2 ** -31 * SEMICIRCLE)
      near(14, sent.cis, units.angle)
      near(15, sent.i0, 2 ** -31 * SEMICIRCLE)
      near(16, sent.crc, units.radius)
      near(17, sent.omega, 2 ** -31 * SEMICIRCLE)
      near(18, sent.omegaDot, 2 ** -43 * SEMICIRCLE)
      near(19, sent.iDot, 2 ** -43 * SEMICIRCLE)
    }
    const expectClock = (values: number[], sent: KeplerianOrbit, units: readonly [number, number]) => {
      expect(Math.abs(values[0]! - sent.af0)).toBeLessThan(units[0] * 0.501)
      expect(Math.abs(values[1]! - sent.af1)).toBeLessThan(units[1] * 0.501)
      expect(values[2]).toBe(0)
    }

    it('reads those of GPS', () => {
      const { values, time } = read().find(({ satellite }) => satellite === 'G07')!
      expect(time).toBe('2024 06 12 10 00 00')
      expectClock(values, GPS, [2 ** -31, 2 ** -43])
      expectOrbit(values, GPS, { angle: 2 ** -29, radius: 2 ** -5 })
      expect([values[3], values[21], values[24], values[26]]).toEqual([GPS.iode, GPS.week, GPS.health, GPS.iodc])
      expect(Math.abs(values[25]! - GPS.tgd)).toBeLessThan(2 ** -32 * 1.01)
    })

    it('reads those of Galileo, I/NAV and F/NAV', () => {
      const both = read().filter(({ satellite }) => satellite === 'E24')
      expect(both.map(({ values }) => values[20]).sort()).toEqual([0b01_0000_0010, 0b10_0000_0101])
      for (const { values, time } of both) {
        expect(time).toBe('2024 06 12 10 00 00')
        expectClock(values, GALILEO, [2 ** -34, 2 ** -46])
        expectOrbit(values, GALILEO, { angle: 2 ** -29, radius: 2 ** -5 })
        expect([values[3], values[21], values[24]]).toEqual([GALILEO.iodNav, GALILEO.week + 1024, 0])
        expect(values[23]).toBeCloseTo(3.12, 6) // SISA 107
        expect(Math.abs(values[25]! - GALILEO.bgdE5a)).toBeLessThan(2 ** -33 * 1.01)
      }
      const inav = both.find(({ values }) => values[20] === 0b10_0000_0101)!
      expect(Math.abs(inav.values[26]! - GALILEO.bgdE5b)).toBeLessThan(2 ** -33 * 1.01)
    })

    it('reads those of BeiDou', () => {
      const { values, time } = read().find(({ satellite }) => satellite === 'C22')!
      expect(time).toBe('2024 06 12 10 00 00')
      expectClock(values, BEIDOU, [2 ** -33, 2 ** -50])
      expectOrbit(values, BEIDOU, { angle: 2 ** -31, radius: 2 ** -6 })
      expect([values[3], values[21], values[24], values[28]]).toEqual([BEIDOU.aode, BEIDOU.week, 0, BEIDOU.aodc])
      expect(values[25]).toBeCloseTo(BEIDOU.tgd1, 10)
      expect(values[26]).toBeCloseTo(BEIDOU.tgd2, 10)
    })

    it('reads those of GLONASS', () => {
      const { values, time } = read().find(({ satellite }) => satellite === 'R15')!
      expect(time).toBe('2024 06 12 09 45 00') // UTC
      expect(Math.abs(values[0]! + GLONASS.tau)).toBeLessThan(2 ** -31 * 1.01)
      expect(Math.abs(values[1]! - GLONASS.gamma)).toBeLessThan(2 ** -41 * 1.01)
      expect(values[2]).toBe(3 * 86_400 + 9.5 * 3600 + 30)
      for (const axis of [0, 1, 2] as const) {
        const [position, velocity, acceleration] = values.slice(3 + 4 * axis, 6 + 4 * axis)
        expect(Math.abs(position! - GLONASS.position[axis] / 1000)).toBeLessThan(2 ** -12 * 1.01)
        expect(Math.abs(velocity! - GLONASS.velocity[axis] / 1000)).toBeLessThan(2 ** -21 * 1.01)
        expect(Math.abs(acceleration! - GLONASS.acceleration[axis] / 1000)).toBeLessThan(2 ** -31 * 1.01)
      }
      expect([values[6], values[10], values[14]]).toEqual([0, GLONASS.frequencyChannel, GLONASS.age])
    })
  })
})
