// Frequency bands that several constellations share. An antenna, a cable and a jammer affect a band of all of them.
import { CONSTELLATIONS, carrierHz } from '@vertice/rtcm'

export const BANDS = ['L1', 'L2', 'E5b', 'L5', 'E6', 'S'] as const
export type Band = (typeof BANDS)[number]

/** Upper end of each band in MHz. */
const ENDS: readonly [megahertz: number, band: Band][] = [
  [1195, 'L5'],
  [1210, 'E5b'],
  [1255, 'L2'],
  [1300, 'E6'],
  [1650, 'L1'],
  [2600, 'S'],
]

/** Positions of the signal mask: 1 to 32. */
export const SIGNAL_IDS = 33

const INDEX = new Int8Array(CONSTELLATIONS.length * SIGNAL_IDS).fill(-1)
for (let constellation = 0; constellation < CONSTELLATIONS.length; constellation++)
  for (let signal = 1; signal < SIGNAL_IDS; signal++) {
    const megahertz = carrierHz(constellation, signal, 0) / 1e6
    const band = ENDS.find(([end]) => megahertz < end)?.[1]
    if (band) INDEX[constellation * SIGNAL_IDS + signal] = BANDS.indexOf(band)
  }

/** Index in `BANDS` of a signal, given by its position in the signal mask; -1 if its carrier is unknown. */
export const bandIndex = (constellation: number, signal: number): number =>
  INDEX[constellation * SIGNAL_IDS + signal] ?? -1
