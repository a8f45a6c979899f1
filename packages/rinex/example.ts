// Converts an RTCM 3 recording to RINEX 3.05: node example.ts recording.rtcm3 2026-11-14 > recording.rnx
import { readFileSync } from 'node:fs'
import { ObservationWriter, TypeScan } from '@vertice/rinex'
import { FrameReader, gpsFromUtc, leapSecondsAt, ObservationDecoder } from '@vertice/rtcm'

const [file, day] = process.argv.slice(2)
const recording = readFileSync(file!)
const aboutMs = Date.parse(day!) // messages contain no date: a day within half a week is enough

const scan = new TypeScan()
let [firstMs, lastMs] = [Number.POSITIVE_INFINITY, 0]
const times = new ObservationDecoder(({ gpsMs }) => {
  firstMs = Math.min(firstMs, gpsMs)
  lastMs = Math.max(lastMs, gpsMs)
})
new FrameReader((payload, type) => {
  scan.add(payload, type, aboutMs)
  times.add(payload, type, aboutMs)
}).push(recording)
times.flush()

const writer = new ObservationWriter(
  {
    version: '3.05',
    program: 'example',
    runBy: '',
    writtenAt: new Date(),
    comments: [`converted from ${file}`],
    intervalSeconds: null,
    firstMs,
    lastMs,
    glonassChannels: times.channels.all(),
    glonassBiases: null,
    leapSeconds: leapSecondsAt(aboutMs),
    station: {
      markerName: 'UNKNOWN',
      markerNumber: '',
      observer: '',
      agency: '',
      receiver: { serial: '', type: '', firmware: '' },
      antenna: { serial: '', type: '', radome: '' },
      position: null,
      eccentricity: { up: 0, east: 0, north: 0 },
    },
  },
  scan.take(),
  (bytes) => process.stdout.write(bytes),
)
const decoder = new ObservationDecoder((epoch) => writer.write(epoch), { channels: times.channels })
new FrameReader((payload, type) => decoder.add(payload, type, aboutMs)).push(recording)
decoder.flush()
writer.end()
console.error(
  `${Math.round((lastMs - firstMs) / 1000)} s from ${new Date(aboutMs - gpsFromUtc(aboutMs) + firstMs).toISOString()}`,
)
