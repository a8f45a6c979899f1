// Orbits and clocks of an SP3 file, interpolated.
import type { OrbitAt, SatelliteState } from '@vertice/gnss'
import { CONSTELLATIONS, satelliteKey } from '@vertice/rtcm'

const LETTERS: Readonly<Record<string, string>> = { G: 'GPS', E: 'GAL', C: 'BDS' }
const POINTS = 10
const GPS_EPOCH_S = Date.UTC(1980, 0, 6) / 1000

interface Table {
  readonly seconds: number[]
  readonly states: SatelliteState[]
}

export function preciseOrbits(text: string): OrbitAt {
  const tables = new Map<number, Table>()
  let seconds = 0
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('*')) {
      const [year, month, day, hour, minute, second] = line.slice(1).trim().split(/\s+/).map(Number) as number[]
      seconds = Date.UTC(year!, month! - 1, day, hour, minute, second) / 1000 - GPS_EPOCH_S
    }
    const constellation = line.startsWith('P') ? LETTERS[line[1]!] : undefined
    if (constellation === undefined) continue
    const key = satelliteKey(CONSTELLATIONS.indexOf(constellation as never), Number(line.slice(2, 4)))
    const [x, y, z, clock] = line.slice(4, 60).trim().split(/\s+/).map(Number) as [number, number, number, number]
    if (clock > 999_999) continue
    const table = tables.get(key) ?? { seconds: [], states: [] }
    table.seconds.push(seconds)
    table.states.push({ x: x * 1000, y: y * 1000, z: z * 1000, clock: clock / 1e6 } as SatelliteState)
    tables.set(key, table)
  }
  return (satellite) => {
    const table = tables.get(satellite)
    return table && table.seconds.length >= POINTS ? (at) => interpolated(table, at) : null
  }
}

function interpolated({ seconds, states }: Table, at: number): SatelliteState {
  const step = seconds[1]! - seconds[0]!
  const nearest = Math.floor((at - seconds[0]!) / step) - POINTS / 2 + 1
  const start = Math.min(Math.max(0, nearest), seconds.length - POINTS)
  const state = { x: 0, y: 0, z: 0 }
  for (let i = 0; i < POINTS; i++) {
    let weight = 1
    for (let j = 0; j < POINTS; j++)
      if (j !== i) weight *= (at - seconds[start + j]!) / (seconds[start + i]! - seconds[start + j]!)
    for (const axis of ['x', 'y', 'z'] as const) state[axis] += weight * states[start + i]![axis]
  }
  const before = Math.min(seconds.length - 2, Math.max(0, Math.floor((at - seconds[0]!) / step)))
  const share = (at - seconds[before]!) / step
  const clock = states[before]!.clock * (1 - share) + states[before + 1]!.clock * share
  return { ...state, clock } as SatelliteState
}
