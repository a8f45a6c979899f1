// The network mountpoint. With a VRS engine behind it, every rover gets a connection of its own to that engine; without one,
// the nearest base that lives and reaches it, and never a far one in silence: the session's record says what happens.
import { distanceKm } from '../domain/geometry/geodesy.ts'
import type { Upstream } from '../domain/network/upstream.ts'
import type { BaseFeeds } from './bases.ts'
import type { Rover } from './rover.ts'
import type { Book } from './services.ts'
import { StreamClient } from './stream-client.ts'

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
  readonly #rovers = new Map<Rover, Entry>()
  #book: Book | null = null
  #codeOf: (stationId: number) => string = String
  #version = 0

  /** Most rovers that get no data have forgotten to send their position: it is expected within `positionMs`. */
  constructor(bases: BaseFeeds, positionMs: number) {
    this.#bases = bases
    this.#positionMs = positionMs
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
      if (rover.lat === null && now - since > this.#positionMs)
        rover.note('no GGA: this mountpoint needs the position of the rover, which has sent none')
    }
  }

  #followNearest(rover: Rover): void {
    if (rover.lat === null || rover.lng === null) return
    const position = { lat: rover.lat, lng: rover.lng }
    const before = rover.feed
    const { base, ...rest } = this.#bases.follow(position, before?.stationId ?? null)
    if (base === null) {
      rover.note(
        'why' in rest && rest.why === 'base_down'
          ? 'base down: every station that reaches this position is silent'
          : 'outside coverage: no station reaches this position',
      )
      // It stays with a silent base, which may come back, and leaves one that it must not get.
      if (before && !this.#bases.mayWaitFor(before.stationId, position)) rover.follow(null)
      return
    }
    if (before?.stationId === base.id && !rover.notes.at(-1)?.text.startsWith('base down')) return
    const from = before
      ? `${this.#codeOf(before.stationId)}${this.#bases.isAlive(before.stationId) ? '' : ' (silent)'} → `
      : ''
    const kilometres = distanceKm(position, base).toFixed(1)
    rover.note(`base ${before?.stationId === base.id ? '' : from}${this.#codeOf(base.id)}, ${kilometres} km`)
    rover.follow(this.#bases.feedOf(base.id))
  }

  #relay(rover: Rover, upstream: Upstream, sentence: string): StreamClient {
    rover.note('asking the VRS engine')
    return new StreamClient(
      upstream,
      {
        opened: () => rover.note('the VRS engine answers'),
        data: (bytes) => rover.send(bytes),
        lost: (why) => rover.note(`the VRS engine is lost: ${why}`),
      },
      sentence,
    )
  }
}
