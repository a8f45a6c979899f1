// Whether the VRS engine of a network mountpoint delivers data: probed periodically as a rover would, and immediately
// when rovers observe otherwise.

import { writeGga } from '@vertice/ntrip'
import type { StreamShape } from '@vertice/rtcm'
import type { SourceAddress, StreamLoss } from '../../domain/network/source-address.ts'
import type { CasterServices } from '../services.ts'
import { StreamClient } from '../streams/client/stream-client.ts'
import { EngineShape } from './engine-shape.ts'

const ANSWER_TIMEOUT_MS = 20_000
/** A thousand rovers can notice an outage in the same second. */
const DOUBTED_AT_MOST_EVERY_MS = 10_000

/** The state of the engine, for the sourcetable. */
export interface EngineNow {
  /** Why the last probe got no data; `null` if it did, or if there was no probe yet. */
  readonly away: StreamLoss | null
  /** `null` until known. */
  readonly shape: StreamShape | null
}

export class EngineWatch implements EngineNow {
  readonly #services: CasterServices
  readonly #networkId: number
  readonly #shape: EngineShape
  #away: StreamLoss | null = null
  #askedAt = Number.NEGATIVE_INFINITY

  /** `networkId`: the network mountpoint that the engine is behind. */
  constructor(services: CasterServices, networkId: number) {
    this.#services = services
    this.#networkId = networkId
    this.#shape = new EngineShape(services)
  }

  get shape(): StreamShape | null {
    return this.#shape.now
  }

  get away(): StreamLoss | null {
    return this.#away
  }

  stop(): void {
    this.#shape.stop()
  }

  /** Call when a rover gets no data from the engine; others may still get some. */
  doubt(): void {
    if (performance.now() - this.#askedAt >= DOUBTED_AT_MOST_EVERY_MS) this.ask()
  }

  /** Call when a rover gets data from the engine. */
  gives(): void {
    if (this.#away === null) return
    this.#away = null
    this.ask()
  }

  ask(): void {
    this.#askedAt = performance.now()
    this.#ask().catch((err) => this.#services.warn('Could not check the VRS engine', { err }))
  }

  async #ask(): Promise<void> {
    const services = this.#services
    const engineAddress = (await services.engineAddresses()).get(this.#networkId)
    if (!engineAddress) return
    const gga = await this.#place()
    const error = await this.#call(engineAddress, gga)
    await services.book() // reads the address of the engine again
    const addressNow = (await services.engineAddresses()).get(this.#networkId)
    if (JSON.stringify(addressNow) !== JSON.stringify(engineAddress)) return
    this.#away = error
    if (!error) this.#shape.listen(engineAddress, gga)
    await services.engineAnswered(this.#networkId, error)
  }

  /** The position of a station, as a GGA sentence. */
  async #place(): Promise<string> {
    const { book, clock } = this.#services
    const { lat, lng } = (await book()).active[0] ?? { lat: 19.43, lng: -99.13 }
    return writeGga({ lat, lng, quality: 1, satellites: 12 }, clock())
  }

  /** Requests a stream; resolves with `null` when data arrives. */
  #call(engineAddress: SourceAddress, gga: string): Promise<StreamLoss | null> {
    const services = this.#services
    return new Promise<StreamLoss | null>((resolve) => {
      const timer = setTimeout(() => done({ code: 'no_data', params: {} }), ANSWER_TIMEOUT_MS)
      const done = (result: StreamLoss | null) => {
        clearTimeout(timer)
        resolve(result)
        setImmediate(() => client.close())
      }
      const events = { opened() {}, data: () => done(null), lost: done }
      const client = new StreamClient(engineAddress, services, events, { position: gga })
    })
  }
}
