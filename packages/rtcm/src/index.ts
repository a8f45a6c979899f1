/**
 * RTCM 3: frames in a byte stream, heads of observation messages, station messages, encoders, a stream meter and a
 * converter. No function throws on malformed input, and memory per stream is bounded. The package opens no sockets and
 * reads no clock.
 *
 * @packageDocumentation
 */
export { BitReader, BitWriter, signedAt, unsignedAt } from './bits.ts'
export { type AddableEphemeris, ephemerisKey } from './convert/added-ephemerides.ts'
export { ADDABLE, type Addable, type AddedMessages } from './convert/added-messages.ts'
export { Converter } from './convert/converter.ts'
export { ConversionCounts, LEFT_OUT, type LeftOut, type Unwanted } from './convert/counts.ts'
export { constellationIndexOf } from './convert/message-constellation.ts'
export { outgoingType } from './convert/outgoing-type.ts'
export type { Position } from './convert/reference-position.ts'
export type { ConversionSettings } from './convert/settings.ts'
export { ClockOffsets } from './decode/clock-offsets.ts'
export { decodeEphemeris, type Ephemeris, type KeplerianEphemeris } from './decode/ephemerides.ts'
export type { EpochDetail } from './decode/msm-observations.ts'
export { type DecoderOptions, type DecodingCounts, ObservationDecoder } from './decode/observation-decoder.ts'
export {
  codeOf,
  constellationOf,
  HALF_CYCLE,
  LOSS_OF_LOCK,
  numberOf,
  ObservationEpoch,
  satelliteKey,
  satelliteName,
} from './decode/observation-epoch.ts'
export {
  type BeidouEphemeris,
  encode1019,
  encode1042,
  encode1045,
  encode1046,
  type GalileoEphemeris,
  type GpsEphemeris,
} from './encode/ephemeris.ts'
export { encode1005, encode1006, encode1033, frame } from './encode/frames.ts'
export { encode1020, type GlonassOrbit } from './encode/glonass-ephemeris.ts'
export type { KeplerianOrbit } from './encode/keplerian-orbit.ts'
export { encodeMsm, type MsmEpoch, type SatelliteObservations, type SignalObservation } from './encode/msm.ts'
export {
  encode1007,
  encode1008,
  encode1013,
  encode1029,
  encode1230,
  LONGEST_ANNOUNCEMENT,
} from './encode/station-messages.ts'
export { epochField, epochInstant } from './epoch.ts'
export { crc24q } from './frames/crc24q.ts'
export { FOREIGN_FORMATS, type ForeignFormat, foreignFormats } from './frames/foreign-formats.ts'
export { FrameReader, frameAround, type OnFrame } from './frames/frame-reader.ts'
export { FromFirstFrame } from './frames/from-first-frame.ts'
export { NewestEpoch } from './frames/newest-epoch.ts'
export { StationFrames } from './frames/station-frames.ts'
export { WholeFrames } from './frames/whole-frames.ts'
export { gpsFromUtc, leapSecondsAt, utcFromGps } from './gps-time.ts'
export {
  decodeEquipment,
  decodeGlonassBiases,
  decodePosition,
  type Equipment,
  type GlonassBiases,
  messageType,
  referenceStationId,
  type StationPosition,
} from './messages.ts'
export { type SliceFacts, StreamMeter } from './meter/stream-meter.ts'
export { ShapeMeter, type StreamShape } from './meter/stream-shape.ts'
export { carrierHz } from './observations/carriers.ts'
export { GlonassChannels } from './observations/glonass-channels.ts'
export {
  CONSTELLATIONS,
  type Constellation,
  decodeObservationHead,
  isObservation,
  type ObservationHead,
} from './observations/head.ts'
export { signalCode } from './observations/msm-signals.ts'
