// RTCM frames of a station in a simulated world whose atmosphere, movements and slips are known.
import {
  carrierHz,
  codeOf,
  constellationOf,
  encode1006,
  encode1019,
  encode1042,
  encode1046,
  encodeMsm,
  frame,
  type KeplerianEphemeris,
  LOSS_OF_LOCK,
  numberOf,
  type ObservationEpoch,
  utcFromGps,
} from '@vertice/rtcm'
import { type Receiver, type ReceiverErrors, START_S } from '../../packages/gnss/test/support/world.ts'
import type { Sent } from './archive.ts'

const LIGHT = 299_792_458
export const WORLD_START_MS = utcFromGps(START_S * 1000)
const ABOUT_STATION_EVERY_S = 300

/** `errorsAt`: what the receiver suffers, by seconds since the start. */
export function framesOf(
  receiver: Receiver,
  sky: ReadonlyMap<number, KeplerianEphemeris>,
  seconds: { readonly from?: number; readonly to: number; readonly every: number },
  errorsAt: (seconds: number) => ReceiverErrors = () => ({}),
): Sent[] {
  const stream = new Stream()
  const sent: Sent[] = []
  for (let at = seconds.from ?? 0; at < seconds.to; at += seconds.every) {
    receiver.errors = errorsAt(at)
    const payloads = stream.observations(receiver.observe(sky, at), at)
    if (at % ABOUT_STATION_EVERY_S === 0)
      payloads.push(
        encode1006({ stationId: 1, ...receiver.position, antennaHeight: 0 }),
        ...[...sky.values()].map(ephemerisOf),
      )
    sent.push({ frames: Buffer.concat(payloads.map(frame)), atMs: WORLD_START_MS + at * 1000 + 300 })
  }
  return sent
}

class Stream {
  readonly #whole = new Map<number, number>()
  readonly #locked = new Map<number, number>()

  observations(epoch: ObservationEpoch, at: number): Uint8Array[] {
    const rows = Array.from({ length: epoch.rows }, (_, row) => row)
    const groups = [...Map.groupBy(rows, (row) => constellationOf(epoch.satellite[row]!))]
    return groups.map(([constellation, own], index) =>
      encodeMsm(7, {
        ...{ constellation, stationId: 1, instantMs: utcFromGps(epoch.gpsMs), moreFollow: index < groups.length - 1 },
        satellites: [...Map.groupBy(own, (row) => epoch.satellite[row]!)].map(([satellite, ofOne]) => ({
          satellite: numberOf(satellite),
          signals: ofOne.map((row) => this.#signal(epoch, row, at)),
        })),
      }),
    )
  }

  #signal(epoch: ObservationEpoch, row: number, at: number) {
    const key = epoch.satellite[row]! * 33 + epoch.signal[row]!
    const wave = LIGHT / carrierHz(epoch.satellite[row]! >>> 6, epoch.signal[row]!, Number.NaN)
    const pseudorange = epoch.pseudorange[row]!
    // An MSM sends the phase within a kilometre of the pseudorange.
    if (!this.#whole.has(key)) this.#whole.set(key, Math.round(epoch.phase[row]! - pseudorange / wave))
    if (epoch.flags[row]! & LOSS_OF_LOCK || !this.#locked.has(key)) this.#locked.set(key, at)
    return {
      signal: codeOf(epoch, row)!,
      pseudorange,
      phaseRange: (epoch.phase[row]! - this.#whole.get(key)!) * wave,
      ...{ phaseRangeRate: 0, lockTime: at - this.#locked.get(key)! + 60, cnr: 45 },
    }
  }
}

function ephemerisOf(one: KeplerianEphemeris): Uint8Array {
  if (one.constellation === 'GPS') return encode1019({ ...one, iode: 1, iodc: 1, tgd: 0, ura: 0 })
  if (one.constellation === 'BDS') return encode1042({ ...one, aode: 1, aodc: 1, tgd1: 0, tgd2: 0, urai: 0 })
  return encode1046({ ...one, iodNav: 1, sisa: 0, bgdE5a: 0, bgdE5b: 0 })
}
