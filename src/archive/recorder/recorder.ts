// Records the frames of the stations that this node owns, in one file per station and hour.
import type { Component } from '../../base/running/component.ts'
import { settledWithin } from '../../base/running/settled-within.ts'
import { hourOf, type SegmentStart } from '../../domain/archive/segment.ts'
import { HOUR_MS, MINUTE_MS } from '../../domain/time/units.ts'
import { saveOpenSegments } from '../../store/archive/recording.ts'
import type { Database } from '../../store/kit/database.ts'
import { closedFile, nameOf, openFile } from '../segments/places.ts'
import type { Storage } from '../storage/storage.ts'
import { Closing, exists } from './closing.ts'
import { DiskWatch, type ReadSpace } from './disk-watch.ts'
import { Leftovers } from './leftovers.ts'
import { OpenSegment } from './open-segment.ts'

/** A quarter of the stations is written every 250 ms, so that each one is written every second. */
const PARTS = 4
const PART_MS = 1_000 / PARTS
const INDEX_EVERY_MS = 10_000
/** Frames that wait for a slow disk: about ten seconds of 1000 stations. */
const MOST_WAITING_BYTES = 16 * 1024 * 1024
const MOST_WAITING_OF_STATION = 2 * 1024 * 1024
/** A file that cannot be written for this many seconds is given up, and a new one is started. */
const MOST_FAILURES = 10
/** The clock may be corrected by less than this around the hour without a new segment. */
const CLOCK_STEP_MS = MINUTE_MS
/** A write that failed with one of these pauses recording immediately. */
const FULL = ['ENOSPC', 'EDQUOT']
/** Max time that a stop spends on compressing. The next process with this folder closes the rest. */
const STOP_MS = 3_000
const STOP_PATIENCE_MS = 2_000
/** Other nodes take the files of a node that they take for gone. */
const CLAIMS_EVERY_MS = 10_000
const WARN_EVERY_MS = MINUTE_MS

/** Where the frames of a station come from. */
export interface RecordedSource {
  readonly isStandby: boolean
  /** `null` without leases. */
  readonly fencingToken: number | null
}

export interface RecorderDependencies {
  readonly db: Database
  readonly storage: Storage
  /** Folder of the archive on this machine, below DATA_DIR. */
  readonly folder: string
  /** Id of this process. */
  readonly node: string
  readonly clock: () => Date
  readonly isRecorded: (stationId: number) => boolean
  readonly warn: (message: string, detail: object) => void
  readonly info: (message: string, detail: object) => void
  readonly readSpace?: ReadSpace | undefined
}

export interface RecordingFigures {
  readonly openSegments: number
  readonly waitingSegments: number
  readonly recordedBytes: number
  /** Frames that could not be written: the disk is slow or failing. */
  readonly droppedBytes: number
  /** Frames that arrived while recording was paused. */
  readonly pausedBytes: number
  readonly isPaused: boolean
  /** Frames and compressed size of the segments that were closed. */
  readonly closedBytes: number
  readonly storedBytes: number
}

export class Recorder {
  readonly #dependencies: RecorderDependencies
  readonly #open = new Map<number, OpenSegment>()
  /** Segments whose hour, source or lease is over; their last frames are not written yet. */
  #ended: OpenSegment[] = []
  readonly #closing: Closing
  readonly #disk: DiskWatch
  #count = 0
  #part = 0
  #waitingBytes = 0
  #recordedBytes = 0
  #droppedBytes = 0
  #pausedBytes = 0
  #droppedAtWarning = 0
  #warnAt = 0
  #writing: Promise<void> | null = null
  #claimsCheckedAt = performance.now()
  #isDiskFull = false
  /** In the order in which they start; they stop in reverse order. */
  readonly components: readonly Component[]

  constructor(dependencies: RecorderDependencies) {
    this.#dependencies = dependencies
    this.#closing = new Closing(dependencies)
    this.#disk = new DiskWatch(
      dependencies.folder,
      (isPaused, space) => this.#pauseChanged(isPaused, space),
      dependencies.readSpace,
    )
    this.components = [
      { stop: () => this.#stop() },
      this.#closing,
      new Leftovers({ ...dependencies, closing: this.#closing }),
      { tickMs: INDEX_EVERY_MS, tick: () => this.saveIndex() },
      { tickMs: PART_MS, tick: () => this.#writePart() },
    ]
  }

  get figures(): RecordingFigures {
    return {
      openSegments: this.#open.size,
      waitingSegments: this.#ended.length + this.#closing.waiting,
      recordedBytes: this.#recordedBytes,
      droppedBytes: this.#droppedBytes,
      pausedBytes: this.#pausedBytes,
      isPaused: this.#disk.isPaused,
      closedBytes: this.#closing.framesBytes,
      storedBytes: this.#closing.storedBytes,
    }
  }

  /** Free space of the disk at the last check; `null` before the first. */
  get space() {
    return this.#disk.space
  }

  /** Called for every chunk in the path of the stream: collects it and returns. */
  readonly tap = (stationId: number, frames: Buffer, receivedMs: number, source: RecordedSource): void => {
    if (!this.#dependencies.isRecorded(stationId)) return
    if (this.#disk.isPaused) {
      this.#pausedBytes += frames.length
      return
    }
    const segment = this.#segmentFor(stationId, receivedMs, source)
    if (
      this.#waitingBytes + frames.length > MOST_WAITING_BYTES ||
      segment.waitingBytes + frames.length > MOST_WAITING_OF_STATION
    ) {
      this.#droppedBytes += frames.length
      return
    }
    this.#waitingBytes += frames.length
    segment.add(frames, receivedMs)
  }

  #segmentFor(stationId: number, receivedMs: number, source: RecordedSource): OpenSegment {
    const known = this.#open.get(stationId)
    if (known && continues(known, receivedMs, source)) {
      known.fencingToken = source.fencingToken
      return known
    }
    if (known) this.#ended.push(known)
    const { fencingToken } = source
    const origin = source.isStandby ? 'standby' : 'stream'
    return this.#begin(stationId, { hour: hourOf(receivedMs), origin, fencingToken })
  }

  #begin(stationId: number, about: Pick<SegmentStart, 'hour' | 'origin' | 'fencingToken'>): OpenSegment {
    const { folder, node } = this.#dependencies
    const { hour, origin, fencingToken } = about
    const name = nameOf({ stationId, hour }, node, ++this.#count)
    const segment = new OpenSegment(
      { stationId, hour, origin, format: 'rtcm', node, fencingToken, name },
      openFile(folder, name),
    )
    this.#open.set(stationId, segment)
    return segment
  }

  #writePart(): Promise<void> {
    this.#writing ??= this.#writeAll(++this.#part % PARTS).finally(() => {
      this.#writing = null
    })
    return this.#writing
  }

  async #writeAll(part: number): Promise<void> {
    if (performance.now() - this.#claimsCheckedAt >= CLAIMS_EVERY_MS) await this.#leaveClaimed()
    await this.#checkDisk()
    for (const [stationId, segment] of this.#open) {
      if (stationId % PARTS !== part) continue
      await this.#write(segment)
      if (segment.failures > MOST_FAILURES || this.#isOver(stationId, segment)) this.#end(stationId, segment)
    }
    await this.#finishEnded()
    if (this.#droppedBytes > this.#droppedAtWarning) this.#warnOfDrops()
  }

  /** Another node may have closed the files: this process was frozen, or its heartbeat was late after an outage. */
  async #leaveClaimed(): Promise<void> {
    this.#claimsCheckedAt = performance.now()
    for (const [stationId, segment] of this.#open) {
      if (segment.writtenBytes === 0 || (await exists(segment.file))) continue
      await segment.close().catch(() => {})
      const next = this.#begin(stationId, segment.start)
      segment.passOn(next)
    }
  }

  /** A station that sends nothing any more, or is no longer recorded, ends its segment when the hour is over. */
  #isOver(stationId: number, { start, waitingBytes }: OpenSegment): boolean {
    if (waitingBytes > 0) return false
    if (!this.#dependencies.isRecorded(stationId)) return true
    return this.#dependencies.clock().getTime() >= start.hour.getTime() + HOUR_MS + CLOCK_STEP_MS
  }

  #end(stationId: number, segment: OpenSegment): void {
    // Another segment may have begun during the write.
    if (this.#open.get(stationId) !== segment) return
    this.#open.delete(stationId)
    this.#ended.push(segment)
  }

  async #write(segment: OpenSegment): Promise<void> {
    try {
      const written = await segment.flush()
      this.#recordedBytes += written
      this.#waitingBytes -= written
    } catch (err) {
      if (FULL.includes((err as NodeJS.ErrnoException).code ?? '')) this.#isDiskFull = true
      this.#warnNow('Could not write recorded frames; will retry every second', { err, file: segment.file })
    }
  }

  #drop(segment: OpenSegment): number {
    const bytes = segment.drop()
    this.#waitingBytes -= bytes
    return bytes
  }

  async #finishEnded(): Promise<void> {
    for (const segment of [...this.#ended]) {
      await this.#write(segment)
      if (segment.waitingBytes > 0) {
        if (segment.failures <= MOST_FAILURES) continue
        this.#droppedBytes += this.#drop(segment)
      }
      this.#ended.splice(this.#ended.indexOf(segment), 1)
      await this.#hand(segment)
    }
  }

  async #hand(segment: OpenSegment): Promise<void> {
    const { start, file, writtenBytes: validBytes } = segment
    await segment.close().catch((err: unknown) => this.#warnNow('Could not close a recorded segment', { err, file }))
    if (validBytes === 0) return
    const { folder } = this.#dependencies
    this.#closing.add({
      start,
      counts: segment.counts,
      open: { file, validBytes },
      closedFile: closedFile(folder, start.name),
    })
  }

  /** Writes the rows of the open segments, all in one statement. */
  async saveIndex(): Promise<void> {
    const { db, clock } = this.#dependencies
    const segments = [...this.#open.values(), ...this.#ended].filter(({ writtenBytes }) => writtenBytes > 0)
    if (segments.length === 0) return
    await saveOpenSegments(
      db,
      segments.map(({ start, counts }) => ({ ...start, ...counts })),
      clock(),
    )
  }

  async #checkDisk(): Promise<void> {
    const isFull = this.#isDiskFull
    this.#isDiskFull = false
    await this.#disk
      .check(isFull)
      .catch((err: unknown) => this.#warnNow('Could not read the free space of the archive disk', { err }))
  }

  #pauseChanged(isPaused: boolean, space: object): void {
    const { warn, info, folder } = this.#dependencies
    if (!isPaused) {
      info('Recording resumed', { folder, ...space })
      return
    }
    warn('Recording is paused: the disk of the archive is almost full', { folder, ...space })
    for (const [stationId, segment] of this.#open) {
      this.#pausedBytes += this.#drop(segment)
      this.#end(stationId, segment)
    }
  }

  #warnOfDrops(): void {
    this.#droppedAtWarning = this.#droppedBytes
    this.#warnNow('Recorded frames were dropped: the disk of the archive is too slow or fails', {
      droppedBytes: this.#droppedBytes,
    })
  }

  #warnNow(message: string, detail: object): void {
    if (performance.now() < this.#warnAt) return
    this.#warnAt = performance.now() + WARN_EVERY_MS
    this.#dependencies.warn(message, detail)
  }

  /** A hung disk does not keep the process from stopping. */
  #stop(): Promise<void> {
    return settledWithin(this.#finish(performance.now() + STOP_MS), STOP_MS + STOP_PATIENCE_MS)
  }

  async #finish(untilMs: number): Promise<void> {
    await this.#writing
    for (const [stationId, segment] of this.#open) this.#end(stationId, segment)
    await this.saveIndex().catch(() => {}) // the next process closes the files and writes their rows
    await this.#finishEnded()
    await this.#closing.finish(untilMs)
  }
}

/**
 * Whether frames belong to the segment. A fencing token that is higher by one is the same node's: with another owner
 * between, it would be higher by two.
 */
function continues({ start, fencingToken }: OpenSegment, receivedMs: number, source: RecordedSource): boolean {
  if ((start.origin === 'standby') !== source.isStandby) return false
  const isSameLease =
    fencingToken === source.fencingToken ||
    (fencingToken !== null && source.fencingToken !== null && source.fencingToken === fencingToken + 1)
  const passedMs = receivedMs - start.hour.getTime()
  return isSameLease && passedMs < HOUR_MS && passedMs >= -CLOCK_STEP_MS
}
