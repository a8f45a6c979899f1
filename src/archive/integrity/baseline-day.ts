// The result of a baseline on one day: one position from all epochs, and how well it is known.
import type { BaselineEpoch, Local } from '@vertice/gnss'
import { median } from '../../domain/archive/integrity/adjustment.ts'
import { middle } from '../../domain/archive/integrity/movement.ts'

const HOUR_MS = 3_600_000
/** Half an hour of fixed epochs at 30 s. */
const LEAST_FIXED_MS = 1_800_000
/** Errors that stay the same for minutes are not in the expected errors of the filter. */
const FORMAL_FACTOR = 2
/** Metres, of one hour, with too few hours to measure their scatter. */
const HOUR_SIGMA = { horizontal: 0.01, vertical: 0.02 }
const LEAST_HOURS = 4
const MAD_TO_SIGMA = 1.4826
/** The static position is used unless the epochs contradict it: then the station moved during the day. */
const CONTRADICTS_M = 0.03

export type MovingPosition = Pick<BaselineEpoch, 'gpsMs' | 'isFixed' | keyof Local>

export interface DayOfBaseline {
  /** `null` if too few epochs were fixed. */
  readonly position: Local | null
  /** Expected errors in metres. */
  readonly sigma: { readonly horizontal: number; readonly vertical: number } | null
  readonly epochs: number
  readonly fixed: number
}

export class BaselineDay {
  readonly #intervalMs: number
  readonly #hours = new Map<number, Local[]>()
  #epochs = 0
  #fixed = 0
  #static: BaselineEpoch | null = null

  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs
  }

  add(kinematic: MovingPosition | null, fixedPosition: BaselineEpoch | null): void {
    if (fixedPosition?.isFixed) this.#static = fixedPosition
    if (!kinematic) return
    this.#epochs++
    if (!kinematic.isFixed) return
    this.#fixed++
    const hour = Math.floor(kinematic.gpsMs / HOUR_MS)
    const { east, north, up } = kinematic
    const known = this.#hours.get(hour)
    if (known) known.push({ east, north, up })
    else this.#hours.set(hour, [{ east, north, up }])
  }

  result(): DayOfBaseline {
    const counts = { epochs: this.#epochs, fixed: this.#fixed }
    if (this.#fixed * this.#intervalMs < LEAST_FIXED_MS) return { position: null, sigma: null, ...counts }
    const hours = [...this.#hours.values()].map(middle)
    const moving = middle(hours)
    const whole = this.#static
    const isAgreed = whole !== null && Math.hypot(whole.east - moving.east, whole.north - moving.north) < CONTRADICTS_M
    const position = isAgreed ? { east: whole.east, north: whole.north, up: whole.up } : moving
    const formal = isAgreed ? whole.sigma.map((one) => one * FORMAL_FACTOR) : [0, 0, 0]
    const scatter = (axis: keyof Local, least: number) => {
      if (hours.length < LEAST_HOURS) return least / Math.sqrt(hours.length)
      const off = median(hours.map((hour) => Math.abs(hour[axis] - moving[axis])))
      return (MAD_TO_SIGMA * off) / Math.sqrt(hours.length)
    }
    const { horizontal, vertical } = HOUR_SIGMA
    return {
      position,
      sigma: {
        horizontal: Math.hypot(
          Math.max(formal[0]!, scatter('east', horizontal)),
          Math.max(formal[1]!, scatter('north', horizontal)),
        ),
        vertical: Math.max(formal[2]!, scatter('up', vertical)),
      },
      ...counts,
    }
  }
}
