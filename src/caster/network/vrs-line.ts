// One rover's line to the VRS engine. The rover gets what comes over it; when nothing has come for too long it is left to a base.
// It never gets both streams mixed: frames are passed on whole, and what comes after a base's is the beginning of a new connection.

import { FrameReader, WholeFrames } from '@vertice/rtcm'
import type { StreamLoss, Upstream } from '../../domain/network/source-address.ts'
import { type Rover, VRS_ENGINE } from '../rovers/rover.ts'
import type { Reachable } from '../streams/guarded-connection.ts'
import { StreamClient } from '../streams/stream-client.ts'

/** One that gave data and fell silent is called again later each time, until it has served so long. */
const FIRST_PAUSE_MS = 2_000
const LAST_PAUSE_MS = 120_000
const SERVED_WELL_MS = 180_000

const NO_DATA: StreamLoss = { code: 'no_data', params: {} }

export class VrsLine {
  /** The rover gets this stream, or waits for it; false: a base's meanwhile. */
  serves: boolean
  /** When it last gave data, or began to be waited for (performance.now). */
  heardAt = performance.now()
  /** Why none comes, as far as anybody said. */
  why: StreamLoss = NO_DATA
  readonly #rover: Rover
  readonly #client: StreamClient
  readonly #reader = new FrameReader(() => {})
  readonly #whole = new WholeFrames()
  /** Data has come over the connection as it is now. */
  #flows = false
  #servesSince = performance.now()
  #pauseMs = FIRST_PAUSE_MS

  /** `serves`: it is thought to answer. `gives`: called when data comes although it was not. What is no RTCM goes through as it comes. */
  constructor(
    upstream: Upstream,
    reachable: Reachable,
    rover: Rover,
    sentence: string,
    { serves, gives, isRtcm = true }: { serves: boolean; gives: () => void; isRtcm?: boolean },
  ) {
    this.serves = serves
    this.#rover = rover
    const data = (bytes: Buffer) => {
      if (!this.#flows) this.#begin(gives)
      this.heardAt = performance.now()
      if (!isRtcm) return rover.send(bytes)
      this.#reader.push(bytes)
      const frames = this.#whole.pass(bytes, this.#reader.unfinishedBytes)
      if (frames.length > 0) rover.send(frames)
    }
    const lost = (why: StreamLoss) => {
      this.#stop()
      this.why = why
      if (this.serves) rover.note({ code: 'vrs_lost', params: { why } })
    }
    this.#client = new StreamClient(upstream, reachable, { opened() {}, data, lost }, sentence, isRtcm)
  }

  position(sentence: string): void {
    this.#client.position(sentence)
  }

  /** Whoever waits for data has waited long enough. */
  isOverdue(now: number, patienceMs: number): boolean {
    return this.serves && now - this.heardAt > patienceMs
  }

  /** From now on a base serves. The connection is made anew if data came over it: what follows would begin anywhere. */
  giveUp(): void {
    this.serves = false
    if (!this.#flows) return
    this.#stop()
    if (this.heardAt - this.#servesSince >= SERVED_WELL_MS) this.#pauseMs = FIRST_PAUSE_MS
    this.#client.hangUp(this.#pauseMs)
    this.#pauseMs = Math.min(this.#pauseMs * 2, LAST_PAUSE_MS)
  }

  close(): void {
    this.#client.close()
  }

  /** Half a frame is of no use. */
  #stop(): void {
    this.#flows = false
    this.#reader.restart()
    this.#whole.restart()
  }

  #begin(gives: () => void): void {
    this.#flows = true
    this.why = NO_DATA
    const rover = this.#rover
    if (!this.serves) {
      this.serves = true
      this.#servesSince = performance.now()
      rover.follow(null)
      gives()
    }
    rover.gets(VRS_ENGINE)
    rover.note({ code: 'vrs_answers', params: {} })
  }
}
