// Decodes a stream and returns its observations like `convbin`: rounded as in a RINEX file, by time, satellite and type.
import { ObservationDecoder } from '../../src/decode/observation-decoder.ts'
import { codeOf, type ObservationEpoch, satelliteName } from '../../src/decode/observation-epoch.ts'
import { FrameReader } from '../../src/frames/frame-reader.ts'
import type { Observations, Read } from './convbin.ts'

const GPS_START_MS = Date.UTC(1980, 0, 6)

export function decodedAsRinex(stream: Buffer, aboutMs: number): Observations {
  const epochs: Observations = new Map()
  const decoder = new ObservationDecoder((epoch) => void epochs.set(timeOf(epoch), satellitesOf(epoch)))
  const reader = new FrameReader((payload, type) => decoder.add(payload, type, aboutMs))
  reader.push(stream)
  decoder.flush()
  return epochs
}

function timeOf({ gpsMs }: ObservationEpoch): string {
  const [date, time] = new Date(GPS_START_MS + gpsMs).toISOString().slice(0, -1).split('T') as [string, string]
  const [hours, minutes, seconds] = time.split(':') as [string, string, string]
  return `${date.replaceAll('-', ' ')} ${hours} ${minutes} ${Number(seconds).toFixed(7).padStart(10)}`
}

function satellitesOf(epoch: ObservationEpoch): Map<string, Map<string, Read>> {
  const satellites = new Map<string, Map<string, Read>>()
  for (let row = 0; row < epoch.rows; row++) {
    const name = satelliteName(epoch.satellite[row]!)
    const values = satellites.get(name) ?? new Map<string, Read>()
    satellites.set(name, values)
    const code = codeOf(epoch, row)
    const put = (kind: string, value: number) => {
      if (!Number.isNaN(value) && value !== 0)
        values.set(`${kind}${code}`, { value: Number(value.toFixed(3)), lli: kind === 'L' ? epoch.flags[row]! : 0 })
    }
    put('C', epoch.pseudorange[row]!)
    put('L', epoch.phase[row]!)
    put('D', Math.fround(epoch.doppler[row]!)) // RTKLIB stores it in 32 bits
    put('S', epoch.cnr[row]!)
  }
  return satellites
}
