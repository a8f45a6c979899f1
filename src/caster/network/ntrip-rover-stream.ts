// One rover's connection to a VRS engine or another caster over NTRIP. The rover never gets a mix of two streams:
// frames are forwarded whole, and after a base has served, forwarding starts with a new connection.

import { FrameReader, WholeFrames } from '@vertice/rtcm'
import type { StreamLoss } from '../../domain/network/source-address.ts'
import type { Reachable } from '../streams/client/guarded-connection.ts'
import { StreamClient } from '../streams/client/stream-client.ts'
import type { OpenRoverStream, RoverStream, RoverStreamRequest } from './rover-stream.ts'

/** A source that fell silent is retried after a growing pause, which is reset once it has served for long enough. */
const FIRST_PAUSE_MS = 2_000
const MAX_PAUSE_MS = 120_000
const SERVED_WELL_MS = 180_000

const NO_DATA: StreamLoss = { code: 'no_data', params: {} }

export const ntripRoverStreams =
  (reachable: Reachable): OpenRoverStream =>
  (request) =>
    new NtripRoverStream(request, reachable)

class NtripRoverStream implements RoverStream {
  serves: boolean
  why: StreamLoss = NO_DATA
  readonly #request: RoverStreamRequest
  readonly #client: StreamClient
  readonly #reader = new FrameReader(() => {})
  readonly #whole = new WholeFrames()
  /** When data last arrived, or the wait for it began (performance.now). */
  #heardAt = performance.now()
  /** Whether data has arrived over the present connection. */
  #flows = false
  #servesSince = performance.now()
  #pauseMs = FIRST_PAUSE_MS

  constructor(request: RoverStreamRequest, reachable: Reachable) {
    this.#request = request
    this.serves = request.serves
    const { from, sentence: position, isRtcm: onlyRtcm } = request
    const events = {
      opened() {},
      data: (bytes: Buffer) => this.#receive(bytes),
      lost: (why: StreamLoss) => this.#lose(why),
    }
    this.#client = new StreamClient(from, reachable, events, { position, onlyRtcm })
  }

  position(sentence: string): void {
    this.#client.position(sentence)
  }

  isOverdue(now: number, timeoutMs: number): boolean {
    return this.serves && now - this.#heardAt > timeoutMs
  }

  /** Reconnects if data had arrived: the rest of that connection could begin in the middle of an epoch. */
  giveUp(): void {
    this.serves = false
    if (!this.#flows) return
    this.#stop()
    if (this.#heardAt - this.#servesSince >= SERVED_WELL_MS) this.#pauseMs = FIRST_PAUSE_MS
    this.#client.hangUp(this.#pauseMs)
    this.#pauseMs = Math.min(this.#pauseMs * 2, MAX_PAUSE_MS)
  }

  close(): void {
    this.#client.close()
  }

  #receive(bytes: Buffer): void {
    const { rover, isRtcm } = this.#request
    if (!this.#flows) this.#begin()
    this.#heardAt = performance.now()
    if (!isRtcm) return void rover.send(bytes)
    this.#reader.push(bytes)
    const frames = this.#whole.pass(bytes, this.#reader.unfinishedBytes)
    if (frames.length > 0) rover.send(frames)
  }

  #lose(why: StreamLoss): void {
    this.#stop()
    this.why = why
    if (this.serves) this.#request.rover.note({ code: 'vrs_lost', params: { why } })
  }

  /** Drops a partial frame. */
  #stop(): void {
    this.#flows = false
    this.#reader.restart()
    this.#whole.restart()
  }

  #begin(): void {
    const { rover, onRecovered } = this.#request
    this.#flows = true
    this.why = NO_DATA
    if (!this.serves) {
      this.serves = true
      this.#servesSince = performance.now()
      rover.follow(null)
      onRecovered()
    }
    rover.gets('computed')
    rover.note({ code: 'vrs_answers', params: {} })
  }
}
