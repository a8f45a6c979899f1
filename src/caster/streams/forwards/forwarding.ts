// One forward on this node: it connects, or opens its port, when the station's first frame arrives here, and closes when
// frames no longer arrive.
import {
  type Forward,
  type ForwardReport,
  isListening,
  type ReportedForwardState,
} from '../../../domain/network/forward.ts'
import type { StreamLoss } from '../../../domain/network/source-address.ts'
import type { RawReachable } from '../client/raw-client.ts'
import type { Feed, Receiver } from '../feed.ts'
import { ListeningPort } from './listening-port.ts'
import { PushClient, type PushEvents } from './push-client.ts'

const NOTHING = Buffer.alloc(0)
/** A forward stays connected for this long after the grace period of a base that reconnects. */
const SILENT_AFTER_GRACE_MS = 5_000

export interface ForwardingDependencies {
  readonly reachable: RawReachable
  readonly clock: () => Date
  /** The feed to send; `null` if the derived mountpoint does not exist or belongs to another station. */
  readonly feedOf: (forward: Forward) => Feed | null
  /** Incremented when a mountpoint may lead to another stream. */
  readonly mountsVersion: () => number
  /** Grace period for a base to reconnect. */
  readonly graceMs: number
}

export class Forwarding implements Receiver {
  place = -1
  readonly forward: Forward
  readonly #dependencies: ForwardingDependencies
  #client: PushClient | ListeningPort | null = null
  /** The derived stream that this forward has joined. Frames of a station's own stream come from the tap. */
  #joined: Feed | null = null
  #joinedVersion = -1
  #heardAt = Number.NEGATIVE_INFINITY
  #state: ReportedForwardState = 'idle'
  #since: Date
  #error: ForwardReport['error'] = null
  /** Bytes that no report has counted yet. */
  #bytes = 0

  constructor(forward: Forward, dependencies: ForwardingDependencies) {
    this.forward = forward
    this.#dependencies = dependencies
    this.#since = dependencies.clock()
  }

  /** Takes frames of the station from the tap: this node owns the station. */
  take(frames: Buffer): void {
    this.#heardAt = performance.now()
    if (!this.#client) this.#open()
    else if (this.forward.mountpoint === null) this.send(frames)
  }

  send(frames: Buffer): void {
    this.#bytes += this.#client?.send(frames) ?? 0
  }

  sendFirst(frames: Buffer): void {
    this.send(frames)
  }

  /** `isElsewhere`: another node owns the station now. */
  tick(now: number, isElsewhere: boolean): void {
    if (!this.#client) return
    const silentAfterMs = this.#dependencies.graceMs + SILENT_AFTER_GRACE_MS
    if (isElsewhere || now - this.#heardAt > silentAfterMs) return void this.close()
    const mayDiffer = this.#joinedVersion !== this.#dependencies.mountsVersion()
    if (this.forward.mountpoint !== null && this.#state === 'sending' && mayDiffer) this.#follow()
  }

  close(): void {
    this.#leave()
    this.#client?.close()
    this.#client = null
    this.#become('idle')
  }

  get state(): ReportedForwardState {
    return this.#state
  }

  report(): ForwardReport {
    return {
      forwardId: this.forward.id,
      state: this.#state,
      since: this.#since,
      bytes: this.#bytes,
      error: this.#error,
    }
  }

  /** Call when the report was saved. */
  saved({ bytes }: ForwardReport): void {
    this.#bytes -= bytes
  }

  #open(): void {
    const { reachable, clock } = this.#dependencies
    const lost = (why: StreamLoss) => {
      this.#leave()
      this.#error = { why, at: clock() }
      this.#become('failing')
    }
    const events: PushEvents = { accepted: () => this.#accepted(), lost }
    const { to, revision } = this.forward
    if (!isListening(to)) {
      this.#client = new PushClient({ to, revision }, reachable, events)
      return
    }
    const left = () => {
      this.#leave()
      this.#become('idle')
    }
    const first = () => this.#dependencies.feedOf(this.forward)?.told ?? NOTHING
    this.#client = new ListeningPort(to, reachable, { ...events, left, first })
  }

  #accepted(): void {
    this.#become('sending')
    if (this.forward.mountpoint !== null) return void this.#follow()
    const told = this.#dependencies.feedOf(this.forward)?.told
    if (told && told.length > 0) this.send(told)
  }

  #follow(): void {
    const { feedOf, mountsVersion } = this.#dependencies
    this.#joinedVersion = mountsVersion()
    const feed = feedOf(this.forward)
    if (feed === this.#joined) return
    this.#leave()
    this.#joined = feed
    feed?.join(this)
  }

  #leave(): void {
    this.#joined?.leave(this)
    this.#joined = null
  }

  #become(state: ReportedForwardState): void {
    if (this.#state === state) return
    this.#state = state
    this.#since = this.#dependencies.clock()
  }
}
