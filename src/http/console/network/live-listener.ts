// One browser page that listens: knows what it has been sent, and is sent what differs from it.
import type { Readable } from 'node:stream'
import { PassThrough } from 'node:stream'
import type { OwnerScope } from '../../../domain/people/permissions.ts'
import { MINUTE_MS } from '../../../domain/time/units.ts'
import type { LiveEvents } from '../contract/network/network.ts'

/** A page that does not read is not waited for. */
const MOST_UNREAD_BYTES = 4 * 1024 * 1024
const LONGEST_UNREAD_MS = MINUTE_MS

/** Things by their id, each as the JSON that a page gets. */
export type Texts = ReadonlyMap<number | string, string>

/** Of those that tell of many things. */
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
    // After a break the browser comes back by itself, so soon.
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

  /** The first time everything, later what changed, and the ids of what is gone. A page that still reads is sent more when it has. */
  sendList(name: ListName, texts: Texts): void {
    const before = this.#sent.get(name)
    if (before && this.#isBehind) return
    const changed = [...texts].flatMap(([id, text]) => (before?.get(id) === text ? [] : [text]))
    const gone = before ? [...before.keys()].filter((id) => !texts.has(id)) : []
    this.#sent.set(name, texts) // everybody's own copy would be a lot of memory, and it never changes
    if (before && changed.length === 0 && gone.length === 0) return
    this.#event(name, `{"whole":${!before},"changed":[${changed.join(',')}],"gone":${JSON.stringify(gone)}}`)
  }

  sendValue(name: ValueName, text: string): void {
    if (this.#values.get(name) === text || (this.#values.has(name) && this.#isBehind)) return
    this.#values.set(name, text)
    this.#event(name, text)
  }

  /** So that whatever lies between does not take the stream for dead. */
  beat(now: number, everyMs: number): void {
    if (!this.#isBehind) this.#readAt = now
    else if (now - this.#readAt > LONGEST_UNREAD_MS) this.#stream.destroy()
    if (now - this.#wroteAt >= everyMs) this.#write(': still here\n\n')
  }

  end(reason: EndOfStream): void {
    this.#event('end', JSON.stringify({ reason } satisfies LiveEvents['end']))
    this.#stream.end()
  }

  /** On a slow line, thousands of stations that change all the time would pile up. */
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
