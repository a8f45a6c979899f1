// One baseline: its filters, the epochs of the current five minutes and the position of the day.
import { BaselineSolver, fromLocal, geodeticOf, type Local, type Vector } from '@vertice/gnss'
import { gpsFromUtc } from '@vertice/rtcm'
import { BaselineDay } from '../../archive/integrity/baseline-day.ts'
import { IonosphereTally } from '../../domain/archive/integrity/ionosphere.ts'
import type { BaselineBin, BaselineDayPart, LivePair, Trouble } from '../../domain/archive/integrity/live.ts'
import { BIN_MS, middle } from '../../domain/archive/integrity/movement.ts'
import type { LiveStation } from './live-station.ts'

/** Five minutes have a position if at least this share of their epochs is fixed. */
const LEAST_FIXED_SHARE = 1 / 3
/** Interval of the position of the day and of the ionosphere: faster epochs add no information. */
const SLOW_MS = 30_000

export class LiveBaseline {
  pair: LivePair
  #moving = new BaselineSolver()
  #whole = new BaselineSolver({ movementM: 0 })
  #fixed: Local[] = []
  #epochs = 0
  #slowEpochs = 0
  #today: string | null = null
  #day = new BaselineDay(BIN_MS)
  #ionosphere: IonosphereTally

  constructor(pair: LivePair) {
    this.pair = pair
    this.#ionosphere = new IonosphereTally(pair.km)
  }

  restart(): void {
    this.#moving = new BaselineSolver()
    this.#whole = new BaselineSolver({ movementM: 0 })
    this.#fixed = []
    this.#epochs = 0
    this.#startDay(null)
  }

  /** Returns whether there is a solution. */
  step(a: LiveStation, b: LiveStation, gpsMs: number): boolean {
    const [near, far] = [a.at(gpsMs), b.at(gpsMs)]
    if (!near || !far) return false
    const moving = this.#moving.step(near, far)
    if (moving) {
      this.#epochs++
      if (moving.isFixed) this.#fixed.push({ east: moving.east, north: moving.north, up: moving.up })
    }
    if (gpsMs % SLOW_MS !== 0) return moving !== null
    this.#slowEpochs++
    if (moving?.isFixed) this.#ionosphere.add(this.#moving.ionosphere())
    this.#day.add(null, this.#whole.step(near, far))
    return moving !== null
  }

  endBin(a: LiveStation, b: LiveStation, atMs: number, intervalMs: number): BaselineBin {
    const { fencingToken, ...ids } = this.#ids
    const fixed = this.#fixed.length
    const position = fixed * intervalMs < LEAST_FIXED_SHARE * BIN_MS ? null : middle(this.#fixed)
    const counts = { epochs: this.#epochs, fixed }
    if (position) this.#day.add({ gpsMs: gpsFromUtc(atMs) - BIN_MS / 2, isFixed: true, ...position }, null)
    this.#fixed = []
    this.#epochs = 0
    return {
      ...{ ...ids, fencingToken, atMs, ...counts },
      vector: position && vectorOf(position, a, b),
      trouble: position ? null : this.#trouble(a, b, counts.epochs),
      ionosphere: this.#ionosphere.take(),
    }
  }

  /** The day so far, or the whole day if the hour that ended was its last; `null` if too little of it was fixed. */
  day(a: LiveStation, b: LiveStation, atMs: number): BaselineDayPart | null {
    const day = new Date(atMs - BIN_MS).toISOString().slice(0, 10)
    this.#today ??= day
    const { position, sigma, fixed } = this.#day.result()
    const vector = position && vectorOf(position, a, b)
    const epochs = this.#slowEpochs
    const isOver = new Date(atMs).toISOString().slice(0, 10) !== this.#today
    const today = this.#today
    if (isOver) this.#startDay(new Date(atMs).toISOString().slice(0, 10))
    if (!vector || !sigma) return null
    const expected = { sigmaMm: sigma.horizontal * 1000, sigmaUpMm: sigma.vertical * 1000 }
    return { ...this.#ids, day: today, vector, ...expected, epochs, fixed }
  }

  get #ids() {
    const { a, b, fencingToken } = this.pair
    return { a, b, fencingToken }
  }

  #startDay(day: string | null): void {
    if (this.#today !== null && day !== null) this.#whole = new BaselineSolver({ movementM: 0 })
    this.#today = day
    this.#day = new BaselineDay(BIN_MS)
    this.#slowEpochs = 0
  }

  #trouble(a: LiveStation, b: LiveStation, epochs: number): Trouble {
    for (const [station, stationId] of [
      [a, this.pair.a],
      [b, this.pair.b],
    ] as const)
      if (station.trouble) return { code: station.trouble, stationId }
    if (this.#moving.isContradicted) return { code: 'wrong_coordinates', stationId: null }
    return { code: epochs === 0 ? 'two_bands' : 'not_fixed', stationId: null }
  }
}

/** From the first antenna to the second, Earth-centred; `null` if an antenna is not announced any more. */
function vectorOf(deviation: Local, a: LiveStation, b: LiveStation): Vector | null {
  const [near, far] = [a.position, b.position]
  if (!near || !far) return null
  const { x, y, z } = fromLocal(deviation, geodeticOf(far))
  return { x: far.x + x - near.x, y: far.y + y - near.y, z: far.z + z - near.z }
}
