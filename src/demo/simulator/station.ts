// A simulated station that pushes its stream to a caster, and simulates failures on command.

import { type Credentials, chunk, pushRequest } from '@vertice/ntrip'
import { SIMULATOR } from '../../domain/stations/simulated.ts'
import { MINUTE_MS } from '../../domain/time/units.ts'
import { type CallEvent, Caller, type CallerState, type Retry } from './caller.ts'
import { everyEpoch, msUntil } from './epoch-clock.ts'
import { fraction, wordOf } from './random.ts'
import type { Simulated } from './sky/constellations.ts'
import type { Offset } from './sky/earth.ts'
import type { Sky } from './sky/sky.ts'
import { type StationDescription, StationStream } from './station-stream.ts'

export const AGENT = `${SIMULATOR}/1.0`

export interface SimulatedStationOptions {
  readonly sky: Sky
  readonly station: StationDescription
  readonly host: string
  readonly port: number
  readonly mountpoint: string
  /** `SOURCE` (1) or `POST` (2). Revision 1 sends only the password. */
  readonly revision: 1 | 2
  readonly credentials: Credentials
  /** Revision 2 only. */
  readonly chunked?: boolean
  readonly intervalMs?: number
  /** Delay between the instant of an epoch and its transmission. */
  readonly latencyMs?: number
  readonly retry?: Retry
  readonly onEvent?: (event: CallEvent) => void
}

const RETRY: Retry = { firstMs: 1000, longestMs: MINUTE_MS }

export class SimulatedStation {
  readonly #options: SimulatedStationOptions
  readonly #stream: StationStream
  readonly #caller: Caller
  readonly #pending = new Set<NodeJS.Timeout>()
  /** Oldest first. */
  readonly #unsent: Buffer[] = []
  #stopClock = () => {}
  #latencyMs: number
  #lastSendingMs = 0
  #lostShare = 0
  #silentUntilMs = 0
  #epochsSent = 0
  #epochsLost = 0

  constructor(options: SimulatedStationOptions) {
    this.#options = options
    this.#latencyMs = options.latencyMs ?? 80
    this.#stream = new StationStream(options.sky, options.station)
    this.#caller = new Caller({
      ...options,
      retry: options.retry ?? RETRY,
      request: () => pushRequest({ ...options, agent: AGENT }),
      onEvent: (event) => this.#onCall(event),
    })
  }

  get state(): CallerState {
    return this.#caller.state
  }

  /** Epochs sent, and epochs dropped by `loseEpochs`. */
  get epochs(): { readonly sent: number; readonly lost: number } {
    return { sent: this.#epochsSent, lost: this.#epochsLost }
  }

  start(): void {
    if (this.state !== 'stopped') return
    this.#caller.start()
    this.#stopClock = everyEpoch(this.#options.intervalMs ?? 1000, (instantMs) => this.#epoch(instantMs))
  }

  stop(): void {
    this.#stopClock()
    this.#caller.stop()
    this.#forgetPending()
  }

  /** Disconnects, and reconnects after the given time. */
  outage(seconds: number): void {
    this.#caller.hangUp(seconds * 1000)
  }

  /** Stays connected and sends nothing. */
  silence(seconds: number): void {
    this.#silentUntilMs = Date.now() + seconds * 1000
  }

  latency(ms: number): void {
    this.#latencyMs = ms
  }

  /** `share` is from 0 to 1. */
  loseEpochs(share: number): void {
    this.#lostShare = share
  }

  /** Offset from the registered position, in metres. */
  moveAntenna(offset: Offset): void {
    this.#stream.moveAntenna(offset)
  }

  dropConstellation(constellation: Simulated): void {
    this.#stream.setObserved(constellation, false)
  }

  restoreConstellation(constellation: Simulated): void {
    this.#stream.setObserved(constellation, true)
  }

  #onCall(event: CallEvent): void {
    if (event.kind === 'connected') this.#stream.restart()
    else this.#forgetPending()
    this.#options.onEvent?.(event)
  }

  #epoch(instantMs: number): void {
    if (this.state !== 'connected' || instantMs < this.#silentUntilMs) return
    if (fraction(wordOf(this.#options.station.code), instantMs) < this.#lostShare) {
      this.#epochsLost++
      return
    }
    this.#unsent.push(this.#stream.epoch(instantMs))
    // Never before an earlier epoch, which can have a longer latency. Timers for the same instant fire in any order, so
    // each sends the oldest epoch.
    this.#lastSendingMs = Math.max(instantMs + this.#latencyMs, this.#lastSendingMs)
    const timer = setTimeout(() => {
      this.#pending.delete(timer)
      const bytes = this.#unsent.shift()!
      const isChunked = this.#options.revision === 2 && this.#options.chunked
      if (this.#caller.send(isChunked ? chunk(bytes) : bytes)) this.#epochsSent++
    }, msUntil(this.#lastSendingMs))
    this.#pending.add(timer)
  }

  #forgetPending(): void {
    for (const timer of this.#pending) clearTimeout(timer)
    this.#pending.clear()
    this.#unsent.length = 0
    this.#lastSendingMs = 0
  }
}
