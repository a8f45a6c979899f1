// The constellation of a message. Orbits, biases, corrections and residuals belong to a constellation too, not only
// observations.
import { CONSTELLATIONS, type Constellation } from '../observations/head.ts'

const RANGES: readonly (readonly [Constellation, number, number])[] = [
  ['GPS', 1001, 1004],
  ['GPS', 1015, 1017],
  ['GPS', 1019, 1019],
  ['GPS', 1030, 1030],
  ['GPS', 1034, 1034],
  ['GPS', 1057, 1062],
  ['GLO', 1009, 1012],
  ['GLO', 1020, 1020],
  ['GLO', 1031, 1031],
  ['GLO', 1035, 1035],
  ['GLO', 1037, 1039],
  ['GLO', 1063, 1068],
  ['GLO', 1230, 1230],
  ['NAV', 1041, 1041],
  ['BDS', 1042, 1042],
  ['BDS', 63, 63], // before BeiDou's orbits got a number of their own
  ['SBS', 1043, 1043],
  ['QZS', 1044, 1044],
  ['GAL', 1045, 1046],
]

const NONE = -1
const INDEX = new Int8Array(4096).fill(NONE)
for (const [name, first, last] of RANGES) INDEX.fill(CONSTELLATIONS.indexOf(name), first, last + 1)
for (let index = 0; index < CONSTELLATIONS.length; index++) INDEX.fill(index, 1071 + 10 * index, 1078 + 10 * index)

/** Index in `CONSTELLATIONS`; -1 if the message belongs to none or to all. */
export const constellationIndexOf = (type: number): number => INDEX[type] ?? NONE
