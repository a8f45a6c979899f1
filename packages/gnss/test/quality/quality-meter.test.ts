// Minutes of synthetic epochs with known strengths, losses, multipath, gaps and interference.
import { carrierHz, GlonassChannels, HALF_CYCLE, LOSS_OF_LOCK, ObservationEpoch, utcFromGps } from '@vertice/rtcm'
import { describe, expect, it } from 'vitest'
import { EphemerisBook, QualityMeter, type QualityMinute, SatellitesAt, Transmissions } from '../../src/index.ts'

const LIGHT = 299_792_458
/** A full minute of UTC, in GPS time. */
const START = 1_477_000_818_000
const SIGNALS = [2, 10] // GPS 1C and 2W

interface Cell {
  readonly satellite: number
  readonly signal: number
  readonly second: number
}

interface Shape {
  /** Offset of the receiver's clock. */
  readonly aheadMs?: number
  readonly satellites?: number
  readonly cnr?: (cell: Cell) => number
  readonly flags?: (cell: Cell) => number
  readonly error?: (cell: Cell) => number
  readonly has?: (cell: Cell) => boolean
}

function epochAt(second: number, { satellites = 8, cnr, flags, error, has, aheadMs = 0 }: Shape): ObservationEpoch {
  const epoch = new ObservationEpoch()
  epoch.gpsMs = START + second * 1000
  epoch.receivedMs = utcFromGps(epoch.gpsMs)
  epoch.gpsMs += aheadMs
  for (let satellite = 0; satellite < satellites; satellite++)
    for (const signal of SIGNALS) {
      const cell = { satellite, signal, second }
      if (has && !has(cell)) continue
      const row = epoch.rows++
      const distance = 21e6 + 1e5 * satellite + 300 * second
      epoch.satellite[row] = satellite
      epoch.signal[row] = signal
      epoch.pseudorange[row] = distance + (error?.(cell) ?? 0)
      epoch.phase[row] = ((distance - 77) * carrierHz(0, signal, 0)) / LIGHT
      epoch.cnr[row] = cnr?.(cell) ?? 45
      epoch.flags[row] = flags?.(cell) ?? 0
    }
  return epoch
}

function measure(seconds: Iterable<number>, shape: Shape = {}): QualityMinute[] {
  const minutes: QualityMinute[] = []
  const book = new EphemerisBook()
  const meter = new QualityMeter({
    ...{ book, satellites: new SatellitesAt(book), transmissions: new Transmissions() },
    ...{ channels: new GlonassChannels(), near: null, onMinute: (minute) => minutes.push(minute) },
  })
  for (const second of seconds) meter.add(epochAt(second, shape))
  meter.flush()
  return minutes
}

const seconds = (count: number, from = 0) => Array.from({ length: count }, (_, at) => from + at)
const bandOf = (minute: QualityMinute | undefined, name: string) => minute!.bands.find(({ band }) => band === name)!
const isL2 = ({ signal }: Cell) => signal === 10

describe('a minute', () => {
  it('has the quantiles of C/N0 of each band, exact to the resolution of the stream', () => {
    const [minute] = measure(seconds(60), {
      satellites: 10,
      cnr: (cell) => 40 + cell.satellite - (isL2(cell) ? 6.25 : 0),
    })
    expect(bandOf(minute, 'L1')).toMatchObject({ tracked: 600, cn0Median: 44, cn0P10: 40 })
    expect(bandOf(minute, 'L2')).toMatchObject({ tracked: 600, cn0Median: 37.75, cn0P10: 33.75 })
  })

  it('has no C/N0, no expected satellites and no position if they cannot be known', () => {
    const [minute] = measure(seconds(60), { cnr: () => 0 })
    expect(bandOf(minute, 'L1')).toMatchObject({ cn0Median: null, cn0P10: null, expected: null })
    expect(minute).toMatchObject({ tracked: 480, expected: null, point: null })
  })

  it('counts losses of lock, but not the first lock of a satellite that rises', () => {
    const flags = ({ satellite, signal, second }: Cell) =>
      signal === 2 && ((satellite === 3 && second % 20 === 10) || (satellite === 5 && second === 30)) ? LOSS_OF_LOCK : 0
    const [minute] = measure(seconds(60), { flags, has: ({ satellite, second }) => satellite !== 5 || second >= 30 })
    expect(bandOf(minute, 'L1')).toMatchObject({ losses: 3, satelliteMs: (7 * 59 + 30) * 1000 })
    expect(bandOf(minute, 'L2').losses).toBe(0)
  })

  it('counts unresolved half cycles', () => {
    const [minute] = measure(seconds(60), { flags: (cell) => (isL2(cell) && cell.satellite === 1 ? HALF_CYCLE : 0) })
    expect([bandOf(minute, 'L1').halfCycles, bandOf(minute, 'L2').halfCycles]).toEqual([0, 60])
  })

  it('counts the epochs that are missing by the interval of the stream', () => {
    const [minute] = measure(seconds(60).filter((second) => second < 20 || second >= 27))
    expect(minute).toMatchObject({ epochs: 53, missed: 7 })
    const every5 = measure(seconds(24).map((at) => 5 * at))
    expect(every5.map(({ epochs, missed }) => [epochs, missed])).toEqual([
      [12, 0],
      [12, 0],
    ])
  })

  it('has the error of the clock: the smallest time from an epoch to its arrival', () => {
    const clockOf = (aheadMs: number) => measure(seconds(60), { aheadMs })[0]!.clockMs
    expect([0, 3_600_000, -12_000].map(clockOf)).toEqual([0, -3_600_000, 12_000])
  })

  it('is found again after a change to a longer interval', () => {
    const minutes = measure([...seconds(60), ...seconds(60).map((at) => 60 + at * 5)])
    expect(minutes.at(-1)).toMatchObject({ epochs: 12, missed: 0 })
  })
})

describe('code multipath', () => {
  const wave = (cell: Cell) => 0.8 * Math.sin((2 * Math.PI * cell.second) / 170 + cell.satellite)
  const rms = (minutes: readonly QualityMinute[], band: string) => {
    const bands = minutes.map((minute) => bandOf(minute, band))
    const samples = bands.reduce((sum, { multipathSamples }) => sum + multipathSamples, 0)
    return Math.sqrt(bands.reduce((sum, { multipathSquares }) => sum + multipathSquares, 0) / samples)
  }

  it('is the error of the pseudorange, whatever the ambiguities and the distance are', () => {
    const minutes = measure(seconds(3600), { error: (cell) => (isL2(cell) ? 0 : wave(cell)) })
    expect(rms(minutes, 'L1')).toBeCloseTo(0.8 / Math.SQRT2, 1)
    expect(rms(minutes, 'L2')).toBeLessThan(0.001)
  })

  it('begins again after a loss of lock', () => {
    const flags = ({ second }: Cell) => (second % 100 === 0 ? LOSS_OF_LOCK : 0)
    const samples = measure(seconds(1200), { flags }).map((minute) => bandOf(minute, 'L1').multipathSamples)
    expect(samples.every((count) => count === 0)).toBe(true)
  })
})

describe('interference', () => {
  const jammed = (from: number, until: number) => ({
    cnr: (cell: Cell) => (!isL2(cell) && cell.second >= from && cell.second < until ? 37 : 45),
  })
  const drops = (minutes: readonly QualityMinute[], band = 'L1') => minutes.map((minute) => bandOf(minute, band).drop)

  it('is reported with its band, start, end and depth', () => {
    const minutes = measure(seconds(300), jammed(90, 200))
    const at = (second: number) => utcFromGps(START + second * 1000)
    expect(drops(minutes)).toEqual([
      null,
      { sinceMs: at(90), untilMs: null, dropDb: 8, satellites: 8 },
      { sinceMs: at(90), untilMs: null, dropDb: 8, satellites: 8 },
      { sinceMs: at(90), untilMs: at(200), dropDb: 8, satellites: 8 },
      null,
    ])
    expect(drops(minutes, 'L2').every((drop) => drop === null)).toBe(true)
  })

  it('counts satellites that are lost together with weaker ones', () => {
    const minutes = measure(seconds(180), {
      ...jammed(90, 200),
      has: ({ satellite, second }) => second < 90 || satellite < 3,
    })
    expect(drops(minutes)[1]).toMatchObject({ satellites: 8 })
  })

  it('is no interruption, no slow change and no obstruction of half of the satellites', () => {
    const interrupted = measure(seconds(240), { has: ({ second }) => second < 90 || second >= 120 })
    const slow = measure(seconds(600), { cnr: ({ second }) => 50 - second / 50 })
    const half = measure(seconds(240), { cnr: ({ satellite, second }) => (satellite < 4 && second > 90 ? 35 : 45) })
    for (const minutes of [interrupted, slow, half]) expect(drops(minutes).every((drop) => drop === null)).toBe(true)
  })

  it('ends after half an hour: a lasting drop is a fault of the station', () => {
    const minutes = measure(seconds(2400), jammed(90, 9999))
    expect(drops(minutes).filter((drop) => drop !== null)).toHaveLength(31)
    expect(drops(minutes).at(-1)).toBeNull()
  })
})
