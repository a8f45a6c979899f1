/**
 * RINEX 3 and 4 from decoded RTCM 3: observation files, Hatanaka compression and IGS long file names. The package opens
 * no files and reads no clock.
 *
 * @packageDocumentation
 */
export { CrinexCompressor } from './crinex/compressor.ts'
export type { StationHeader } from './header.ts'
export { type LongName, longName } from './names.ts'
export { type ObservationHeader, type ObservationVersion, observationHeader } from './observations/header.ts'
export { columnNames, type ObservationTypes, type SignalColumns, TypeScan } from './observations/types.ts'
export { ObservationWriter } from './observations/writer.ts'
