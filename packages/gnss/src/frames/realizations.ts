// Realizations of terrestrial reference systems and their transformations from ITRF2020. The parameters are those of the
// EPSG dataset, as PROJ distributes it.
import type { Helmert } from './helmert.ts'

const ZERO = [0, 0, 0] as const

/** Published ones without rotation share an epoch of 2015.0. */
const unrotated = (
  shift: Helmert['shift'],
  scale: number,
  shiftRate: Helmert['shiftRate'],
  scaleRate: number,
): Helmert => ({ epoch: 2015, shift, scale, rotation: ZERO, shiftRate, scaleRate, rotationRate: ZERO })

/** ITRF97, ITRF96 and ITRF94 are defined as equal. */
const ITRF97: Helmert = {
  epoch: 2015,
  shift: [6.5, -3.9, -77.9],
  scale: 3.98,
  rotation: [0, 0, 0.36],
  shiftRate: [0.1, -0.6, -3.1],
  scaleRate: 0.12,
  rotationRate: [0, 0, 0.02],
}

/** Transformations from ITRF2020; `null` for ITRF2020 itself. */
export const REALIZATIONS = {
  ITRF2020: null,
  ITRF2014: unrotated([-1.4, -0.9, 1.4], -0.42, [0, -0.1, 0.2], 0),
  ITRF2008: unrotated([0.2, 1, 3.3], -0.29, [0, -0.1, 0.1], 0.03),
  ITRF2005: unrotated([2.7, 0.1, -1.4], 0.65, [0.3, -0.1, 0.1], 0.03),
  ITRF2000: unrotated([-0.2, 0.8, -34.2], 2.25, [0.1, 0, -1.7], 0.11),
  ITRF97,
  ITRF94: ITRF97,
  ITRF93: {
    epoch: 2015,
    shift: [-65.8, 1.9, -71.3],
    scale: 4.47,
    rotation: [-3.36, -4.33, 0.75],
    shiftRate: [-2.8, -0.2, -2.3],
    scaleRate: 0.12,
    rotationRate: [-0.11, -0.19, 0.07],
  },
  ITRF92: {
    epoch: 2015,
    shift: [14.5, -1.9, -85.9],
    scale: 3.27,
    rotation: [0, 0, 0.36],
    shiftRate: [0.1, -0.6, -3.1],
    scaleRate: 0.12,
    rotationRate: [0, 0, 0.02],
  },
  ETRF2000: {
    epoch: 2015,
    shift: [53.8, 51.8, -82.2],
    scale: 2.25,
    rotation: [2.106, 12.74, -20.592],
    shiftRate: [0.1, 0, -1.7],
    scaleRate: 0.11,
    rotationRate: [0.081, 0.49, -0.792],
  },
  ETRF2014: {
    epoch: 2015,
    shift: [-1.4, -0.9, 1.4],
    scale: -0.42,
    rotation: [2.21, 13.806, -20.02],
    shiftRate: [0, -0.1, 0.2],
    scaleRate: 0,
    rotationRate: [0.085, 0.531, -0.77],
  },
  ETRF2020: {
    epoch: 2015,
    shift: ZERO,
    scale: 0,
    rotation: [2.236, 13.494, -19.578],
    shiftRate: ZERO,
    scaleRate: 0,
    rotationRate: [0.086, 0.519, -0.753],
  },
  NAD83: {
    epoch: 2010,
    shift: [1003.9, -1909.61, -541.17],
    scale: -0.05109,
    rotation: [-26.78138, 0.42027, -10.93206],
    shiftRate: [0.79, -0.7, -1.24],
    scaleRate: -0.07201,
    rotationRate: [-0.06667, 0.75744, 0.05133],
  },
} as const satisfies Record<string, Helmert | null>

export type Realization = keyof typeof REALIZATIONS
