// What the VRS engine's stream is made of, for the sourcetable: listened to now and then for a while, as a rover would.

import { StreamMeter, type StreamShape } from '@vertice/rtcm'
import type { Upstream } from '../../domain/network/source-address.ts'
import type { CasterServices } from '../services.ts'
import { StreamClient } from '../streams/stream-client.ts'

/** Messages that come every ten seconds come twice. */
const LISTENS_MS = 21_000
const LISTENS_AGAIN_MS = 600_000

export class EngineShape {
  readonly #services: CasterServices
  #listening: { readonly meter: StreamMeter; readonly stop: () => void } | null = null
  /** Of the last time that it was listened to to the end. */
  #known: StreamShape | null = null
  #listenedAt = Number.NEGATIVE_INFINITY

  constructor(services: CasterServices) {
    this.#services = services
  }

  /** null: not known yet. */
  get now(): StreamShape | null {
    return this.#known ?? this.#heard()
  }

  /** The engine answers: it is listened to if it is time. `gga`: from where. */
  listen(upstream: Upstream, gga: string): void {
    if (this.#listening || performance.now() - this.#listenedAt < LISTENS_AGAIN_MS) return
    this.#listenedAt = performance.now()
    const meter = new StreamMeter(this.#nowMs())
    const data = (bytes: Buffer) => meter.push(bytes, this.#nowMs())
    const client = new StreamClient(upstream, this.#services, { opened() {}, data, lost() {} }, gga)
    const timer = setTimeout(() => this.stop(), LISTENS_MS)
    const stop = () => {
      clearTimeout(timer)
      client.close()
    }
    this.#listening = { meter, stop }
  }

  stop(): void {
    this.#known = this.#heard() ?? this.#known
    this.#listening?.stop()
    this.#listening = null
  }

  /** Another engine sends something else. */
  forget(): void {
    this.stop()
    this.#known = null
    this.#listenedAt = Number.NEGATIVE_INFINITY
  }

  #heard(): StreamShape | null {
    return this.#listening?.meter.shape(this.#nowMs()) ?? null
  }

  #nowMs(): number {
    return this.#services.clock().getTime()
  }
}
