// A rover's session from admission to end: it gets a stream and reports its position. The caster never waits for it.
import type { Socket } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import type { Gga } from '@vertice/ntrip'
import { NewestEpoch } from '@vertice/rtcm'
import type { Pass } from '../../domain/sessions/admission.ts'
import { STRETCHES_KEPT } from '../../domain/sessions/sent.ts'
import type {
  EndReason,
  Note,
  ServedStretch,
  SessionNote,
  SessionProgress,
  SessionStart,
} from '../../domain/sessions/session.ts'
import type { Feed, Receiver } from '../streams/feed.ts'
import { NO_REPORTS, PositionReports } from './position-reports.ts'
import { RoverConnection } from './rover-connection.ts'
import { RoverInput, TOO_MUCH } from './rover-input.ts'
import { SessionSlot } from './session-slot.ts'
import { Stall } from './stall.ts'
import { StreamGaps } from './stream-gaps.ts'

const NOTES_KEPT = 20
const NO_NOTES: readonly SessionNote[] = []
const NOTHING_SERVED: readonly ServedStretch[] = []

/** The station whose stream a rover gets, or a stream that is computed for the rover alone; `null` before the first. */
export type StreamOrigin = number | 'computed' | null

export interface RoverEvents {
  readonly clock: () => Date
  /** Called for a readable GGA; `sentence` is what the rover sent. */
  positioned(rover: Rover, gga: Gga, sentence: string): void
  /** Distance to the base whose stream the rover gets; `null` if either place is unknown. */
  distanceKm(rover: Rover): number | null
  noted(rover: Rover): void
  stalled(rover: Rover): void
  resumed(rover: Rover, skippedBytes: number): void
  ended(rover: Rover, reason: EndReason): void
}

export class Rover extends RoverConnection implements Receiver {
  feed: Feed | null = null
  #stall: Stall | null = null
  /** Index among the receivers of its feed. */
  place = -1
  readonly id: string
  /** `null` on an open mountpoint. */
  readonly credentialId: number | null
  readonly geofence: Pass['geofence']
  readonly session: SessionSlot
  position: PositionReports = NO_REPORTS
  readonly gaps = new StreamGaps()
  notes: readonly SessionNote[] = NO_NOTES
  source: StreamOrigin = null
  served: readonly ServedStretch[] = NOTHING_SERVED
  /** Number of changes of the stream's origin. */
  baseChanges = 0
  /** Id of the station whose own or derived mountpoint the rover requested; 0 on the network mountpoint. */
  home = 0
  readonly #events: RoverEvents
  /** The newest epoch of a stream that is computed for this rover alone. */
  #own: NewestEpoch | null = null
  /** `null` until the rover sends something. */
  #input: RoverInput | null = null
  #ended = false

  constructor(
    socket: Socket,
    { id, credentialId }: SessionStart,
    { expiresAt, cuts, geofence }: Pick<Pass, 'expiresAt' | 'cuts' | 'geofence'>,
    { chunked, events }: { readonly chunked: boolean; readonly events: RoverEvents },
  ) {
    super(socket, chunked)
    this.id = id
    this.credentialId = credentialId
    this.geofence = geofence
    this.session = new SessionSlot(expiresAt.getTime(), cuts)
    this.#events = events
    // One function for all rovers: ten thousand closures would cost a quarter of a rover's memory.
    ;(socket as RoverSocket).rover = this
    socket.on('data', onData).on('close', onClose).on('error', ignore)
  }

  send(data: Buffer): void {
    if (this.feed === null) this.#ownStream.push(data)
    if (this.#stall) this.resumes()
    else if (this.isClogged) this.#stallAt(Stall.before(this.#stream, data.length))
    else this.#give(data)
  }

  /** Skipped for a stalled rover, which gets the frames when the base repeats them. */
  sendFirst(data: Buffer): void {
    if (!this.#stall) this.#give(data)
  }

  #give(data: Buffer): void {
    const queued = this.write(data)
    if (queued > 0) this.#stallAt(Stall.after(this.#stream))
    else if (queued < 0) this.end(this.hasSaidGoodbye ? 'client_left' : 'broken')
  }

  /** Returns true if a stalled rover accepts data again; the rover has then been sent what it still needs. */
  resumes(): boolean {
    if (this.queued > 0) return false
    if (this.#stall) this.#resume(this.#stall)
    return true
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

  #resume(stall: Stall): void {
    const { bytes, leftOut } = stall.end()
    this.#stall = null
    this.#events.resumed(this, leftOut)
    if (leftOut > 0) {
      this.#noteLeftOut(leftOut)
      const last = this.served.at(-1)
      if (last) this.served = [...this.served.slice(0, -1), { ...last, skipped: last.skipped + leftOut }]
    }
    if (bytes.length > 0) this.#give(bytes)
  }

  /** One note for all stalls; the first is recorded immediately. */
  #noteLeftOut(bytes: number): void {
    const before = this.notes.find((note) => note.code === 'left_out')
    if (before) {
      const params = { times: before.params.times + 1, bytes: before.params.bytes + bytes }
      const now = { at: this.#events.clock(), code: before.code, params }
      this.notes = this.notes.map((note) => (note === before ? now : note))
    } else this.note({ code: 'left_out', params: { times: 1, bytes } })
  }

  receive(data: Buffer): void {
    if (this.#ended) return
    const nowMs = performance.now()
    this.#input ??= new RoverInput(nowMs)
    const sentence = this.#input.take(data, nowMs)
    if (sentence === TOO_MUCH) this.end('sent_too_much')
    else if (sentence !== null) this.locate(sentence)
  }

  locate(sentence: string): void {
    if (this.#ended) return
    const gga = this.#reports.add(sentence, this.#events.clock)
    if (gga) this.#events.positioned(this, gga, sentence)
  }

  get #reports(): PositionReports {
    if (this.position === NO_REPORTS) this.position = new PositionReports()
    return this.position
  }

  follow(feed: Feed | null): void {
    if (this.feed === feed || this.#ended) return
    this.feed?.leave(this)
    this.feed = feed
    this.#own = null
    this.#stall?.changeTo(this.#stream)
    if (feed) this.gets(feed.stationId)
    else this.#serves(null)
    feed?.join(this)
  }

  gets(source: number | 'computed'): void {
    if (this.source !== null && this.source !== source) this.baseChanges += 1
    this.source = source
    this.#serves(source)
  }

  #serves(source: ServedStretch['source']): void {
    if (typeof source !== 'number' && this.served.at(-1)?.source === source) return
    const stretch = { atMs: this.#events.clock().getTime(), source, bytesBefore: this.bytes, skipped: 0 }
    this.served = [...this.served.slice(1 - STRETCHES_KEPT), stretch]
  }

  /** Adds a note to the session record, unless it repeats the last one. */
  note(note: Note): void {
    const last = this.notes.at(-1)
    if (this.#ended || (last?.code === note.code && isDeepStrictEqual(last.params, note.params))) return
    this.notes = [...this.notes.slice(1 - NOTES_KEPT), { at: this.#events.clock(), ...note }]
    this.#events.noted(this)
  }

  /** Whether the session record is out of date. */
  get hasNews(): boolean {
    const { recordedBytes, recordedPositions } = this.session
    return this.bytes !== recordedBytes || this.position.count !== recordedPositions || this.gaps.isOpen
  }

  progress(): SessionProgress {
    const { id, bytes, notes, served, baseChanges, gaps } = this
    const toldAt = this.#events.clock()
    const quietMs = 1000 * gaps.quietSeconds(bytes)
    return {
      ...this.position.progress(),
      id,
      stationId: typeof this.source === 'number' ? this.source : null,
      bytes,
      notes,
      served,
      distanceKm: this.#events.distanceKm(this),
      baseChanges,
      gaps: gaps.count,
      longestGapSeconds: gaps.longestSeconds,
      toldAt,
      dataAt: bytes === 0 ? null : new Date(toldAt.getTime() - quietMs),
    }
  }

  /** A session can end during its admission: a position outside the geofence, a broken connection. */
  get hasEnded(): boolean {
    return this.#ended
  }

  end(reason: EndReason): void {
    if (this.#ended) return
    const { feed } = this
    this.#ended = true
    this.#events.ended(this, reason)
    feed?.leave(this)
    this.closeFor(reason)
  }
}

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
