// A simulated rover: requests a stream, sends its position every few seconds, and counts what it receives.
import { type Credentials, type Fix, streamRequest, writeGga } from '@vertice/ntrip'
import { decodePosition, FrameReader, type StationPosition } from '@vertice/rtcm'
import { type CallEvent, Caller, type CallerState, type Retry } from './caller.ts'
import { type Corrections, fixAt, received } from './rover-fix.ts'
import type { Place } from './sky/earth.ts'
import { AGENT } from './station.ts'

export interface SimulatedRoverOptions {
  readonly host: string
  readonly port: number
  readonly mountpoint: string
  readonly revision: 1 | 2
  /** `null` on an open mountpoint. */
  readonly credentials: Credentials | null
  readonly start: Place
  /** `null` for never. */
  readonly ggaEveryMs?: number | null
  /** 4 (fixed) by default; 5 (float) for a rover under trees. */
  readonly bestQuality?: 4 | 5
  readonly retry?: Retry
  readonly onEvent?: (event: CallEvent) => void
}

/** Faster retries would cause the reconnect storms that casters suffer from. */
const RETRY: Retry = { firstMs: 5_000, longestMs: 120_000 }
const GGA_EVERY_MS = 10_000

export class SimulatedRover {
  readonly #options: SimulatedRoverOptions
  readonly #caller: Caller
  readonly #reader = new FrameReader((payload, type) => this.#onFrame(payload, type))
  #ggaTimer: NodeJS.Timeout | undefined
  #startedMs = 0
  #corrections: Corrections | null = null
  #frames = 0
  #bytes = 0
  #base: StationPosition | null = null

  constructor(options: SimulatedRoverOptions) {
    this.#options = options
    this.#caller = new Caller({
      ...options,
      retry: options.retry ?? RETRY,
      request: () => streamRequest({ ...options, agent: AGENT, ...(this.#tellsPosition && { gga: this.#gga() }) }),
      onEvent: (event) => this.#onCall(event),
      onData: (data) => this.#onData(data),
    })
  }

  get state(): CallerState {
    return this.#caller.state
  }

  get received(): { readonly frames: number; readonly bytes: number } {
    return { frames: this.#frames, bytes: this.#bytes }
  }

  /** Position of the base, from the last message that contained it. */
  get base(): StationPosition | null {
    return this.#base
  }

  get fix(): Fix {
    const now = Date.now()
    return fixAt(this.#options.start, now - this.#startedMs, now, this.#corrections, this.#options.bestQuality)
  }

  start(): void {
    if (this.state !== 'stopped') return
    this.#startedMs = Date.now()
    this.#caller.start()
  }

  stop(): void {
    this.#caller.stop()
    clearInterval(this.#ggaTimer)
  }

  get #tellsPosition(): boolean {
    return this.#options.ggaEveryMs !== null
  }

  #gga(): string {
    return writeGga(this.fix, new Date())
  }

  #onCall(event: CallEvent): void {
    clearInterval(this.#ggaTimer)
    if (event.kind === 'connected') {
      this.#reader.restart()
      if (this.#tellsPosition) this.#tellPosition()
    }
    this.#options.onEvent?.(event)
  }

  #tellPosition(): void {
    const send = () => this.#caller.send(`${this.#gga()}\r\n`)
    send()
    this.#ggaTimer = setInterval(send, this.#options.ggaEveryMs ?? GGA_EVERY_MS)
  }

  #onData(data: Buffer): void {
    this.#bytes += data.length
    this.#reader.push(data)
  }

  #onFrame(payload: Buffer, type: number): void {
    this.#frames++
    this.#corrections = received(Date.now(), this.#corrections)
    if (type === 1005 || type === 1006) this.#base = decodePosition(payload) ?? this.#base
  }
}
