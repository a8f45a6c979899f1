// Measures the quality of a simulated stream.
import {
  EphemerisBook,
  QualityMeter,
  type QualityMinute,
  SatellitesAt,
  type SkySatellite,
  Transmissions,
  type Vector,
} from '@vertice/gnss'
import { decodeEphemeris, FrameReader, ObservationDecoder, type ObservationEpoch } from '@vertice/rtcm'
import { toEcef } from '../../../src/demo/simulator/sky/earth.ts'
import { STATION } from './places.ts'

const [x, y, z] = toEcef(STATION.position)
export const TRUTH: Vector = { x, y, z }

export interface Metered {
  readonly minutes: readonly QualityMinute[]
  readonly meter: QualityMeter
  /** The sky after each epoch, by GPS time in ms. */
  readonly skies: ReadonlyMap<number, readonly SkySatellite[]>
}

/** `alter` changes each epoch before it is measured. */
export function metered(
  chunks: Iterable<{ readonly atMs: number; readonly bytes: Buffer }>,
  {
    near = TRUTH,
    alter,
  }: { near?: Vector | null; alter?: (epoch: ObservationEpoch, book: EphemerisBook) => void } = {},
): Metered {
  const book = new EphemerisBook()
  const minutes: QualityMinute[] = []
  const skies = new Map<number, readonly SkySatellite[]>()
  const decoder = new ObservationDecoder((epoch) => {
    alter?.(epoch, book)
    meter.add(epoch)
    skies.set(epoch.gpsMs, meter.sky())
  })
  const meter = new QualityMeter({
    ...{ book, satellites: new SatellitesAt(book), transmissions: new Transmissions(), channels: decoder.channels },
    ...{ near, onMinute: (minute) => minutes.push(minute) },
  })
  for (const { atMs, bytes } of chunks) {
    new FrameReader((payload, type) => {
      const ephemeris = decodeEphemeris(payload, type, atMs)
      if (ephemeris) book.add(ephemeris)
      decoder.add(payload, type, atMs)
    }).push(bytes)
  }
  decoder.flush()
  meter.flush()
  return { minutes, meter, skies }
}
