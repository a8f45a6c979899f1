// The cost of measuring the quality of stations: decoding and metering in the thread, without the caster.
import { Sky } from '../../src/demo/simulator/sky/sky.ts'
import { StationStream } from '../../src/demo/simulator/station-stream.ts'
import { StationMeters } from '../../src/recording/quality/station-meters.ts'
import { type Row, random } from '../support/service.ts'
import { sized } from '../support/size.ts'

const START = Date.UTC(2026, 10, 14, 18)
const STATIONS = sized(100, 5)
/** The others repeat these streams. */
const STREAMS = 10
const WARM_UP_SECONDS = sized(60, 2)
const SECONDS = sized(240, 4)
const MOST_SHARE = 0.1

export function benchQuality(): Row[] {
  const next = random(7)
  const sky = new Sky()
  const streams = Array.from({ length: Math.min(STREAMS, STATIONS) }, (_, index) => {
    const position = { lat: 15 + next() * 17, lng: -116 + next() * 28, height: 1_000 }
    return new StationStream(sky, { code: `B${index}`, stationId: index, position })
  })
  const meters = new StationMeters()
  meters.setStations(Array.from({ length: STATIONS }, (_, id) => ({ id, near: null })))
  let cpuMs = 0
  let minutes = 0
  for (let second = 0; second < WARM_UP_SECONDS + SECONDS; second++) {
    const atMs = START + second * 1000
    const epochs = streams.map((stream) => stream.epoch(atMs))
    const before = process.cpuUsage()
    for (let id = 0; id < STATIONS; id++) meters.push(id, epochs[id % epochs.length]!, atMs)
    minutes += meters.take(atMs).minutes.length
    const { user, system } = process.cpuUsage(before)
    if (second >= WARM_UP_SECONDS) cpuMs += (user + system) / 1000
  }
  const share = cpuMs / (SECONDS * 1000)
  return [
    {
      what: `Quality of ${STATIONS} stations at 1 Hz (MSM7 of four constellations), share of one core; ${minutes.toLocaleString('en')} minutes measured`,
      measured: `${(100 * share).toFixed(1)} %`,
      floor: '',
      ratio: '',
      wanted: `≤ ${100 * MOST_SHARE} %`,
      met: share <= MOST_SHARE,
    },
  ]
}
