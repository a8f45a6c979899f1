/**
 * Geodesy for GNSS networks: reference frames, satellite orbits from broadcast ephemerides, directions in the sky,
 * single-point positions, baselines between stations and the quality of observations. The package opens no files and reads no clock.
 *
 * @packageDocumentation
 */
export { type AntennaCalibration, AntennaCalibrations, type PhaseCentre } from './antennas/antex.ts'
export { type BaselineEpoch, type BaselineOptions, BaselineSolver } from './baseline/solver.ts'
export { type OrbitAt, type Sight, StationEpoch } from './baseline/station-epoch.ts'
export {
  type Direction,
  directionOf,
  ecefOf,
  fromLocal,
  type Geodetic,
  geodeticOf,
  type Local,
  localOf,
} from './ellipsoid.ts'
export { FRAMES, type Frame, frameOf } from './frames/frames.ts'
export { applyHelmert, type Helmert } from './frames/helmert.ts'
export { REALIZATIONS, type Realization } from './frames/realizations.ts'
export { type FrameAtEpoch, type NoTransformation, transform } from './frames/transform.ts'
export { EphemerisBook, stateOf } from './orbits/ephemeris-book.ts'
export { type AgreedEphemeris, EphemerisVotes, type EphemerisWitnesses } from './orbits/ephemeris-votes.ts'
export type { SatelliteState } from './orbits/state.ts'
export { type SinglePoint, type SinglePointOptions, singlePoint } from './position/single-point.ts'
export { troposphericDelay } from './position/troposphere.ts'
export { BANDS, type Band } from './quality/bands.ts'
export { type BandDrop, LONGEST_DROP_MS } from './quality/interference.ts'
export { type BandMinute, type QualityMinute, type SkySatellite, skySample } from './quality/minute.ts'
export { QualityMeter, type QualityMeterOptions } from './quality/quality-meter.ts'
export { SatellitesAt } from './quality/satellites-at.ts'
export { cellDirection, MASK_SECTORS, type SkyCell, SkyGrid } from './quality/sky-grid.ts'
export { Transmissions } from './quality/transmissions.ts'
export type { Vector } from './vector.ts'
