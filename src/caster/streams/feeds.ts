// The feeds of all stations on this node. A feed exists for the life of the process, whatever its source.

import { GlonassChannels } from '@vertice/rtcm'
import { Signal } from '../../base/running/signal.ts'
import type { PulseTimes } from '../../domain/stations/pulse.ts'
import { Feed } from './feed.ts'

export class Feeds {
  readonly times: PulseTimes
  /** Emitted when the first receiver joins a feed. */
  readonly firstReceiver = new Signal<[stationId: number]>()
  readonly #channels = new GlonassChannels()
  readonly #feeds = new Map<number, Feed>()

  constructor(times: PulseTimes) {
    this.times = times
  }

  /** Creates the feed if there is none yet. */
  of(stationId: number): Feed {
    const known = this.#feeds.get(stationId)
    if (known) return known
    const feed = new Feed(stationId, this.times, () => this.firstReceiver.emit(stationId), this.#channels)
    this.#feeds.set(stationId, feed)
    return feed
  }

  known(stationId: number): Feed | undefined {
    return this.#feeds.get(stationId)
  }

  /** Bytes that arrived from sources of this node. */
  get bytesIn(): number {
    return this.#feeds.values().reduce((sum, feed) => sum + feed.bytesIn, 0)
  }

  get all(): Iterable<Feed> {
    return this.#feeds.values()
  }
}
