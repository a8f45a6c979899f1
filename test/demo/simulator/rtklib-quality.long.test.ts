// The quality of a simulated stream against values from RTKLIB's RINEX files: its decoder, and here definitions of losses
// of lock and multipath that share nothing with @vertice/gnss.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { codeOf, satelliteName } from '@vertice/rtcm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Site } from '../../../src/demo/simulator/site.ts'
import { Sky } from '../../../src/demo/simulator/sky/sky.ts'
import { StationStream } from '../../../src/demo/simulator/station-stream.ts'
import { metered } from './metered.ts'
import { INSTANT, STATION, secondsFrom } from './places.ts'
import { convert, lacksRtklib } from './rtklib.ts'

const LIGHT = 299_792_458
const EVERY_MS = 10_000
const EPOCHS = 240
const MINUTE_EPOCHS = 6
/** A shorter arc contains no whole period of the multipath. */
const LEAST_SAMPLES = 30
/** Without GLONASS, whose wavelengths are not in RTKLIB's file. */
const CONSTELLATIONS = ['GPS', 'GAL', 'BDS'] as const
const HZ: Readonly<Record<string, number>> = {
  ...{ G1: 1575.42e6, G2: 1227.6e6, E1: 1575.42e6, E7: 1207.14e6, C1: 1561.098e6, C2: 1561.098e6, C7: 1207.14e6 },
}
const BAND: Readonly<Record<string, string>> = {
  G1: 'L1',
  G2: 'L2',
  E1: 'L1',
  E7: 'E5b',
  C1: 'L1',
  C2: 'L1',
  C7: 'E5b',
}

describe.skipIf(lacksRtklib)('the quality of a stream', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'vertice-quality-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** All locks are lost every `lostEveryMs`. */
  function measured(site: Site, lostEveryMs = Number.POSITIVE_INFINITY) {
    const stream = new StationStream(new Sky(1), { ...STATION, constellations: CONSTELLATIONS, site })
    const chunks = secondsFrom(INSTANT, EPOCHS, EVERY_MS).map((atMs) => {
      if (atMs > INSTANT && (atMs - INSTANT) % lostEveryMs === 0) stream.moveAntenna({ east: 0, north: 0, up: 0 })
      return { atMs, bytes: stream.epoch(atMs) }
    })
    return { chunks, theirs: convert(folder, Buffer.concat(chunks.map(({ bytes }) => bytes)), INSTANT) }
  }

  it('has the C/N0 of RTKLIB within 0.1 dB-Hz, and as many signals', () => {
    const { chunks, theirs } = measured({ fades: [{ bands: ['L2'], fromMs: INSTANT, untilMs: Infinity, dropDb: 3.3 }] })
    const ours: Map<string, number>[] = []
    metered(chunks, {
      alter(epoch) {
        const values = Array.from({ length: epoch.rows }, (_, row) => {
          const name = `${satelliteName(epoch.satellite[row]!)} ${codeOf(epoch, row)}`
          return [name, epoch.cnr[row]!] as const
        })
        ours.push(new Map(values))
      },
    })
    expect(ours).toHaveLength(theirs.observations.epochs.length)
    let [compared, largest] = [0, 0]
    for (const [at, { satellites }] of theirs.observations.epochs.entries()) {
      const values = Object.entries(satellites).flatMap(([satellite, types]) =>
        Object.entries(types).flatMap(([type, value]) =>
          type[0] === 'S' ? [[`${satellite} ${type.slice(1)}`, value] as const] : [],
        ),
      )
      expect(values.length).toBe(ours[at]!.size)
      for (const [name, value] of values) {
        compared++
        largest = Math.max(largest, Math.abs(ours[at]!.get(name)! - value))
      }
    }
    console.log(`${compared} values of C/N0, largest difference ${largest.toFixed(3)} dB-Hz`)
    expect(compared).toBeGreaterThan(10_000)
    expect(largest).toBeLessThan(0.1)
  })

  it('counts the losses of lock that RTKLIB marks', () => {
    const { chunks, theirs } = measured({}, 5 * 60_000)
    const { minutes } = metered(chunks)
    const ours = minutes.reduce((sum, { bands }) => sum + bands.reduce((all, { losses }) => all + losses, 0), 0)
    const marked = [...theirs.losses().values()].reduce((sum, one) => sum + one, 0)
    console.log(`losses of lock: ${ours} here, ${marked} by RTKLIB`)
    expect(ours).toBeGreaterThan(300)
    expect(Math.abs(ours - marked)).toBeLessThanOrEqual(0.01 * marked)
    const control = measured({})
    expect([...control.theirs.losses().values()].reduce((sum, one) => sum + one, 0)).toBe(0)
    expect(metered(control.chunks).minutes.every(({ bands }) => bands.every(({ losses }) => losses === 0))).toBe(true)
  })

  it('has the multipath that follows from RTKLIB’s observations, within 2 %', () => {
    const { chunks, theirs } = measured({ multipathM: 1.5 })
    const series = new Map<string, number[]>()
    for (const { satellites } of theirs.observations.epochs)
      for (const [satellite, values] of Object.entries(satellites))
        for (const [type, code] of Object.entries(values)) {
          const [other] = Object.keys(values).filter((one) => one[0] === 'L' && one[1] !== type[1])
          if (type[0] !== 'C' || other === undefined) continue
          const [f1, f2] = [type, other].map((one) => HZ[`${satellite[0]}${one[1]}`]!) as [number, number]
          const [l1, l2] = [`L${type.slice(1)}`, other].map((one, at) => (values[one]! * LIGHT) / [f1, f2][at]!) as [
            number,
            number,
          ]
          const alpha = (f1 / f2) ** 2
          const mp = code - (1 + 2 / (alpha - 1)) * l1 + (2 / (alpha - 1)) * l2
          const name = `${satellite} ${type}`
          series.set(name, [...(series.get(name) ?? []), mp])
        }
    const squares = new Map<string, number[]>()
    for (const [name, values] of series) {
      if (values.length < LEAST_SAMPLES) continue
      const mean = values.reduce((sum, one) => sum + one, 0) / values.length
      const band = BAND[`${name[0]}${name[5]}`]!
      squares.set(band, [...(squares.get(band) ?? []), ...values.map((one) => (one - mean) ** 2)])
    }
    const { minutes } = metered(chunks)
    expect(minutes).toHaveLength(EPOCHS / MINUTE_EPOCHS)
    for (const [name, of] of squares) {
      const bands = minutes.flatMap(({ bands }) => bands.filter(({ band }) => band === name))
      const samples = bands.reduce((sum, { multipathSamples }) => sum + multipathSamples, 0)
      const ours = Math.sqrt(bands.reduce((sum, { multipathSquares }) => sum + multipathSquares, 0) / samples)
      const independent = Math.sqrt(of.reduce((sum, one) => sum + one, 0) / of.length)
      console.log(`multipath on ${name}: ${ours.toFixed(3)} m here, ${independent.toFixed(3)} m from RTKLIB's file`)
      expect(Math.abs(ours / independent - 1), name).toBeLessThan(0.02)
    }
    expect([...squares.keys()].toSorted()).toEqual(['E5b', 'L1', 'L2'])
  })
})
