// The worker thread that measures the quality of stations.
import { parentPort } from 'node:worker_threads'
import { type FromThread, INDEX_FIELDS, type ToThread } from './messages.ts'
import { StationMeters } from './station-meters.ts'

const meters = new StationMeters()

parentPort!.on('message', (message: ToThread) => {
  if ('stations' in message) {
    meters.setStations(message.stations)
    return
  }
  const { frames, index, nowMs } = message
  let from = 0
  for (let at = 0; at < index.length; at += INDEX_FIELDS) {
    const length = index[at + 2]!
    meters.push(index[at]!, Buffer.from(frames, from, length), index[at + 1]!)
    from += length
  }
  const measured = meters.take(nowMs)
  const isEmpty = measured.minutes.length === 0 && measured.skyParts.length === 0
  parentPort!.postMessage({ bytes: from, measured: isEmpty ? null : measured } satisfies FromThread)
})
