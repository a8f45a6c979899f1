// Which messages make an epoch: the run of those that come together, whatever time each constellation tells. Streams are cut
// anywhere, and the mark "no more follow" is not to be relied on (there are receivers that always set it, never, or on the first
// message). So a message that tells the time of the run is part of it; one that tells another is too, unless its constellation
// is there already: then the next run begins. What was taken into the wrong one is found out then.
import { epochPeriodMs } from '../epoch.ts'
import { CONSTELLATIONS } from '../observations/head.ts'
import { SAME_INSTANT_MS } from './constellation-clock.ts'
import { agree, type Member, stragglers, trailing } from './run-border.ts'

/** Who tells another time than the run is waited for so long. */
const PATIENCE_INTERVALS = 1.5
const SHORTEST_PATIENCE_MS = 2_000
const UNKNOWN_PATIENCE_MS = 5_000

export class EpochRun {
  /** Counts up from run to run. */
  serial = 0
  /** What most members tell, on the stream's line. */
  timeMs = Number.NaN
  /** How many tell that. */
  agreeing = 0
  /** Not all of them do. */
  isApart = false
  beganMs = 0
  /** When its last message came, up to the first that said so: some are repeated. */
  endedMs = 0
  isCounted = false
  isNew = false
  isTaken = false
  readonly #places: readonly Member[] = CONSTELLATIONS.map((constellation, index) => ({
    index,
    periodMs: epochPeriodMs(constellation),
    instantMs: 0,
    timeMs: 0,
    isKnown: false,
    arrivalMs: 0,
    gapMs: 0,
    isAfterEnd: false,
  }))
  /** As they came. */
  #members: Member[] = []
  /** Bits by constellation. */
  #present = 0
  #lastArrivalMs = 0
  #lastSaidEnd = false
  #hasEnded = false
  #grewAfterEnd = false
  #isBroken = false

  get members(): readonly Member[] {
    return this.#members
  }

  has(index: number): boolean {
    return ((this.#present >> index) & 1) === 1
  }

  isAt(timeMs: number): boolean {
    return Math.abs(timeMs - this.timeMs) <= SAME_INSTANT_MS
  }

  /** A further message of a constellation that tells another time than the run. */
  holds(index: number, instantMs: number): boolean {
    return this.has(index) && Math.abs(this.#places[index]!.instantMs - instantMs) <= SAME_INSTANT_MS
  }

  /** Whoever tells another time no longer belongs to it. */
  isOver(arrivalMs: number, intervalMs: number | null): boolean {
    if (this.#present === 0 || this.isTaken || this.#isBroken) return true
    const patience =
      intervalMs === null ? UNKNOWN_PATIENCE_MS : Math.max(PATIENCE_INTERVALS * intervalMs, SHORTEST_PATIENCE_MS)
    return arrivalMs - this.#lastArrivalMs > patience
  }

  /** By its last mark, or because who tells a later time, by a clock that is known, comes as much later. */
  hasProbablyEnded(timeMs: number, arrivalMs: number, marksLie: boolean): boolean {
    if (timeMs < this.timeMs) return false
    return (this.#lastSaidEnd && !marksLie) || 2 * (arrivalMs - this.#lastArrivalMs) > timeMs - this.timeMs
  }

  /** The connection ended within it. */
  breakOff(): void {
    this.#isBroken = true
  }

  /** All of it is here, if its marks are to be believed. */
  get isComplete(): boolean {
    return this.#hasEnded && !this.#grewAfterEnd
  }

  get grewAfterEnd(): boolean {
    return this.#grewAfterEnd
  }

  join(index: number, instantMs: number, timeMs: number, isKnown: boolean, arrivalMs: number): void {
    const member = this.#places[index]!
    if (!this.has(index)) this.#add(member, instantMs, timeMs, isKnown, arrivalMs)
    else if (member.instantMs !== instantMs) this.#correct(member, instantMs, timeMs)
  }

  #add(member: Member, instantMs: number, timeMs: number, isKnown: boolean, arrivalMs: number): void {
    member.instantMs = instantMs
    member.timeMs = timeMs
    member.isKnown = isKnown
    member.arrivalMs = arrivalMs
    member.gapMs = arrivalMs - this.#lastArrivalMs
    member.isAfterEnd = this.#lastSaidEnd
    if (this.#hasEnded) this.#grewAfterEnd = true
    this.#present |= 1 << member.index
    if (this.#members.push(member) === 1) {
      this.timeMs = timeMs
      this.beganMs = arrivalMs
      this.agreeing = 1
    } else if (this.isAt(timeMs)) {
      this.agreeing++
    } else {
      this.isApart = true
      if (!this.isCounted) this.#findTime()
    }
  }

  /** It came late into this run, and now tells its time. */
  #correct(member: Member, instantMs: number, timeMs: number): void {
    member.instantMs = instantMs
    member.timeMs = timeMs
    if (this.isApart && !this.isCounted) this.#findTime()
  }

  /** Who is known keeps the line where it was; then most count, and of as many the first constellation, which is GPS. */
  #findTime(): void {
    let best: { readonly known: number; readonly agreeing: number; readonly index: number } | null = null
    for (const { timeMs, periodMs, index } of this.#members) {
      const alike = this.#members.filter((other) => agree({ timeMs, periodMs }, other))
      const one = { known: alike.filter(({ isKnown }) => isKnown).length, agreeing: alike.length, index }
      const better = best && (one.known - best.known || one.agreeing - best.agreeing || best.index - index)
      if (better !== null && better <= 0) continue
      best = one
      this.timeMs = timeMs
      this.agreeing = one.agreeing
    }
  }

  /** After each of its messages, those of no satellites too. */
  hear(moreFollow: boolean, arrivalMs: number): void {
    this.#lastArrivalMs = arrivalMs
    this.#lastSaidEnd = !moreFollow
    if (this.#hasEnded) return
    this.endedMs = arrivalMs
    this.#hasEnded = !moreFollow
  }

  /** The run ends with a message of that constellation: how many of its last members belong to the next one. */
  trailing(index: number, timeMs: number, arrivalMs: number): number {
    const { periodMs } = this.#places[index]!
    return trailing(this.#members, this.#last, { index, timeMs, periodMs, arrivalMs })
  }

  /** The same of a run whose members agree: who of them comes one epoch late, bits by constellation. */
  stragglers(arrivalMs: number): number {
    return stragglers(this.#members, this.#last, arrivalMs)
  }

  get #last() {
    return { arrivalMs: this.#lastArrivalMs, saidEnd: this.#lastSaidEnd }
  }

  /** Gives up its last members, which belong to what follows. */
  giveUp(count: number): readonly Member[] {
    const given = this.#members.slice(-count).map((member) => ({ ...member }))
    this.#members.length -= count
    this.endedMs = Math.min(this.endedMs, given[0]!.arrivalMs - given[0]!.gapMs)
    if (!this.isCounted) this.#findTime()
    return given
  }

  restart(): void {
    this.serial++
    this.#members.length = 0
    this.#present = 0
    this.timeMs = Number.NaN
    this.isApart = false
    this.isCounted = false
    this.isNew = false
    this.isTaken = false
    this.#hasEnded = false
    this.#grewAfterEnd = false
    this.#isBroken = false
  }

  /** Who was given up, in the run that followed. */
  take({ index, instantMs, isKnown, arrivalMs, gapMs, isAfterEnd }: Member, timeMs: number): void {
    this.join(index, instantMs, timeMs, isKnown, arrivalMs)
    Object.assign(this.#places[index]!, { gapMs, isAfterEnd })
  }
}
