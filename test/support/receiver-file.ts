// The RINEX file that a receiver would have made of what it sent.
import {
  CrinexCompressor,
  type ObservationFileHeader,
  type ObservationVersion,
  ObservationWriter,
  TypeScan,
} from '@vertice/rinex'
import { FrameReader, gpsFromUtc, ObservationDecoder } from '@vertice/rtcm'
import { ecefOf } from '../../src/domain/geometry/geodesy.ts'
import type { Sent } from './archive.ts'

export const PLACE = { lat: 19.4, lng: -99.1, height: 2240 }

export interface ReceiverFile {
  readonly version?: ObservationVersion
  /** Receivers count the cycles of a phase in a file and in a stream from different starts. */
  readonly shiftCycles?: number
  readonly station?: Partial<ObservationFileHeader['station']>
}

export function receiverFile(sent: readonly Sent[], { version = '3.05', shiftCycles = 0, station }: ReceiverFile = {}) {
  const types = new TypeScan()
  const times: number[] = []
  const scan = new ObservationDecoder(({ gpsMs }) => void times.push(gpsMs))
  each(sent, (payload, type, atMs) => {
    types.add(payload, type, atMs)
    scan.add(payload, type, atMs)
  })
  scan.flush()
  const parts: Buffer[] = []
  const writer = new ObservationWriter(
    {
      ...{ version, program: 'receiver', runBy: '', writtenAt: new Date(sent[0]!.atMs), comments: [] },
      ...{ intervalSeconds: null, firstMs: times[0] ?? 0, lastMs: times.at(-1) ?? 0, leapSeconds: 18 },
      ...{ glonassChannels: scan.channels.all(), glonassBiases: null },
      station: {
        ...{ markerName: 'CDMX', markerNumber: '', observer: '', agency: '' },
        receiver: { serial: '7', type: 'SEPT POLARX5', firmware: '5.5' },
        antenna: { serial: '8', type: 'SEPCHOKE_B3E6', radome: 'SPKE' },
        ...{ position: ecefOf(PLACE), eccentricity: { up: 0.1, east: 0, north: 0 } },
        ...station,
      },
    },
    types.take(),
    (bytes) => parts.push(bytes),
  )
  const decoder = new ObservationDecoder((epoch) => {
    for (let row = 0; row < epoch.rows; row++) epoch.phase[row]! += shiftCycles
    writer.write(epoch)
  })
  each(sent, (payload, type, atMs) => decoder.add(payload, type, atMs))
  decoder.flush()
  writer.end()
  return Buffer.concat(parts).toString('latin1')
}

export function hatanaka(text: string): string {
  const lines: string[] = []
  const compressor = new CrinexCompressor('receiver', new Date(0), (line) => lines.push(line))
  for (const line of text.trimEnd().split('\n')) compressor.line(line)
  return `${lines.join('\n')}\n`
}

/** GPS time in ms of an UTC time. */
export const gpsOf = (text: string): number => gpsFromUtc(Date.parse(`${text}Z`))

function each(sent: readonly Sent[], on: (payload: Buffer, type: number, atMs: number) => void): void {
  let atMs = 0
  const reader = new FrameReader((payload, type) => on(payload, type, atMs))
  for (const one of sent) {
    atMs = one.atMs
    reader.push(one.frames)
  }
}
