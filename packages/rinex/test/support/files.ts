// Files for the tests: written from synthetic streams, and read back.
import { codeOf, FrameReader, ObservationDecoder, type ObservationEpoch, satelliteName } from '@vertice/rtcm'
import { START } from '../../../rtcm/test/support/streams.ts'
import {
  type ObservationHeader,
  type ObservationTypes,
  ObservationWriter,
  RinexReader,
  TypeScan,
} from '../../src/index.ts'

export interface Row {
  readonly gpsMs: number
  readonly satellite: string
  readonly code: string
  readonly pseudorange: number
  readonly phase: number
  readonly doppler: number
  readonly cnr: number
  readonly flags: number
}

export const rowsOf = (epoch: ObservationEpoch): Row[] =>
  Array.from({ length: epoch.rows }, (_, row) => ({
    gpsMs: epoch.gpsMs,
    satellite: satelliteName(epoch.satellite[row]!),
    code: codeOf(epoch, row)!,
    ...{ pseudorange: epoch.pseudorange[row]!, phase: epoch.phase[row]!, doppler: epoch.doppler[row]! },
    ...{ cnr: epoch.cnr[row]!, flags: epoch.flags[row]! },
  }))

export const HEADER: ObservationHeader = {
  ...{ version: '3.05', program: 'test', runBy: '', writtenAt: new Date('2026-11-14T18:00:00Z'), comments: [] },
  ...{ intervalSeconds: 1, firstMs: 1_478_887_218_000, lastMs: 1_478_887_237_000, leapSeconds: 18 },
  glonassChannels: new Map([
    [1, 1],
    [2, -4],
  ]),
  glonassBiases: [['C1C', -12.34]],
  station: {
    ...{ markerName: 'CDMX', markerNumber: '12345M001', observer: 'OBSERVER', agency: 'AGENCY' },
    receiver: { serial: '6213R40043', type: 'TRIMBLE ALLOY', firmware: '6.20' },
    antenna: { serial: '5225354537', type: 'TRM59800.00', radome: 'SCIT' },
    position: { x: -954_321.1234, y: -5_954_321.5678, z: 2_054_321.9012 },
    eccentricity: { up: 0.0083, east: 0.001, north: -0.002 },
  },
}

const eachMessage = (stream: Buffer, on: (payload: Buffer, type: number) => void) => new FrameReader(on).push(stream)

/** Writes the stream as RINEX; `onEpoch` receives what was written. */
export function written(
  stream: Buffer,
  header: ObservationHeader,
  onEpoch?: (epoch: ObservationEpoch) => void,
): { readonly text: string; readonly types: ObservationTypes } {
  const scan = new TypeScan()
  eachMessage(stream, (payload, type) => scan.add(payload, type, START))
  const parts: Buffer[] = []
  const types = scan.take()
  const writer = new ObservationWriter(header, types, (bytes) => parts.push(bytes))
  const decoder = new ObservationDecoder((epoch) => {
    onEpoch?.(epoch)
    writer.write(epoch)
  })
  eachMessage(stream, (payload, type) => decoder.add(payload, type, START))
  decoder.flush()
  writer.end()
  return { text: Buffer.concat(parts).toString('latin1'), types }
}

/** Reads a file in pieces of `size` bytes. */
export function read(file: string, size = 1000) {
  const epochs: Row[][] = []
  const reader = new RinexReader({ onEpoch: (epoch) => epochs.push(rowsOf(epoch)) })
  const bytes = Buffer.from(file, 'latin1')
  let error: unknown = null
  try {
    for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size))
    reader.end()
  } catch (thrown) {
    error = thrown
  }
  return { reader, epochs, header: reader.observations.header, error }
}
