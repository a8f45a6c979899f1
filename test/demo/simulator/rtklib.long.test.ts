// RTKLIB reads the simulator's streams: an independent implementation of the standards, and a position solution. Its
// defaults model no atmosphere, so these skies have none.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toEcef } from '../../../src/demo/simulator/sky/earth.ts'
import { Sky } from '../../../src/demo/simulator/sky/sky.ts'
import { StationStream } from '../../../src/demo/simulator/station-stream.ts'
import { metered } from './metered.ts'
import { distance, INSTANT, STATION, secondsFrom } from './places.ts'
import { convert, lacksRtklib } from './rtklib.ts'

const [GPS, GLONASS, GALILEO, BEIDOU] = [1, 4, 8, 32]

describe.skipIf(lacksRtklib)('RTKLIB with a simulated station', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'vertice-simulator-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const streamOf = (instants: readonly number[], seed = 1, station = STATION) => {
    const stream = new StationStream(new Sky(seed, null), station)
    return convert(folder, Buffer.concat(instants.map((instant) => stream.epoch(instant))), instants[0]!)
  }
  const errorsOf = (solutions: readonly { position: number[] }[], station = STATION) =>
    solutions.map(({ position }) => distance(position, toEcef(station.position)))
  const worst = (errors: readonly number[]) => Math.max(...errors)

  it('reads every epoch, its satellites and signals, the position to the millimetre, and the mark as simulated', () => {
    const { observations, navigation } = streamOf(secondsFrom(INSTANT, 60))
    const { header, epochs } = observations
    expect(epochs).toHaveLength(60)
    expect(epochs[0]!.time).toBe('2026 11 14 22 30 18.0000000') // GPS time
    for (const { satellites } of epochs) {
      const seen = (letter: string) => Object.keys(satellites).filter((name) => name.startsWith(letter)).length
      expect(seen('G')).toBeGreaterThanOrEqual(7)
      expect(seen('R')).toBeGreaterThanOrEqual(4)
      expect(seen('E')).toBeGreaterThanOrEqual(6)
      expect(seen('C')).toBeGreaterThanOrEqual(6)
      for (const values of Object.values(satellites)) expect(Object.keys(values)).toHaveLength(8) // both frequencies
    }
    const told = new Set(navigation.map(({ satellite }) => satellite))
    for (const name of Object.keys(epochs[0]!.satellites)) expect(told).toContain(name)
    const place = header['APPROX POSITION XYZ']!.trim().split(/\s+/).map(Number)
    expect(distance(place, toEcef(STATION.position))).toBeLessThan(0.0002)
    expect(header['REC # / TYPE / VERS']).toContain('SIMULATED')
    expect(header['ANT # / TYPE']).toContain('SIMULATED       NONE')
  })

  it('solves the position with GPS alone within 5 m, from the first epoch and across the end of the week', () => {
    const { solve } = streamOf(secondsFrom(Date.UTC(2026, 10, 14, 23, 58), 240))
    const solutions = solve(GPS)
    expect(solutions).toHaveLength(240)
    expect(worst(errorsOf(solutions))).toBeLessThan(5)
  })

  it('solves the position with each constellation and with all, across new ephemerides', () => {
    const { solve } = streamOf(secondsFrom(INSTANT, 360, 30_000))
    const solved = { GPS: solve(GPS), GLO: solve(GLONASS), GAL: solve(GALILEO), BDS: solve(BEIDOU), all: solve(45) }
    const facts = Object.entries(solved).map(([name, solutions]) => {
      const errors = errorsOf(solutions).sort((a, b) => a - b)
      return { name, epochs: errors.length, median: errors[errors.length >> 1]!, worst: errors.at(-1)! }
    })
    console.log(
      facts.map((one) => `${one.name}: median ${one.median.toFixed(2)} m, worst ${one.worst.toFixed(2)} m`).join('; '),
    )
    for (const { name, epochs, median } of facts) {
      expect(median, name).toBeLessThan(2)
      expect(epochs, name).toBeGreaterThan(name === 'GLO' ? 300 : 359)
    }
    expect(worst(errorsOf(solved.GPS))).toBeLessThan(5)
    expect(worst(errorsOf(solved.all))).toBeLessThan(2)
    expect(Math.min(...solved.all.map(({ satellites }) => satellites))).toBeGreaterThan(18)
  })

  it.each([
    { lat: 32.5027, lng: -117.0037, height: 45 },
    { lat: 14.9038, lng: -92.2575, height: 170 },
    { lat: -33.45, lng: -70.66, height: 570 },
    { lat: 69.65, lng: 18.95, height: 100 },
  ])('solves the position anywhere ($lat, $lng), under another sky', (position) => {
    const station = { ...STATION, position }
    const solutions = streamOf(secondsFrom(INSTANT, 30), 2026, station).solve(GPS)
    expect(solutions).toHaveLength(30)
    expect(worst(errorsOf(solutions, station))).toBeLessThan(5)
  })

  it('solves a moved antenna at its new position', () => {
    const stream = new StationStream(new Sky(1, null), STATION)
    stream.moveAntenna({ east: 30, north: 0, up: 0 })
    const instants = secondsFrom(INSTANT, 60)
    const { solve, observations } = convert(folder, Buffer.concat(instants.map((one) => stream.epoch(one))), INSTANT)
    const place = observations.header['APPROX POSITION XYZ']!.trim().split(/\s+/).map(Number)
    expect(distance(place, toEcef(STATION.position))).toBeCloseTo(30, 3)
    for (const { position } of solve(45)) expect(distance(position, place)).toBeLessThan(2)
  })

  it('sees every satellite where @vertice/gnss does', () => {
    const instants = secondsFrom(INSTANT, 120, 10_000)
    const stream = new StationStream(new Sky(1, null), STATION)
    const chunks = instants.map((atMs) => ({ atMs, bytes: stream.epoch(atMs) }))
    const theirs = convert(folder, Buffer.concat(chunks.map(({ bytes }) => bytes)), INSTANT).directions(45)
    const { skies } = metered(chunks)
    const differences = theirs.flatMap(({ timeOfWeek, satellite, azimuth, elevation }) => {
      const sky = [...skies].find(([gpsMs]) => Math.abs((gpsMs % 604_800_000) - 1000 * timeOfWeek) < 1)?.[1] ?? []
      const ours = sky.find((one) => one.satellite === satellite)
      if (!ours) return []
      const around = Math.abs(((ours.azimuth - azimuth + 540) % 360) - 180)
      return [{ up: Math.abs(ours.elevation - elevation), around: around * Math.cos((elevation * Math.PI) / 180) }]
    })
    const most = (values: readonly number[]) => Math.max(...values)
    const [up, around] = [most(differences.map((one) => one.up)), most(differences.map((one) => one.around))]
    console.log(
      `${differences.length} directions: elevation within ${up.toFixed(3)}°, azimuth within ${around.toFixed(3)}°`,
    )
    expect(differences.length).toBeGreaterThan(1_000)
    // RTKLIB writes one decimal.
    expect(up).toBeLessThan(0.1)
    expect(around).toBeLessThan(0.1)
  })
})
