// A rover's session from the door to its end: gets a stream, tells where it is, and is never waited for.
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { isDeepStrictEqual } from 'node:util'
import { chunk, type Gga, GgaLines, hasBadChecksum, LAST_CHUNK, readGga } from '@vertice/ntrip'
import { NewestEpoch } from '@vertice/rtcm'
import type { Pass } from '../../domain/sessions/admission.ts'
import { CorrectionAges, GAP_SECONDS } from '../../domain/sessions/felt.ts'
import type {
  EndReason,
  Freshness,
  Note,
  SessionNote,
  SessionProgress,
  SessionStart,
} from '../../domain/sessions/session.ts'
import type { Feed, Receiver } from '../streams/feed.ts'
import { fastHandle, type Handle, writeTo } from './fast-write.ts'
import type { KernelQueues } from './kernel-queues.ts'
import { Stall } from './stall.ts'

/** Behind TLS every write waits for the end of the turn; what waits for longer was not taken, and this is the most that may wait. */
const TAKEN_WITHIN_MS = 250
const MOST_QUEUED_BYTES = 65_536
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
  /** It does not take what it was sent, and is to be looked at until it does. */
  stalled(rover: Rover): void
  /** It takes data again; so many bytes were too old by then. */
  wentOn(rover: Rover, leftOut: number): void
  ended(rover: Rover, reason: EndReason): void
}

export class Rover implements Receiver {
  // First what every message needs, so that it lies together in memory.
  feed: Feed | null = null
  #stall: Stall | null = null
  readonly #handle: Handle | null
  readonly #chunked: boolean
  bytes = 0
  /** Where it stands in its feed, and among all rovers. */
  place = -1
  index = -1
  /** At which look of a minute it is written down. */
  turn = 0
  readonly id: string
  /** null: at an open mountpoint, without a login */
  readonly credentialId: number | null
  expiresAt: number
  /** Of its credential, when it was let in. */
  readonly cuts: number
  readonly fence: Pass['fence']
  /** Of its fence, by what it said last; null: it has none, or has not said where it is. */
  isInside: boolean | null = null
  lat: number | null = null
  lng: number | null = null
  quality: number | null = null
  positionAt: Date | null = null
  positions = 0
  /** What is wrong with the positions that it sent: while it has none, it should know. */
  uselessGga: 'gga_bad_checksum' | 'gga_unreadable' | 'gga_without_position' | null = null
  fixedPositions = 0
  notes: readonly SessionNote[] = NONE
  /** Bytes and positions at the last progress that was recorded. */
  recordedBytes = 0
  recordedPositions = 0
  /** Whose stream it got last: a station's, by its id, or the VRS engine's; and how often it was another's than before. */
  source = NOBODY
  /** The station whose mountpoint it asked for, or one that is made of it, whoever serves it. */
  home = NOBODY
  baseChanges = 0
  /** Times without data, the longest in seconds; and what it had when it was last looked at, since when. */
  gaps = 0
  longestGapSeconds = 0
  #seenBytes = 0
  #quietSince = secondsNow()
  #isInGap = false
  #ages: CorrectionAges | null = null
  readonly #socket: Socket
  readonly #events: RoverEvents
  #lines: GgaLines | null = null
  /** Of a stream that is fetched for it alone. */
  #own: NewestEpoch | null = null
  /** When something was written that it had not taken at once; not known where the handle tells by itself. */
  #waitsSince = 0
  #ended = false

  constructor(
    socket: Socket,
    { id, credentialId }: SessionStart,
    { expiresAt, cuts, fence }: Pick<Pass, 'expiresAt' | 'cuts' | 'fence'>,
    chunked: boolean,
    events: RoverEvents,
  ) {
    this.#socket = socket
    this.id = id
    this.credentialId = credentialId
    this.expiresAt = expiresAt.getTime()
    this.cuts = cuts
    this.fence = fence
    this.#chunked = chunked
    this.#events = events
    this.#handle = fastHandle(socket)
    // One function for all rovers: ten thousand closures would cost a quarter of a rover's memory.
    ;(socket as RoverSocket).rover = this
    socket.on('data', onData).on('close', onClose).on('error', ignore)
  }

  /** The head of the answer. */
  greet(head: Buffer): void {
    this.#put(head)
  }

  send(data: Buffer): void {
    if (this.feed === null) this.#ownStream.push(data)
    if (this.#stall) this.takesAgain()
    else if (!this.#handle && this.#isClogged()) this.#stallAt(Stall.before(this.#stream, data.length))
    else this.#give(data)
  }

  /** Who stalls gets it when the base tells it the next time. */
  sendFirst(data: Buffer): void {
    if (!this.#stall) this.#give(data)
  }

  #give(data: Buffer): void {
    const queued = this.#write(data)
    if (queued > 0) this.#stallAt(Stall.after(this.#stream))
    else if (queued < 0) this.end(this.#socket.readableEnded ? 'client_left' : 'broken')
  }

  /** Of one that stalled. If so, it has what it needs of what it missed. */
  takesAgain(): boolean {
    if (this.#queued > 0) return false
    if (this.#stall) this.#goOn(this.#stall)
    return true
  }

  /** Bytes on their way to it that it has not acknowledged. */
  waitingIn(queues: KernelQueues): number {
    const { remoteAddress, remotePort } = this.#socket
    return remoteAddress === undefined ? 0 : queues.bytesFor(remoteAddress, remotePort!)
  }

  /** Returns how many bytes wait for it; negative: the connection is broken. */
  #write(data: Buffer): number {
    const bytes = this.#chunked ? chunkOf(data) : data
    this.bytes += data.length
    return this.#put(bytes)
  }

  #put(bytes: Buffer): number {
    if (this.#handle) return writeTo(this.#handle, bytes)
    if (this.#queued === 0) this.#waitsSince = Math.trunc(performance.now())
    this.#socket.write(bytes)
    return 0
  }

  #isClogged(): boolean {
    const queued = this.#queued
    if (queued > MOST_QUEUED_BYTES) return true
    return queued > 0 && performance.now() - this.#waitsSince > TAKEN_WITHIN_MS
  }

  get #queued(): number {
    return this.#handle ? this.#handle.writeQueueSize : this.#socket.writableLength
  }

  get #stream(): NewestEpoch {
    return this.feed?.newest ?? this.#ownStream
  }

  get #ownStream(): NewestEpoch {
    this.#own ??= new NewestEpoch()
    return this.#own
  }

  #stallAt(stall: Stall): void {
    this.#stall = stall
    this.#events.stalled(this)
  }

  #goOn(stall: Stall): void {
    const { bytes, leftOut } = stall.end()
    this.#stall = null
    this.#events.wentOn(this, leftOut)
    if (leftOut > 0) this.#noteLeftOut(leftOut)
    if (bytes.length > 0) this.#give(bytes)
  }

  /** One line in its record, however often it happens; the first time at once. */
  #noteLeftOut(bytes: number): void {
    const before = this.notes.find((note) => note.code === 'left_out')
    if (before) {
      const params = { times: before.params.times + 1, bytes: before.params.bytes + bytes }
      const now = { at: this.#events.clock(), code: before.code, params }
      this.notes = this.notes.map((note) => (note === before ? now : note))
    } else this.note({ code: 'left_out', params: { times: 1, bytes } })
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
    this.#own = null
    this.#stall?.changeTo(this.#stream)
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
    if (quiet <= GAP_SECONDS || this.feed?.reaches(1000 * now)) return
    if (!this.#isInGap) this.gaps += 1
    this.#isInGap = true
    this.longestGapSeconds = Math.max(this.longestGapSeconds, quiet)
  }

  /** Something that its record does not say yet. */
  get hasNews(): boolean {
    return this.bytes !== this.recordedBytes || this.positions !== this.recordedPositions || this.#isInGap
  }

  progress(): SessionProgress {
    const { bytes, lat, lng, quality, positionAt, positions, fixedPositions, notes } = this
    const { baseChanges, gaps, longestGapSeconds } = this
    const stationId = this.source > NOBODY ? this.source : null
    const { last: ageSeconds, median: medianAgeSeconds, worst: worstAgeSeconds } = this.#ages ?? NEVER_TOLD
    const ages = { ageSeconds, medianAgeSeconds, worstAgeSeconds }
    const felt = { ...ages, distanceKm: this.#events.distanceKm(this), baseChanges, gaps, longestGapSeconds }
    const fresh = this.#freshness()
    return {
      id: this.id,
      stationId,
      bytes,
      lat,
      lng,
      quality,
      positionAt,
      positions,
      fixedPositions,
      notes,
      ...felt,
      ...fresh,
    }
  }

  /** To the second: what was sent since the last look was sent just now. */
  #freshness(): Freshness {
    const toldAt = this.#events.clock()
    if (this.bytes === 0) return { toldAt, dataAt: null }
    const quiet = this.bytes === this.#seenBytes ? secondsNow() - this.#quietSince : 0
    return { toldAt, dataAt: new Date(toldAt.getTime() - 1000 * quiet) }
  }

  /** What it came in for may already have ended it: a position outside its fence, a broken line. */
  get hasEnded(): boolean {
    return this.#ended
  }

  end(reason: EndReason): void {
    if (this.#ended) return
    const feed = this.feed
    this.#ended = true
    this.#events.ended(this, reason)
    feed?.leave(this)
    if (reason === 'too_slow') this.#drop()
    else if (reason === 'broken') this.#socket.destroy()
    else this.#close(reason)
  }

  /**
   * Without another byte: by a reset, where Node can. Behind TLS it throws; and one that is being shut down (the rover said goodbye before)
   * it then neither closes nor ever forgets.
   */
  #drop(): void {
    const socket = this.#socket
    if (socket instanceof TLSSocket || socket.writableEnded) socket.destroy()
    else socket.resetAndDestroy()
  }

  /** What is queued still goes out, if the rover takes it soon. */
  #close(reason: EndReason): void {
    const socket = this.#socket
    // Who is told that the stream has ended need not take it for broken.
    if (this.#chunked && reason !== 'client_left') this.#put(LAST_CHUNK)
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
