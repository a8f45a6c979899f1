/**
 * RINEX 2, 3 and 4: observation and navigation files written from decoded RTCM 3, and read into the same objects;
 * Hatanaka compression and IGS long file names. The package opens no files and reads no clock.
 *
 * @packageDocumentation
 */
export { CrinexCompressor } from './crinex/compressor.ts'
export { CrinexExpander } from './crinex/expander.ts'
export type { StationHeader } from './header.ts'
export { type LongName, longName } from './names.ts'
export { NavigationReader } from './navigation/reader.ts'
export { referenceMs } from './navigation/systems.ts'
export { type NavigationHeader, navigationFile, navigationHeader, navigationRecord } from './navigation/writer.ts'
export { type ObservationHeader, type ObservationVersion, observationHeader } from './observations/header.ts'
export type { ObservationFileHeader } from './observations/read/header.ts'
export { type ObservationHandlers, ObservationReader } from './observations/read/reader.ts'
export { columnNames, type ObservationTypes, type SignalColumns, TypeScan } from './observations/types.ts'
export { ObservationWriter } from './observations/writer.ts'
export { RinexError, type RinexFault } from './read/error.ts'
export type { TimeSystem } from './read/fields.ts'
export { LineSplitter } from './read/line-splitter.ts'
export { type RinexHandlers, type RinexKind, RinexReader, rinexKind } from './read/reader.ts'
