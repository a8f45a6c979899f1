// Reads the meters every few seconds, in step with the minutes of the clock, and reports the measurements.

import type { SliceFacts } from '@vertice/rtcm'
import type { Component } from '../../base/running/component.ts'
import type { PassedOn, StoodIn, TelemetryListener, Unobserved } from '../../domain/stations/telemetry.ts'
import type { BaseFeeds } from '../streams/base-feeds.ts'
import type { StationMeters } from '../streams/sources/station-meters.ts'
import { ObservationWatch } from './observation-watch.ts'
import { StationWindow } from './station-window.ts'

/** Divides a minute, so that a minute consists of whole slices. */
const SLICE_MS = 2_500
const IDLE_READS = 4
const MINUTE_MS = 60_000
const NOWHERE: ReadonlySet<number> = new Set()

/** Among nodes that share streams, one node at a time measures a station. */
export interface Speakers {
  /** Whether this node owns the station, or was its last owner. */
  speaksFor(stationId: number): boolean
  /** Stations that other nodes announced to own. */
  heardElsewhere(withinMs: number): ReadonlySet<number>
}

export interface TelemetryDependencies {
  readonly meters: Pick<StationMeters, 'all' | 'unreadBytes'>
  readonly bases: Pick<BaseFeeds, 'feeds' | 'isQuiet' | 'isTest' | 'standbyOf'>
  /** True for an on-demand station that no rover wants now: its silence says nothing. */
  readonly isIdle: (stationId: number) => boolean
  readonly listener: TelemetryListener
  readonly clock: () => Date
  readonly warn: (error: unknown) => void
  /** `null` if this node shares its streams with no other node. */
  readonly speakers?: Speakers | null
  readonly fallbacks?: { readonly all: readonly StoodIn[] }
}

export class Telemetry implements Component {
  readonly #dependencies: TelemetryDependencies
  readonly #windows = new Map<number, StationWindow>()
  readonly #watches = new Map<number, ObservationWatch>()
  /** Stations that other nodes measure now. Their windows are kept until the minute has been reported. */
  readonly #left = new Set<number>()
  /** Bytes of streams in other formats at the last report. */
  readonly #passed = new Map<number, number>()
  #watchingSince: number
  #gatheredAt: number
  #minute: number
  #timer: NodeJS.Timeout | null = null
  #working: Promise<void> = Promise.resolve()
  #busy = 0
  #reads = 0

  constructor(dependencies: TelemetryDependencies) {
    this.#dependencies = dependencies
    this.#watchingSince = dependencies.clock().getTime()
    this.#gatheredAt = this.#watchingSince
    this.#minute = Math.floor(this.#watchingSince / MINUTE_MS) * MINUTE_MS
  }

  /** Reads in step with the clock, so it has its own timer instead of a `tick`. */
  start(): void {
    this.#wait()
  }

  /** Also records what the running minute has measured so far: the next owner measures only the rest. */
  async stop(): Promise<void> {
    if (this.#timer) {
      clearTimeout(this.#timer)
      this.#timer = null
      const nowMs = this.#dependencies.clock().getTime()
      this.#gather(nowMs)
      // The timer of the last slice may be late. A slice that ends in the next minute belongs to whichever minute holds
      // its middle.
      if (nowMs >= this.#minute + MINUTE_MS) this.#endMinute(nowMs)
      this.#tellMinute(this.#minute, false)
    }
    await this.#working
  }

  #wait(): void {
    const now = this.#dependencies.clock().getTime()
    this.#timer = setTimeout(
      () => {
        this.#read()
        this.#wait()
      },
      SLICE_MS - (now % SLICE_MS),
    )
  }

  #read(): void {
    const now = this.#dependencies.clock()
    const nowMs = now.getTime()
    this.#gather(nowMs)
    // Live values come first. While the database is unavailable they are skipped, because they would be outdated;
    // minutes are only delayed. Without any measurement, only silence is reported, less often.
    this.#reads += 1
    if (this.#busy === 0 && (this.#windows.size > 0 || this.#reads % IDLE_READS === 0))
      this.#do(async () => {
        const spoken = [...this.#windows].filter(([stationId]) => !this.#left.has(stationId))
        const found = spoken.flatMap(([, window]) => window.live(nowMs) ?? [])
        const measured = found.map((live) => ({
          ...live,
          quiet: this.#dependencies.bases.isQuiet(live.stationId),
          standby: this.#dependencies.bases.standbyOf(live.stationId),
        }))
        const all = this.#dependencies.fallbacks?.all ?? []
        const { elsewhere } = await this.#dependencies.listener.live(
          measured,
          now,
          this.#unobserved(nowMs),
          this.#passedOn(),
          all,
        )
        for (const stationId of elsewhere) this.#windows.get(stationId)?.excuse()
      })
    const wasSetBack = nowMs < this.#minute - SLICE_MS
    if (nowMs >= this.#minute + MINUTE_MS || wasSetBack) this.#endMinute(nowMs)
  }

  #gather(nowMs: number): void {
    // The machine slept, or its clock was set forward: the time in between was not measured.
    const wasAway = nowMs - this.#gatheredAt > MINUTE_MS
    this.#gatheredAt = nowMs
    for (const [stationId, meter] of this.#dependencies.meters.all) {
      if (this.#dependencies.bases.isTest(stationId)) {
        meter.takeSlice(nowMs)
        continue
      }
      const speaks =
        (this.#dependencies.speakers?.speaksFor(stationId) ?? true) && !this.#dependencies.isIdle(stationId)
      if (wasAway || !speaks) meter.excuse()
      const facts = meter.takeSlice(nowMs)
      if (speaks) this.#measure(stationId, facts)
      else this.#leave(stationId, facts)
    }
  }

  #measure(stationId: number, facts: SliceFacts): void {
    const watch = this.#watches.get(stationId) ?? new ObservationWatch()
    this.#watches.set(stationId, watch)
    this.#left.delete(stationId)
    this.#windowOf(stationId).add(facts)
    watch.add(facts)
  }

  /**
   * Call when another node owns the station. Epochs that arrived here before count here, even if the base connected and
   * left within one slice; epochs that are missing afterwards are missing there.
   */
  #leave(stationId: number, facts: SliceFacts): void {
    const hasEpochs = facts.epochs.received > 0
    if (this.#left.has(stationId) || (!hasEpochs && !this.#windows.has(stationId))) return
    if (hasEpochs) this.#windowOf(stationId).add(facts)
    this.#left.add(stationId)
    this.#watches.delete(stationId)
  }

  #windowOf(stationId: number): StationWindow {
    const window = this.#windows.get(stationId) ?? new StationWindow(stationId)
    this.#windows.set(stationId, window)
    return window
  }

  #unobserved(nowMs: number): Unobserved[] {
    const newest = (stationId: number) => () => this.#dependencies.meters.unreadBytes(stationId)
    return [...this.#watches].flatMap(([id, watch]) => watch.unobserved(id, nowMs, newest(id)) ?? [])
  }

  #passedOn(): PassedOn[] {
    return [...this.#dependencies.bases.feeds].flatMap(({ stationId, isRtcm, bytesIn }) => {
      const before = this.#passed.get(stationId) ?? 0
      this.#passed.set(stationId, bytesIn)
      return !isRtcm && bytesIn !== before ? [{ stationId }] : []
    })
  }

  #endMinute(nowMs: number): void {
    const minute = this.#minute
    this.#minute = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS
    // After a jump of the clock or a sleep of the machine, measuring restarts.
    if (this.#minute !== minute + MINUTE_MS) {
      this.#watchingSince = nowMs
      return
    }
    this.#tellMinute(minute, this.#watchingSince <= minute)
  }

  #tellMinute(minute: number, whole: boolean): void {
    const records = [...this.#windows.values()].flatMap((window) => window.minute(minute, whole) ?? [])
    for (const stationId of this.#left) this.#windows.delete(stationId)
    const elsewhere = this.#dependencies.speakers?.heardElsewhere(MINUTE_MS) ?? NOWHERE
    if (whole || records.length > 0)
      this.#do(() => this.#dependencies.listener.minute(records, new Date(minute), whole, elsewhere))
  }

  #do(work: () => Promise<void>): void {
    this.#busy += 1
    this.#working = this.#working
      .then(work)
      .catch(this.#dependencies.warn)
      .finally(() => {
        this.#busy -= 1
      })
  }
}
