// The network mountpoint. With a VRS engine behind it, every rover gets a connection of its own to that engine; without one,
// the nearest base that lives and reaches it, and never a far one in silence: the session's record says what happens.
import { distanceKm } from '../domain/geometry/geodesy.ts'
import type { Upstream } from '../domain/network/upstream.ts'
import type { Note } from '../domain/sessions/session.ts'
import type { BaseFeeds } from './bases.ts'
import type { Reachable } from './guarded-connection.ts'
import type { Rover } from './rover.ts'
import type { Book } from './services.ts'
import { StreamClient } from './stream-client.ts'

const noPosition = ({ uselessGga }: Rover): Note => ({ code: uselessGga ?? 'no_gga', params: {} })

interface Entry {
  readonly since: number
  /** Where its data comes from; null: the nearest base. */
  upstream: Upstream | null
  /** The newest that says where it is. */
  sentence: string | null
}

export class NetworkMountpoint {
  readonly #bases: BaseFeeds
  readonly #positionMs: number
  readonly #reachable: Reachable
  readonly #rovers = new Map<Rover, Entry>()
  #book: Book | null = null
  #codeOf: (stationId: number) => string = String
  #version = 0

  /** Most rovers that get no data have forgotten to send their position: it is expected within `positionMs`. */
  constructor(bases: BaseFeeds, positionMs: number, reachable: Reachable) {
    this.#bases = bases
    this.#positionMs = positionMs
    this.#reachable = reachable
  }

  use(book: Book): void {
    if (this.#book === book) return
    this.#book = book
    const codes = new Map(book.active.map(({ id, code }) => [id, code]))
    this.#codeOf = (id) => codes.get(id) ?? String(id)
  }

  add(rover: Rover, upstream: Upstream | null): void {
    this.#rovers.set(rover, { since: performance.now(), upstream, sentence: null })
  }

  remove(rover: Rover): void {
    this.#rovers.delete(rover)
  }

  has(rover: Rover): boolean {
    return this.#rovers.has(rover)
  }

  positioned(rover: Rover, sentence: string): void {
    const entry = this.#rovers.get(rover)!
    if (rover.lat === null) return
    entry.sentence = sentence
    if (entry.upstream === null) this.#followNearest(rover)
    else if (rover.upstream) rover.upstream.position(sentence)
    else rover.upstream = this.#relay(rover, entry.upstream, sentence)
  }

  /** The operator put another VRS engine behind the mountpoint, or took it away: who is connected changes too. */
  change(upstream: Upstream | null): void {
    for (const [rover, entry] of this.#rovers) {
      if (JSON.stringify(entry.upstream) === JSON.stringify(upstream)) continue
      rover.upstream?.close()
      rover.upstream = null
      rover.follow(null)
      entry.upstream = upstream
      if (entry.sentence !== null) this.positioned(rover, entry.sentence)
    }
  }

  /** A few times a second: who lost its base, and who may have a better one. */
  look(): void {
    const changed = this.#version !== this.#bases.version
    this.#version = this.#bases.version
    const now = performance.now()
    for (const [rover, { upstream, since }] of this.#rovers) {
      if (changed && upstream === null && rover.lat !== null) this.#followNearest(rover)
      if (rover.lat === null && now - since > this.#positionMs) rover.note(noPosition(rover))
    }
  }

  #followNearest(rover: Rover): void {
    if (rover.lat === null || rover.lng === null) return
    const position = { lat: rover.lat, lng: rover.lng }
    const before = rover.feed
    const following = this.#bases.follow(position, before?.stationId ?? null)
    if (following.base === null) {
      rover.note({ code: following.why, params: {} })
      // It stays with a silent base, which may come back, and leaves one that it must not get.
      if (before && !this.#bases.mayWaitFor(before.stationId, position)) rover.follow(null)
      return
    }
    const { base } = following
    const isNew = before?.stationId !== base.id
    if (!isNew && rover.notes.at(-1)?.code !== 'base_down') return
    rover.note({
      code: 'base',
      params: {
        station: this.#codeOf(base.id),
        distanceKm: Math.round(10 * distanceKm(position, base)) / 10,
        ...(before && isNew && { before: this.#left(before.stationId) }),
      },
    })
    rover.follow(this.#bases.feedOf(base.id))
  }

  #left(stationId: number) {
    return { station: this.#codeOf(stationId), silent: !this.#bases.isAlive(stationId) }
  }

  #relay(rover: Rover, upstream: Upstream, sentence: string): StreamClient {
    rover.note({ code: 'asking_vrs', params: {} })
    return new StreamClient(
      upstream,
      this.#reachable,
      {
        opened: () => rover.note({ code: 'vrs_answers', params: {} }),
        data: (bytes) => rover.send(bytes),
        lost: (why) => rover.note({ code: 'vrs_lost', params: { why } }),
      },
      sentence,
    )
  }
}
