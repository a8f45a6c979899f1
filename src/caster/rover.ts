// A rover's session from the door to its end: gets a stream, tells where it is, and is never waited for.
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { isDeepStrictEqual } from 'node:util'
import { CorrectionAges, GAP_SECONDS } from '../domain/sessions/felt.ts'
import type { EndReason, Note, SessionNote, SessionProgress, SessionStart } from '../domain/sessions/session.ts'
import { chunk } from '../ntrip/chunked.ts'
import { type Gga, hasBadChecksum, readGga } from '../ntrip/gga.ts'
import { GgaLines } from '../ntrip/gga-lines.ts'
import { fastHandle, type Handle, writeTo } from './fast-write.ts'
import type { Feed, Receiver } from './feed.ts'

/** A rover that has not taken this much is not listening any more, or its line is too thin: it is dropped. */
const QUEUE_LIMIT_BYTES = 65_536
const NOTES_KEPT = 20
const FIXED = 4
const CLOSED_AFTER_MS = 500

export interface RoverEvents {
  readonly clock: () => Date
  /** A GGA that can be read; `sentence` is what the rover sent. */
  positioned(rover: Rover, gga: Gga, sentence: string): void
  /** To the base whose stream it gets; null while nobody knows where one of them is. */
  distanceKm(rover: Rover): number | null
  /** Something was written into its record. */
  noted(rover: Rover): void
  ended(rover: Rover, reason: EndReason): void
}

export class Rover implements Receiver {
  readonly id: string
  readonly credentialId: number
  readonly expiresAt: number
  /** Where it stands in its feed, and among all rovers. */
  place = -1
  index = -1
  feed: Feed | null = null
  bytes = 0
  lat: number | null = null
  lng: number | null = null
  quality: number | null = null
  positionAt: Date | null = null
  positions = 0
  /** What is wrong with the positions that it sent: while it has none, it should know. */
  uselessGga: 'gga_bad_checksum' | 'gga_unreadable' | 'gga_without_position' | null = null
  fixedPositions = 0
  notes: readonly SessionNote[] = NONE
  /** Bytes at the last progress that was recorded. */
  recordedBytes = 0
  /** Whose stream it got last: a station's, by its id, or the VRS engine's; and how often it was another's than before. */
  source = NOBODY
  baseChanges = 0
  /** Times without data, the longest in seconds; and what it had when it was last looked at, since when. */
  gaps = 0
  longestGapSeconds = 0
  #seenBytes = 0
  #quietSince = secondsNow()
  #isInGap = false
  #ages: CorrectionAges | null = null
  readonly #socket: Socket
  readonly #handle: Handle | null
  readonly #chunked: boolean
  readonly #events: RoverEvents
  #lines: GgaLines | null = null
  #ended = false

  constructor(
    socket: Socket,
    { id, credentialId }: SessionStart,
    expiresAt: Date,
    chunked: boolean,
    events: RoverEvents,
  ) {
    this.#socket = socket
    this.id = id
    this.credentialId = credentialId
    this.expiresAt = expiresAt.getTime()
    this.#chunked = chunked
    this.#events = events
    this.#handle = fastHandle(socket)
    // One function for all rovers: ten thousand closures would cost a quarter of a rover's memory.
    ;(socket as RoverSocket).rover = this
    socket.on('data', onData).on('close', onClose).on('error', ignore)
  }

  /** The head of the answer. */
  greet(head: Buffer): void {
    if (this.#handle) writeTo(this.#handle, head)
    else this.#socket.write(head)
  }

  send(data: Buffer): void {
    const bytes = this.#chunked ? chunkOf(data) : data
    this.bytes += data.length
    const queued = this.#handle ? writeTo(this.#handle, bytes) : this.#write(bytes)
    if (queued > QUEUE_LIMIT_BYTES) this.end('too_slow')
    else if (queued < 0) this.end(this.#socket.readableEnded ? 'client_left' : 'broken')
  }

  #write(data: Buffer): number {
    this.#socket.write(data)
    return this.#socket.writableLength
  }

  receive(data: Buffer): void {
    this.#lines ??= new GgaLines()
    // Only the newest position counts, however many a client sends at once.
    const sentence = this.#lines.push(data).at(-1)
    if (sentence !== undefined) this.locate(sentence)
  }

  locate(sentence: string): void {
    if (this.#ended) return
    const gga = readGga(sentence)
    if (!gga) {
      this.uselessGga ??= hasBadChecksum(sentence) ? 'gga_bad_checksum' : 'gga_unreadable'
      return
    }
    if (!gga.position) this.uselessGga = 'gga_without_position'
    this.positions += 1
    if (gga.quality === FIXED) this.fixedPositions += 1
    this.quality = Math.trunc(gga.quality)
    if (gga.age !== null || this.#ages !== null) {
      this.#ages ??= new CorrectionAges()
      this.#ages.add(WITH_CORRECTIONS.includes(this.quality) ? gga.age : null)
    }
    if (gga.position) {
      this.lat = gga.position.lat
      this.lng = gga.position.lng
      this.positionAt = this.#events.clock()
    }
    this.#events.positioned(this, gga, sentence)
  }

  /** Moves it to another stream, or to none. */
  follow(feed: Feed | null): void {
    if (this.feed === feed || this.#ended) return
    this.feed?.leave(this)
    this.feed = feed
    if (feed) this.gets(feed.stationId)
    feed?.join(this)
  }

  gets(source: number): void {
    if (this.source !== NOBODY && this.source !== source) this.baseChanges += 1
    this.source = source
  }

  /** For its record: what somebody who asks "why do I get nothing" should read. */
  note(note: Note): void {
    const last = this.notes.at(-1)
    if (this.#ended || (last?.code === note.code && isDeepStrictEqual(last.params, note.params))) return
    this.notes = [...this.notes.slice(1 - NOTES_KEPT), { at: this.#events.clock(), ...note }]
    this.#events.noted(this)
  }

  /** About once a second, for all rovers one after the other: what each message meant to each rover would cost more than sending it. */
  look(now: number): void {
    if (this.bytes !== this.#seenBytes) {
      this.#seenBytes = this.bytes
      this.#quietSince = now
      this.#isInGap = false
      return
    }
    const quiet = now - this.#quietSince
    if (quiet <= GAP_SECONDS || this.feed?.pulse.flows(1000 * now)) return
    if (!this.#isInGap) this.gaps += 1
    this.#isInGap = true
    this.longestGapSeconds = Math.max(this.longestGapSeconds, quiet)
  }

  /** Something that its record does not say yet. */
  get hasNews(): boolean {
    return this.bytes !== this.recordedBytes || this.positions > 0 || this.#isInGap
  }

  progress(): SessionProgress {
    const { bytes, lat, lng, quality, positionAt, positions, fixedPositions, notes } = this
    const { baseChanges, gaps, longestGapSeconds } = this
    const stationId = this.source > NOBODY ? this.source : null
    const { last: ageSeconds, median: medianAgeSeconds, worst: worstAgeSeconds } = this.#ages ?? NEVER_TOLD
    const ages = { ageSeconds, medianAgeSeconds, worstAgeSeconds }
    const felt = { ...ages, distanceKm: this.#events.distanceKm(this), baseChanges, gaps, longestGapSeconds }
    return { id: this.id, stationId, bytes, lat, lng, quality, positionAt, positions, fixedPositions, notes, ...felt }
  }

  end(reason: EndReason): void {
    if (this.#ended) return
    const feed = this.feed
    this.#ended = true
    this.#events.ended(this, reason)
    feed?.leave(this)
    if (reason === 'too_slow') this.#drop()
    // Not by a reset: while it is being shut down (it said goodbye a moment ago), Node then neither closes it nor ever exits.
    else if (reason === 'broken') this.#socket.destroy()
    else this.#close()
  }

  /** Without another byte. Node resets no connection behind TLS: it throws. */
  #drop(): void {
    if (this.#socket instanceof TLSSocket) this.#socket.destroy()
    else this.#socket.resetAndDestroy()
  }

  /** What is queued still goes out, if the rover takes it soon. */
  #close(): void {
    const socket = this.#socket
    socket.end()
    setTimeout(() => socket.destroy(), CLOSED_AFTER_MS).unref()
  }
}

/** Every message is put into a chunk once, for all who want it so. */
let lastChunked: { data: Buffer; bytes: Buffer } | null = null
function chunkOf(data: Buffer): Buffer {
  if (lastChunked?.data !== data) lastChunked = { data, bytes: chunk(data) }
  return lastChunked.bytes
}

const NONE: readonly SessionNote[] = []

const NEVER_TOLD: Pick<CorrectionAges, 'last' | 'median' | 'worst'> = { last: null, median: null, worst: null }

/** Of a GGA: differential, fixed, float. Others may tell an age that nobody worked with. */
const WITH_CORRECTIONS = [2, 4, 5]

/** Whole seconds are kept without memory of their own. */
export const secondsNow = () => Math.floor(performance.now() / 1000)

const NOBODY = 0
export const VRS_ENGINE = -1

type RoverSocket = Socket & { rover: Rover }

function onData(this: Socket, data: Buffer): void {
  ;(this as RoverSocket).rover.receive(data)
}

function onClose(this: Socket, hadError: boolean): void {
  ;(this as RoverSocket).rover.end(hadError ? 'broken' : 'client_left')
}

function ignore(): void {
  // 'close' follows
}
