// The shape of the VRS engine's stream, for the sourcetable: probed occasionally, as a rover would.
import { StreamMeter, type StreamShape } from '@vertice/rtcm'
import type { SourceAddress } from '../../domain/network/source-address.ts'
import type { CasterServices } from '../services.ts'
import { StreamClient } from '../streams/client/stream-client.ts'

/** Long enough to receive messages with an interval of ten seconds twice. */
const LISTENS_MS = 21_000
const LISTENS_AGAIN_MS = 600_000

export class EngineShape {
  readonly #services: CasterServices
  #listening: { readonly meter: StreamMeter; readonly stop: () => void } | null = null
  /** Result of the last complete probe. */
  #known: StreamShape | null = null
  #listenedAt = Number.NEGATIVE_INFINITY

  constructor(services: CasterServices) {
    this.#services = services
  }

  /** `null` until known. */
  get now(): StreamShape | null {
    return this.#known ?? this.#heard()
  }

  /** Call when the engine responds: starts a probe if one is due. `gga`: the position to send. */
  listen(engineAddress: SourceAddress, gga: string): void {
    if (this.#listening || performance.now() - this.#listenedAt < LISTENS_AGAIN_MS) return
    this.#listenedAt = performance.now()
    const meter = new StreamMeter(this.#nowMs())
    const data = (bytes: Buffer) => meter.push(bytes, this.#nowMs())
    const client = new StreamClient(engineAddress, this.#services, { opened() {}, data, lost() {} }, { position: gga })
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

  #heard(): StreamShape | null {
    return this.#listening?.meter.shape(this.#nowMs()) ?? null
  }

  #nowMs(): number {
    return this.#services.clock().getTime()
  }
}
