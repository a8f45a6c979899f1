// Runs a simulated baseline of 36 km through the solver.
import { type BaselineEpoch, BaselineSolver, type OrbitAt, StationEpoch, type Vector } from '../../src/index.ts'
import { orbitsOf, Receiver, type ReceiverErrors, sky } from './world.ts'

export const HERE = { lat: 19.4, lng: -99.2, height: 2240 }
/** 36 km away. */
export const THERE = { lat: 19.6, lng: -98.93, height: 2380 }
export const SKY = sky()
const ATMOSPHERE: ReceiverErrors = { zenithDelay: 0.02, ionosphere: 3.5 }

interface Run {
  hours?: number
  movementM?: number
  skyOf?: ReturnType<typeof sky>
  orbitAt?: OrbitAt
  /** Coordinates that the solver is given for the second station. */
  registered?: Vector
  isSwapped?: boolean
  errorsAt?: (seconds: number) => ReceiverErrors
  onlyBand?: number
  /** Where the second station is. */
  to?: typeof THERE
  /** Both stations have the same atmosphere. */
  isCalm?: boolean
}

export function run({
  hours = 1.5,
  movementM,
  skyOf = SKY,
  orbitAt = orbitsOf(skyOf),
  registered,
  isSwapped,
  errorsAt,
  onlyBand,
  to = THERE,
  isCalm = false,
}: Run) {
  const [near, far] = [new Receiver(HERE, 1), new Receiver(to, 2)]
  near.errors = { ionosphere: 3.2 }
  const atmosphere = isCalm ? near.errors : ATMOSPHERE
  const a = new StationEpoch(near.position)
  const b = new StationEpoch(registered ?? far.position)
  const solver = new BaselineSolver(movementM === undefined ? {} : { movementM })
  const epochs: (BaselineEpoch | null)[] = []
  for (let seconds = 0; seconds < hours * 3600; seconds += 30) {
    far.errors = { ...atmosphere, ...errorsAt?.(seconds) }
    const [one, other] = [near.observe(skyOf, seconds), far.observe(skyOf, seconds)]
    if (onlyBand !== undefined)
      for (const epoch of [one, other])
        for (let row = 0; row < epoch.rows; row++) if (row % 2 !== onlyBand) epoch.phase[row] = Number.NaN
    a.load(isSwapped ? other : one, orbitAt)
    b.load(isSwapped ? one : other, orbitAt)
    epochs.push(solver.step(a, b))
  }
  return epochs
}

export const solved = (epochs: readonly (BaselineEpoch | null)[]): BaselineEpoch[] =>
  epochs.filter((epoch) => epoch !== null)
