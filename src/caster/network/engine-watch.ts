// Whether the VRS engine behind the network mountpoint gives data: asked from time to time as a rover would ask it, and at once when
// what rovers get from it speaks against what is known.
import type { StreamLoss, Upstream } from '../../domain/network/upstream.ts'
import { writeGga } from '../../ntrip/gga.ts'
import type { CasterServices } from '../services.ts'
import { StreamClient } from '../streams/stream-client.ts'

const ANSWER_PATIENCE_MS = 20_000
/** A thousand rovers may find out in the same second. */
const DOUBTED_AT_MOST_EVERY_MS = 10_000

export class EngineWatch {
  readonly #services: CasterServices
  #away: StreamLoss | null = null
  #askedAt = Number.NEGATIVE_INFINITY

  constructor(services: CasterServices) {
    this.#services = services
  }

  /** Why the engine gave nothing when it was last asked; null: it did, or nobody has asked it yet. */
  get away(): StreamLoss | null {
    return this.#away
  }

  /** Nothing is known of another one. */
  forget(): void {
    this.#away = null
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
    const error = await this.#call(upstream)
    const isStillThere = JSON.stringify(await services.upstream()) === JSON.stringify(upstream)
    if (!isStillThere) return
    this.#away = error
    await services.upstreamAnswered(error)
  }

  /** Asks for a stream at some station's place: answered means that data came. */
  async #call(upstream: Upstream): Promise<StreamLoss | null> {
    const services = this.#services
    const { active } = await services.book()
    const place = active[0] ?? { lat: 19.43, lng: -99.13 }
    const gga = writeGga({ lat: place.lat, lng: place.lng, quality: 1, satellites: 12 }, services.clock())
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
