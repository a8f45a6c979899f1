// Whether the VRS engine behind the network mountpoint gives data: asked from time to time as a rover would ask it, and at once when
// what rovers get from it speaks against what is known.

import { writeGga } from '@vertice/ntrip'
import type { StreamShape } from '@vertice/rtcm'
import type { StreamLoss, Upstream } from '../../domain/network/source-address.ts'
import type { CasterServices } from '../services.ts'
import { StreamClient } from '../streams/stream-client.ts'
import { EngineShape } from './engine-shape.ts'

const ANSWER_PATIENCE_MS = 20_000
/** A thousand rovers may find out in the same second. */
const DOUBTED_AT_MOST_EVERY_MS = 10_000

/** What is known of the engine, for whoever tells what its mountpoint gives. */
export interface EngineNow {
  /** Why it gave nothing when it was last asked; null: it did, or nobody has asked it yet. */
  readonly away: StreamLoss | null
  /** What its stream is made of; null: not known yet. */
  readonly shape: StreamShape | null
}

export class EngineWatch implements EngineNow {
  readonly #services: CasterServices
  readonly #shape: EngineShape
  #away: StreamLoss | null = null
  #askedAt = Number.NEGATIVE_INFINITY

  constructor(services: CasterServices) {
    this.#services = services
    this.#shape = new EngineShape(services)
  }

  get shape(): StreamShape | null {
    return this.#shape.now
  }

  get away(): StreamLoss | null {
    return this.#away
  }

  /** Nothing is known of another one. */
  forget(): void {
    this.#away = null
    this.#shape.forget()
  }

  stop(): void {
    this.#shape.stop()
  }

  /** A rover gets no data from it; others may. */
  doubt(): void {
    if (performance.now() - this.#askedAt >= DOUBTED_AT_MOST_EVERY_MS) this.ask()
  }

  /** A rover gets data from it. */
  gives(): void {
    if (this.#away === null) return
    this.#away = null
    this.ask()
  }

  ask(): void {
    this.#askedAt = performance.now()
    this.#ask().catch((err) => this.#services.warn('asking the VRS engine failed', { err }))
  }

  async #ask(): Promise<void> {
    const services = this.#services
    const upstream = await services.upstream()
    if (!upstream) return
    const gga = await this.#place()
    const error = await this.#call(upstream, gga)
    const isStillThere = JSON.stringify(await services.upstream()) === JSON.stringify(upstream)
    if (!isStillThere) return
    this.#away = error
    if (!error) this.#shape.listen(upstream, gga)
    await services.upstreamAnswered(error)
  }

  /** Some station's. */
  async #place(): Promise<string> {
    const { book, clock } = this.#services
    const { lat, lng } = (await book()).active[0] ?? { lat: 19.43, lng: -99.13 }
    return writeGga({ lat, lng, quality: 1, satellites: 12 }, clock())
  }

  /** Asks for a stream: answered means that data came. */
  #call(upstream: Upstream, gga: string): Promise<StreamLoss | null> {
    const services = this.#services
    return new Promise<StreamLoss | null>((resolve) => {
      const timer = setTimeout(() => done({ code: 'no_data', params: {} }), ANSWER_PATIENCE_MS)
      const done = (result: StreamLoss | null) => {
        clearTimeout(timer)
        resolve(result)
        setImmediate(() => client.close())
      }
      const events = { opened() {}, data: () => done(null), lost: done }
      const client = new StreamClient(upstream, services, events, gga)
    })
  }
}
