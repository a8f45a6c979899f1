// Feeds the frames of this node's stations to the thread that measures their quality and solves their baselines, and
// saves the results. The path of the stream only collects frames.
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { ecefOf } from '@vertice/gnss'
import type { Component } from '../../base/running/component.ts'
import { isCompared, type SolvedBaselines } from '../../domain/archive/integrity/live.ts'
import type { Station } from '../../domain/stations/station.ts'
import type { BaselineFigures, FromThread, Owned, ToThread } from './messages.ts'
import type { Measured, MeteredStation } from './station-meters.ts'
import { WaitingFrames } from './waiting-frames.ts'

/** From the first frame on. Short, so that a batch of frames is copied within a fraction of a millisecond. */
const BATCH_MS = 250
/** Copying this takes about 0.1 ms. The next batch follows in the next turn of the event loop. */
const MOST_BATCH_BYTES = 512 * 1024
const STATIONS_MS = 5_000
/** Frames that wait for the thread: about five seconds of 1,000 stations. More are dropped and counted. */
const MOST_WAITING_BYTES = 8 * 1024 * 1024
/** Before the thread starts. The oldest frames are dropped: the newest ones decide when measuring begins. */
const MOST_BUFFERED_BYTES = MOST_WAITING_BYTES / 2
/** After a start, all rovers and bases reconnect within seconds; the thread takes a core to load its code. */
export const START_AFTER_MS = 7_500
/** Minutes of stations that wait for the database: a quarter of an hour of 1,000 stations. */
const MOST_WAITING_MINUTES = 15_000
const RESTART_MS = 10_000
/** Parts of results that wait for the database: an hour of 1,000 baselines. */
const MOST_WAITING_SOLVED = 120
/** Rows of more minutes take longer than half a millisecond to write. */
const SAVED_AT_A_TIME = 20
/** Sources that are silent for longer can be connected to another node. */
const OWNED_MS = 60_000
/** Measured: 85 MB and 0.02 of a core for 100 stations of four constellations in MSM7 at 1 Hz. */
const HEAP_MB = 256
const YOUNG_MB = 4

export interface QualityFigures extends BaselineFigures {
  readonly measuredMinutes: number
  /** Frames that the thread was too slow for. */
  readonly droppedBytes: number
  readonly waitingBytes: number
  /** Minutes that could not be saved in time. */
  readonly lostMinutes: number
}

export interface MonitorDependencies {
  readonly stations: () => readonly Station[]
  readonly clock: () => Date
  readonly save: (measured: Measured) => Promise<void>
  readonly saveSolved: (solved: SolvedBaselines) => Promise<void>
  /** Asks for the frames of stations that other nodes own: `followedTap` receives them. */
  readonly follow: (stationIds: readonly number[]) => void
  readonly warn: (message: string, detail: object) => void
  /** From the first frame to the start of the thread; 7.5 s if omitted. */
  readonly startAfterMs?: number
}

export class QualityMonitor {
  readonly #dependencies: MonitorDependencies
  #thread: Worker | null = null
  #batchTimer: NodeJS.Timeout | null = null
  #restartAt = 0
  #startTimer: NodeJS.Timeout | null = null
  #isDue = false
  readonly #collected = new WaitingFrames()
  #sentBytes = 0
  #droppedBytes = 0
  #measuredMinutes = 0
  #lostMinutes = 0
  #listed: readonly Station[] | null = null
  #sentStations = ''
  #metered: ReadonlySet<number> = new Set()
  #unsaved: Measured = { minutes: [], skyParts: [] }
  readonly #owned = new Map<number, { fencingToken: number | null; seenAt: number }>()
  #sentOwned = ''
  #unsavedSolved: SolvedBaselines[] = []
  #baselines: BaselineFigures = { baselines: 0, solved: 0, skipped: 0 }
  #isStopped = false
  readonly components: readonly Component[]

  constructor(dependencies: MonitorDependencies) {
    this.#dependencies = dependencies
    this.components = [
      {
        start: () => this.#sendStations(),
        tickMs: STATIONS_MS,
        tick: () => {
          this.#sendStations()
          this.#sendOwned()
          this.#sendBatch()
        },
        stop: () => this.#stop(),
      },
      { tickMs: 1_000, tick: () => this.#save() },
      { tickMs: 1_000, tick: () => this.#saveSolved() },
    ]
  }

  get figures(): QualityFigures {
    return {
      measuredMinutes: this.#measuredMinutes,
      droppedBytes: this.#droppedBytes,
      waitingBytes: this.#collected.bytes + this.#sentBytes,
      lostMinutes: this.#lostMinutes,
      ...this.#baselines,
    }
  }

  /** Called for every chunk in the path of the stream: collects it and returns. */
  readonly tap = (stationId: number, frames: Buffer, receivedMs: number, fencingToken: number | null = null): void => {
    if (!this.#metered.has(stationId)) return
    const owned = this.#owned.get(stationId)
    if (owned?.fencingToken === fencingToken) owned.seenAt = performance.now()
    else this.#owned.set(stationId, { fencingToken, seenAt: performance.now() })
    this.#collect(stationId, frames, receivedMs)
  }

  /** The same for a station of another node. */
  readonly followedTap = (stationId: number, frames: Buffer, receivedMs: number): void => {
    if (this.#metered.has(stationId) && !this.#owned.has(stationId)) this.#collect(stationId, frames, receivedMs)
  }

  #collect(stationId: number, frames: Buffer, receivedMs: number): void {
    if (!this.#isDue) {
      this.#collected.add({ stationId, frames, receivedMs })
      this.#droppedBytes += this.#collected.dropOldest(MOST_BUFFERED_BYTES)
      this.#startTimer ??= setTimeout(() => this.#startFeeding(), this.#dependencies.startAfterMs ?? START_AFTER_MS)
      return
    }
    if (this.#collected.bytes + this.#sentBytes + frames.length > MOST_WAITING_BYTES) {
      this.#droppedBytes += frames.length
      return
    }
    this.#collected.add({ stationId, frames, receivedMs })
    this.#batchTimer ??= setTimeout(() => this.#sendBatch(), BATCH_MS)
  }

  #startFeeding(): void {
    this.#isDue = true
    this.#sendBatch()
  }

  #ensureThread(): void {
    if (this.#thread || this.#isStopped || performance.now() < this.#restartAt) return
    const thread = new Worker(new URL(`./thread${extname(import.meta.url)}`, import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_MB },
    })
    this.#thread = thread
    thread.on('message', (message: FromThread) => this.#take(message))
    thread.on('error', (err) =>
      this.#dependencies.warn('The thread that measures quality failed; will restart in 10 s', { err }),
    )
    thread.on('exit', () => {
      this.#thread = null
      this.#sentBytes = 0
      this.#restartAt = performance.now() + RESTART_MS
    })
    this.#sentStations = ''
    this.#sentOwned = ''
    this.#sendStations()
    this.#sendOwned()
  }

  #sendStations(): void {
    const stations = this.#dependencies.stations()
    if (stations === this.#listed && this.#sentStations !== '') return
    this.#listed = stations
    const metered = stations.filter(isMetered).map(meteredStation)
    const text = JSON.stringify(metered)
    if (text === this.#sentStations) return
    this.#sentStations = text
    this.#metered = new Set(metered.map(({ id }) => id))
    this.#post({ stations: metered })
  }

  #sendOwned(): void {
    const since = performance.now() - OWNED_MS
    for (const [id, { seenAt }] of this.#owned) if (seenAt < since) this.#owned.delete(id)
    if (!this.#thread) return
    const owned = [...this.#owned].map(([id, { fencingToken }]): Owned => [id, fencingToken])
    const text = JSON.stringify(owned)
    if (text === this.#sentOwned) return
    this.#sentOwned = text
    this.#post({ owned })
  }

  /** Starts the thread for the first frames. An empty batch lets it pass on the minutes of silent stations. */
  #sendBatch(): void {
    clearTimeout(this.#batchTimer ?? undefined)
    this.#batchTimer = null
    if (!this.#isDue || this.#isStopped) return
    if (this.#collected.bytes > 0) this.#ensureThread()
    if (!this.#thread) {
      this.#droppedBytes += this.#collected.dropOldest(0)
      return
    }
    const batch = this.#collected.take(MOST_BATCH_BYTES)
    this.#sentBytes += batch.frames.byteLength
    const nowMs = this.#dependencies.clock().getTime()
    this.#post({ ...batch, nowMs }, [batch.frames])
    if (this.#collected.bytes > 0) this.#batchTimer = setTimeout(() => this.#sendBatch(), 0)
  }

  #post(message: ToThread, transferred: readonly ArrayBuffer[] = []): void {
    this.#thread?.postMessage(message, [...transferred])
  }

  #take(message: FromThread): void {
    if ('follow' in message) {
      this.#dependencies.follow(message.follow)
      return
    }
    const { bytes, measured, solved, baselines } = message
    this.#sentBytes -= bytes
    this.#baselines = baselines
    if (solved) this.#unsavedSolved = [...this.#unsavedSolved, solved].slice(-MOST_WAITING_SOLVED)
    if (measured) this.#add(measured)
  }

  #add(measured: Measured): void {
    this.#measuredMinutes += measured.minutes.length
    const minutes = [...this.#unsaved.minutes, ...measured.minutes]
    const lost = Math.max(0, minutes.length - MOST_WAITING_MINUTES)
    this.#lostMinutes += lost
    const skyParts = [...this.#unsaved.skyParts, ...measured.skyParts].slice(-MOST_WAITING_MINUTES)
    this.#unsaved = { minutes: minutes.slice(lost), skyParts }
  }

  async #save(): Promise<void> {
    for (let part = this.#takeUnsaved(); part; part = this.#takeUnsaved())
      try {
        await this.#dependencies.save(part)
      } catch (err) {
        this.#measuredMinutes -= part.minutes.length
        this.#add(part)
        throw err
      }
  }

  #takeUnsaved(): Measured | null {
    const { minutes, skyParts } = this.#unsaved
    if (minutes.length === 0 && skyParts.length === 0) return null
    this.#unsaved = { minutes: minutes.slice(SAVED_AT_A_TIME), skyParts: skyParts.slice(SAVED_AT_A_TIME) }
    return { minutes: minutes.slice(0, SAVED_AT_A_TIME), skyParts: skyParts.slice(0, SAVED_AT_A_TIME) }
  }

  async #saveSolved(): Promise<void> {
    for (let solved = this.#unsavedSolved[0]; solved; solved = this.#unsavedSolved[0]) {
      await this.#dependencies.saveSolved(solved)
      this.#unsavedSolved = this.#unsavedSolved.filter((one) => one !== solved)
    }
  }

  async #stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#startTimer ?? undefined)
    clearTimeout(this.#batchTimer ?? undefined)
    await this.#thread?.terminate()
    // The database may be unreachable.
    await this.#save().catch(() => {})
    await this.#saveSolved().catch(() => {})
  }
}

const isMetered = ({ isRtcm, archived }: Station) => isRtcm && !archived

const meteredStation = (station: Station): MeteredStation => {
  const { id, lat, lng, positionPending } = station
  const near = positionPending ? null : ecefOf({ lat, lng, height: 0 })
  return { id, near, place: isCompared(station) ? { lat, lng } : null }
}
