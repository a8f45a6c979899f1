// A RINEX observation file of a receiver in the simulated world.
import type { Vector } from '@vertice/gnss'
import { ObservationWriter, TypeScan } from '@vertice/rinex'
import type { ObservationEpoch } from '@vertice/rtcm'
import { type Receiver, sky } from '../../packages/gnss/test/support/world.ts'

/** An epoch each 30 s. `header`: the position in the header of the file. */
export function rinexOf(receiver: Receiver, header: Vector, hours: number): Buffer {
  const [types, epochs] = [new TypeScan(), [] as ObservationEpoch[]]
  for (let at = 0; at < hours * 3600; at += 30) epochs.push(receiver.observe(sky(), at))
  for (const epoch of epochs) types.addEpoch(epoch)
  const pieces: Buffer[] = []
  const about = {
    ...{ markerName: 'BASE', markerNumber: '', observer: '', agency: '', position: header },
    receiver: { serial: '', type: '', firmware: '' },
    antenna: { serial: '', type: '', radome: '' },
    eccentricity: { up: 0, east: 0, north: 0 },
  }
  const writer = new ObservationWriter(
    {
      ...{ version: '3.05', program: 'test', runBy: '', writtenAt: new Date(0), comments: [], station: about },
      ...{ intervalSeconds: 30, firstMs: epochs[0]!.gpsMs, lastMs: epochs.at(-1)!.gpsMs },
      ...{ glonassChannels: new Map(), glonassBiases: null, leapSeconds: 18 },
    },
    types.take(),
    (bytes) => pieces.push(bytes),
  )
  for (const epoch of epochs) writer.write(epoch)
  writer.end()
  return Buffer.concat(pieces)
}
