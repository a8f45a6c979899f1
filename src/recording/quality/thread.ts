// The worker thread that measures the quality of stations and solves the baselines between them.
import { parentPort } from 'node:worker_threads'
import { neighbourPairs, type Pair } from '../../domain/archive/integrity/neighbours.ts'
import { LiveBaselines } from '../integrity/live-baselines.ts'
import { type FromThread, INDEX_FIELDS, type Owned, type ToThread } from './messages.ts'
import { type MeteredStation, StationMeters } from './station-meters.ts'
import { WaitingResults } from './waiting-results.ts'

const baselines = new LiveBaselines()
const meters = new StationMeters(baselines)
const results = new WaitingResults()
let pairs: readonly Pair[] = []
let owned: ReadonlyMap<number, number | null> = new Map()

parentPort!.on('message', (message: ToThread) => {
  if ('stations' in message) setStations(message.stations)
  else if ('owned' in message) setOwned(message.owned)
  else take(message)
})

function setStations(stations: readonly MeteredStation[]): void {
  meters.setStations(stations)
  pairs = neighbourPairs(stations.flatMap(({ id, place }) => (place ? [{ id, ...place }] : [])))
  setPairs()
}

function setOwned(now: readonly Owned[]): void {
  owned = new Map(now)
  setPairs()
}

/** The node that owns the first station solves the baseline. */
function setPairs(): void {
  const own = pairs.filter(({ a }) => owned.has(a)).map((pair) => ({ ...pair, fencingToken: owned.get(pair.a)! }))
  const follow = new Set(own.map(({ b }) => b).filter((id) => !owned.has(id)))
  baselines.setPairs(own)
  meters.setElsewhere(follow)
  parentPort!.postMessage({ follow: [...follow] } satisfies FromThread)
}

function take({ frames, index, nowMs }: Extract<ToThread, { frames: ArrayBuffer }>): void {
  let from = 0
  for (let at = 0; at < index.length; at += INDEX_FIELDS) {
    const length = index[at + 2]!
    meters.push(index[at]!, Buffer.from(frames, from, length), index[at + 1]!)
    from += length
  }
  results.add(meters.take(nowMs), baselines.solve(nowMs))
  parentPort!.postMessage({ bytes: from, ...results.next(), baselines: baselines.figures } satisfies FromThread)
}
