// Feeds the frames of this node's stations to the thread that measures their quality, and saves what it measures. The
// path of the stream only collects frames.
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { ecefOf } from '@vertice/gnss'
import type { Component } from '../../base/running/component.ts'
import type { Station } from '../../domain/stations/station.ts'
import { type FromThread, INDEX_FIELDS, type ToThread } from './messages.ts'
import type { Measured, MeteredStation } from './station-meters.ts'

/** From the first frame on. Short, so that a batch of frames is copied within a fraction of a millisecond. */
const BATCH_MS = 250
const STATIONS_MS = 5_000
/** Frames that wait for the thread: about five seconds of 1,000 stations. More are dropped and counted. */
const MOST_WAITING_BYTES = 8 * 1024 * 1024
/** Minutes of stations that wait for the database: a quarter of an hour of 1,000 stations. */
const MOST_WAITING_MINUTES = 15_000
const RESTART_MS = 10_000
/** Measured: 85 MB and 0.02 of a core for 100 stations of four constellations in MSM7 at 1 Hz. */
const HEAP_MB = 256
const YOUNG_MB = 4

export interface QualityFigures {
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
  readonly warn: (message: string, detail: object) => void
}

export class QualityMonitor {
  readonly #dependencies: MonitorDependencies
  #thread: Worker | null = null
  #batchTimer: NodeJS.Timeout | null = null
  #restartAt = 0
  #chunks: { readonly stationId: number; readonly frames: Buffer; readonly receivedMs: number }[] = []
  #collectedBytes = 0
  #sentBytes = 0
  #droppedBytes = 0
  #measuredMinutes = 0
  #lostMinutes = 0
  #listed: readonly Station[] | null = null
  #sentStations = ''
  #metered: ReadonlySet<number> = new Set()
  #unsaved: Measured = { minutes: [], skyParts: [] }
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
          this.#sendBatch()
        },
        stop: () => this.#stop(),
      },
      { tickMs: 1_000, tick: () => this.#save() },
    ]
  }

  get figures(): QualityFigures {
    return {
      measuredMinutes: this.#measuredMinutes,
      droppedBytes: this.#droppedBytes,
      waitingBytes: this.#collectedBytes + this.#sentBytes,
      lostMinutes: this.#lostMinutes,
    }
  }

  /** Called for every chunk in the path of the stream: collects it and returns. */
  readonly tap = (stationId: number, frames: Buffer, receivedMs: number): void => {
    if (!this.#metered.has(stationId)) return
    if (this.#collectedBytes + this.#sentBytes + frames.length > MOST_WAITING_BYTES) {
      this.#droppedBytes += frames.length
      return
    }
    this.#chunks.push({ stationId, frames, receivedMs })
    this.#collectedBytes += frames.length
    this.#batchTimer ??= setTimeout(() => this.#sendBatch(), BATCH_MS)
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
    this.#sendStations()
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

  /** Starts the thread for the first frames. An empty batch lets it pass on the minutes of silent stations. */
  #sendBatch(): void {
    clearTimeout(this.#batchTimer ?? undefined)
    this.#batchTimer = null
    if (this.#chunks.length > 0) this.#ensureThread()
    if (!this.#thread) {
      this.#droppedBytes += this.#collectedBytes
      this.#chunks = []
      this.#collectedBytes = 0
      return
    }
    const bytes = new Uint8Array(this.#collectedBytes)
    const index = new Float64Array(this.#chunks.length * INDEX_FIELDS)
    let end = 0
    for (const [at, { stationId, frames, receivedMs }] of this.#chunks.entries()) {
      bytes.set(frames, end)
      index.set([stationId, receivedMs, frames.length], at * INDEX_FIELDS)
      end += frames.length
    }
    this.#chunks = []
    this.#sentBytes += end
    this.#collectedBytes = 0
    const nowMs = this.#dependencies.clock().getTime()
    this.#post({ frames: bytes.buffer, index, nowMs }, [bytes.buffer])
  }

  #post(message: ToThread, transferred: readonly ArrayBuffer[] = []): void {
    this.#thread?.postMessage(message, [...transferred])
  }

  #take({ bytes, measured }: FromThread): void {
    this.#sentBytes -= bytes
    if (!measured) return
    this.#measuredMinutes += measured.minutes.length
    const minutes = [...this.#unsaved.minutes, ...measured.minutes]
    const lost = Math.max(0, minutes.length - MOST_WAITING_MINUTES)
    this.#lostMinutes += lost
    const skyParts = [...this.#unsaved.skyParts, ...measured.skyParts].slice(-MOST_WAITING_MINUTES)
    this.#unsaved = { minutes: minutes.slice(lost), skyParts }
  }

  async #save(): Promise<void> {
    const measured = this.#unsaved
    if (measured.minutes.length === 0 && measured.skyParts.length === 0) return
    this.#unsaved = { minutes: [], skyParts: [] }
    try {
      await this.#dependencies.save(measured)
    } catch (err) {
      this.#measuredMinutes -= measured.minutes.length
      this.#take({ bytes: 0, measured })
      throw err
    }
  }

  async #stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#batchTimer ?? undefined)
    await this.#thread?.terminate()
    await this.#save().catch(() => {}) // the database may be unreachable
  }
}

const isMetered = ({ isRtcm, archived }: Station) => isRtcm && !archived

const meteredStation = ({ id, lat, lng, positionPending }: Station): MeteredStation => ({
  id,
  near: positionPending ? null : ecefOf({ lat, lng, height: 0 }),
})
