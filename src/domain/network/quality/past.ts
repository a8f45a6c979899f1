// The verdicts of past days, from minutes that were measured in the archive: judges minute by minute, as the service
// judges its streams. The time is that of the minutes.
import { type Band, type BandDrop, type QualityMinute, type SkyCell, SkyGrid } from '@vertice/gnss'
import { localDay } from '../../time/local-time.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time/units.ts'
import { type JudgedStation, measuresOf, type UsualBand } from './facts.ts'
import { DROP_SEEN_MS, JUDGED_MINUTES, judge, SKY_EVERY_MS, type StationMeasures } from './judge.ts'
import { type JudgedDay, type Reason, type ReasonCode, VERDICTS_BY_NEED } from './reason.ts'
import { medianPointOf, sumsOf } from './sums.ts'

export interface PastFacts {
  /** C/N0 and satellites of the days before this instant. Asked once an hour. */
  readonly usualAt: (at: Date) => Promise<readonly UsualBand[]>
  readonly antennas: StationMeasures['antennas']
}

interface SkyPart {
  readonly atMs: number
  readonly cells: readonly SkyCell[]
}

/** What was measured is added in order of time, part by part; each part continues the one before. */
export class PastJudge {
  readonly #station: JudgedStation
  readonly #facts: PastFacts
  readonly #days = new Map<string, { verdict: JudgedDay['verdict']; reasons: Set<ReasonCode> }>()
  #minutes: QualityMinute[] = []
  #parts: SkyPart[] = []
  #before: readonly Reason[] = []
  readonly #drops = new Map<string, { readonly band: Band; readonly drop: BandDrop; readonly seenMs: number }>()
  #usual: readonly UsualBand[] = []
  #usualHour = Number.NaN
  #sky: StationMeasures['sky'] = null
  #skyReadMs = Number.NEGATIVE_INFINITY

  constructor(station: JudgedStation, facts: PastFacts) {
    this.#station = station
    this.#facts = facts
  }

  async add(minutes: readonly QualityMinute[], skyParts: readonly SkyPart[]): Promise<void> {
    this.#parts.push(...skyParts)
    for (const minute of minutes) {
      this.#minutes.push(minute)
      await this.#judge(minute)
    }
    const oldest = (minutes.at(-1)?.minuteMs ?? 0) - DAY_MS
    this.#minutes = this.#minutes.filter(({ minuteMs }) => minuteMs >= oldest)
    this.#parts = this.#parts.filter(({ atMs }) => atMs >= oldest)
  }

  /** Days without a verdict are missing. */
  get days(): JudgedDay[] {
    return [...this.#days].map(([day, { verdict, reasons }]) => ({ day, verdict, reasons: [...reasons] }))
  }

  async #judge(minute: QualityMinute): Promise<void> {
    const nowMs = minute.minuteMs + MINUTE_MS
    await this.#readUsual(nowMs)
    this.#readSky(nowMs)
    this.#noteDrops(minute, nowMs)
    const measures = {
      ...measuresOf(this.#station, {
        sums: sumsOf(this.#since(nowMs - JUDGED_MINUTES * MINUTE_MS)),
        usual: this.#usual,
        point: medianPointOf(this.#since(nowMs - HOUR_MS)),
      }),
      sky: this.#sky,
      drops: this.#recentDrops(nowMs),
      antennas: this.#antennasAt(nowMs),
      cn0Minutes: (band: Band) => this.#cn0Minutes(band),
    }
    const { verdict, reasons } = judge(measures, this.#before, new Date(nowMs))
    this.#before = reasons
    if (verdict !== 'unknown') this.#keep(localDay(new Date(minute.minuteMs)), verdict, reasons)
  }

  #keep(day: string, verdict: JudgedDay['verdict'], reasons: readonly Reason[]): void {
    const kept = this.#days.get(day) ?? { verdict, reasons: new Set() }
    if (VERDICTS_BY_NEED.indexOf(verdict) < VERDICTS_BY_NEED.indexOf(kept.verdict)) kept.verdict = verdict
    for (const { code, level } of reasons) if (level !== 'unknown') kept.reasons.add(code)
    this.#days.set(day, kept)
  }

  /** Minutes are few, and the newest are last. */
  #since(sinceMs: number): readonly QualityMinute[] {
    const first = this.#minutes.findLastIndex(({ minuteMs }) => minuteMs < sinceMs) + 1
    return this.#minutes.slice(first)
  }

  async #readUsual(nowMs: number): Promise<void> {
    const hour = Math.floor(nowMs / HOUR_MS)
    if (hour === this.#usualHour) return
    this.#usualHour = hour
    this.#usual = await this.#facts.usualAt(new Date(nowMs))
  }

  #readSky(nowMs: number): void {
    if (nowMs - this.#skyReadMs < SKY_EVERY_MS) return
    this.#skyReadMs = nowMs
    const grid = new SkyGrid()
    for (const { atMs, cells } of this.#parts)
      if (atMs >= nowMs - DAY_MS && atMs + SKY_EVERY_MS <= nowMs) grid.addCells(cells)
    this.#sky = grid.obstructedShare()
  }

  /** A drop keeps the strength with which it began. */
  #noteDrops({ bands }: QualityMinute, seenMs: number): void {
    for (const { band, drop } of bands) {
      if (drop === null) continue
      const key = `${band} ${drop.sinceMs}`
      const dropDb = this.#drops.get(key)?.drop.dropDb ?? drop.dropDb
      this.#drops.set(key, { band, drop: { ...drop, dropDb }, seenMs })
    }
  }

  #recentDrops(nowMs: number): StationMeasures['drops'] {
    const endedSince = nowMs - JUDGED_MINUTES * MINUTE_MS
    for (const [key, { seenMs }] of this.#drops) if (seenMs < endedSince) this.#drops.delete(key)
    return [...this.#drops.values()].flatMap(({ band, drop: { sinceMs, untilMs, dropDb }, seenMs }) => {
      const isRecent = untilMs === null ? seenMs >= nowMs - DROP_SEEN_MS : untilMs >= endedSince
      const endedAt = untilMs === null ? null : new Date(untilMs)
      return isRecent ? [{ band, since: new Date(sinceMs), endedAt, dropDb }] : []
    })
  }

  #antennasAt(nowMs: number): StationMeasures['antennas'] {
    const { antennas } = this.#facts
    return antennas && antennas.since.getTime() <= nowMs ? antennas : null
  }

  #cn0Minutes(band: Band) {
    return this.#minutes
      .toReversed()
      .flatMap(({ minuteMs, bands }) =>
        bands.flatMap((one) =>
          one.band === band && one.cn0Median !== null ? [{ at: new Date(minuteMs), cn0Median: one.cn0Median }] : [],
        ),
      )
  }
}
