// Converts a recording to RINEX with our packages.
import { CrinexCompressor, navigationFile, ObservationWriter, TypeScan } from '@vertice/rinex'
import {
  decodeEphemeris,
  decodeObservationHead,
  type Ephemeris,
  epochInstant,
  FrameReader,
  leapSecondsAt,
  ObservationDecoder,
} from '@vertice/rtcm'

export interface Converted {
  /** Empty if the recording has no observations. */
  readonly observations: string
  readonly crinex: string
  readonly navigation: string
}

/** `startMs`: when the recording begins, to the hour, because its messages have no date. */
export function convert(recording: Buffer, startMs: number): Converted {
  const scan = new TypeScan()
  const ephemerides: Ephemeris[] = []
  const times: number[] = []
  const first = new ObservationDecoder(({ gpsMs }) => void times.push(gpsMs))
  eachFrame(recording, startMs, (payload, type, atMs) => {
    scan.add(payload, type, atMs)
    first.add(payload, type, atMs)
    const ephemeris = decodeEphemeris(payload, type, atMs)
    if (ephemeris) ephemerides.push(ephemeris)
  })
  first.flush()

  const file = { program: 'vertice', runBy: '', writtenAt: new Date(startMs), comments: [] }
  const leapSeconds = leapSecondsAt(startMs)
  const navigation = [...navigationFile({ ...file, version: '3.05', leapSeconds }, ephemerides)].join('')
  if (times.length === 0) return { observations: '', crinex: '', navigation }

  const parts: Buffer[] = []
  const writer = new ObservationWriter(
    {
      ...{ ...file, version: '3.05', leapSeconds, intervalSeconds: null, glonassBiases: null },
      ...{ firstMs: Math.min(...times), lastMs: Math.max(...times), glonassChannels: first.channels.all() },
      station: {
        ...{ markerName: 'REFERENCE', markerNumber: '', observer: '', agency: '', position: null },
        receiver: { serial: '', type: '', firmware: '' },
        antenna: { serial: '', type: '', radome: '' },
        eccentricity: { up: 0, east: 0, north: 0 },
      },
    },
    scan.take(),
    (bytes) => void parts.push(Buffer.from(bytes)),
  )
  const decoder = new ObservationDecoder((epoch) => writer.write(epoch), { channels: first.channels })
  eachFrame(recording, startMs, (payload, type, atMs) => void decoder.add(payload, type, atMs))
  decoder.flush()
  writer.end()
  const observations = Buffer.concat(parts).toString('latin1')
  return { observations, crinex: compressed(observations, file.writtenAt), navigation }
}

/** The receive time is that of the last GPS observations. */
function eachFrame(recording: Buffer, startMs: number, add: (payload: Buffer, type: number, atMs: number) => void) {
  let atMs = startMs
  new FrameReader((payload, type) => {
    const head = decodeObservationHead(payload, type)
    if (head?.constellation === 'GPS') atMs = epochInstant('GPS', head.epoch, atMs) ?? atMs
    add(payload, type, atMs)
  }).push(recording)
}

function compressed(observations: string, writtenAt: Date): string {
  const lines: string[] = []
  const compressor = new CrinexCompressor('vertice', writtenAt, (line) => void lines.push(line))
  for (const line of observations.split('\n').slice(0, -1)) compressor.line(line)
  return lines.map((line) => `${line}\n`).join('')
}
