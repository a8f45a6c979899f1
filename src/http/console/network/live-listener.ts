// A browser page that listens to live events. Tracks what the page was sent, and sends only differences.
import type { Readable } from 'node:stream'
import { PassThrough } from 'node:stream'
import type { OwnerScope } from '../../../domain/people/permissions.ts'
import { MINUTE_MS } from '../../../domain/time/units.ts'
import type { LiveEvents } from '../contract/network/network.ts'

/** A page that does not read is disconnected. */
const MOST_UNREAD_BYTES = 4 * 1024 * 1024
const LONGEST_UNREAD_MS = MINUTE_MS

/** JSON of each station or rover, by id. */
export type Texts = ReadonlyMap<number | string, string>

type ListName = 'stations' | 'rovers'
type ValueName = Exclude<keyof LiveEvents, ListName>
export type EndOfStream = LiveEvents['end']['reason']

export class LiveListener {
  readonly sessionId: number
  readonly userId: number
  readonly scope: OwnerScope
  readonly #stream = new PassThrough()
  readonly #sent = new Map<ListName, Texts>()
  readonly #values = new Map<ValueName, string>()
  #wroteAt = 0
  #readAt = performance.now()

  constructor(who: { sessionId: number; userId: number; scope: OwnerScope }) {
    this.sessionId = who.sessionId
    this.userId = who.userId
    this.scope = who.scope
    this.#stream.on('error', () => {})
    // Tells the browser to reconnect after 5 seconds.
    this.#write('retry: 5000\n\n')
  }

  get stream(): Readable {
    return this.#stream
  }

  get isGone(): boolean {
    return this.#stream.destroyed || this.#stream.writableEnded
  }

  onceGone(then: () => void): void {
    this.#stream.once('close', then)
  }

  /**
   * Sends everything the first time, then the changes and the ids of what is gone. Skips a page that has not yet read
   * the previous event.
   */
  sendList(name: ListName, texts: Texts): void {
    const before = this.#sent.get(name)
    if (before && this.#isBehind) return
    const changed = [...texts].flatMap(([id, text]) => (before?.get(id) === text ? [] : [text]))
    const gone = before ? [...before.keys()].filter((id) => !texts.has(id)) : []
    this.#sent.set(name, texts) // shared between listeners to save memory; never modified
    if (before && changed.length === 0 && gone.length === 0) return
    this.#event(name, `{"whole":${!before},"changed":[${changed.join(',')}],"gone":${JSON.stringify(gone)}}`)
  }

  sendValue(name: ValueName, text: string): void {
    if (this.#values.get(name) === text || (this.#values.has(name) && this.#isBehind)) return
    this.#values.set(name, text)
    this.#event(name, text)
  }

  /** Sends a keep-alive, so that proxies do not close the stream, and disconnects a page that stopped reading. */
  beat(now: number, everyMs: number): void {
    if (!this.#isBehind) this.#readAt = now
    else if (now - this.#readAt > LONGEST_UNREAD_MS) this.#stream.destroy()
    if (now - this.#wroteAt >= everyMs) this.#write(': still here\n\n')
  }

  end(reason: EndOfStream): void {
    this.#event('end', JSON.stringify({ reason } satisfies LiveEvents['end']))
    this.#stream.end()
  }

  /** On a slow connection, updates of thousands of stations would pile up. */
  get #isBehind(): boolean {
    return this.#stream.writableLength > 0
  }

  #event(name: keyof LiveEvents, data: string): void {
    this.#write(`event: ${name}\ndata: ${data}\n\n`)
  }

  #write(text: string): void {
    if (this.isGone) return
    this.#wroteAt = performance.now()
    this.#stream.write(text)
    if (this.#stream.writableLength > MOST_UNREAD_BYTES) this.#stream.destroy()
  }
}
