// Groups messages into epochs: an epoch is a run of messages that arrive together, whatever time each constellation
// has. Streams are split anywhere, and the mark "no more follow" is unreliable (some receivers set it always, never, or
// on the first message). A message with the time of the run belongs to the run. A message with another time belongs to
// it too, unless its constellation is already present: then the next run starts, and members that were assigned to the
// wrong run are moved.
import { epochPeriodMs } from '../epoch.ts'
import { CONSTELLATIONS } from '../observations/head.ts'
import { SAME_INSTANT_MS } from './constellation-clock.ts'
import { agree, isClearlyWider, type Member, stragglers, trailing } from './run-border.ts'

/** Max wait for a constellation whose time differs from the run. */
const PATIENCE_INTERVALS = 1.5
const SHORTEST_PATIENCE_MS = 2_000
const UNKNOWN_PATIENCE_MS = 5_000

export class EpochRun {
  serial = 0
  /** Time of most members, on the stream's timeline. */
  timeMs = Number.NaN
  /** Number of members with that time. */
  agreeing = 0
  /** Whether some members have another time. */
  isApart = false
  beganMs = 0
  /** Arrival of the last message, up to the first one with the end mark: some messages are repeated. */
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
  /** In order of arrival. */
  #members: Member[] = []
  /** Bit mask of constellations. */
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

  /** Whether this is a further message of a member, which may have another time than the run. */
  holds(index: number, instantMs: number): boolean {
    return this.has(index) && Math.abs(this.#places[index]!.instantMs - instantMs) <= SAME_INSTANT_MS
  }

  /** Whether a message with another time can no longer belong to this run. */
  isOver(arrivalMs: number, intervalMs: number | null): boolean {
    if (this.#present === 0 || this.isTaken || this.#isBroken) return true
    const patience =
      intervalMs === null ? UNKNOWN_PATIENCE_MS : Math.max(PATIENCE_INTERVALS * intervalMs, SHORTEST_PATIENCE_MS)
    return arrivalMs - this.#lastArrivalMs > patience
  }

  /** By its last end mark, or because a known clock with a later time arrives correspondingly later. */
  hasProbablyEnded(timeMs: number, arrivalMs: number, marksLie: boolean): boolean {
    if (timeMs < this.timeMs) return false
    return (this.#lastSaidEnd && !marksLie) || 2 * (arrivalMs - this.#lastArrivalMs) > timeMs - this.timeMs
  }

  /** Call when the connection ended within the run. */
  breakOff(): void {
    this.#isBroken = true
  }

  /** Whether the run is complete, if its end marks are right. */
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

  /** Updates a member that joined with the time of the previous epoch. */
  #correct(member: Member, instantMs: number, timeMs: number): void {
    member.instantMs = instantMs
    member.timeMs = timeMs
    if (this.isApart && !this.isCounted) this.#findTime()
  }

  /** Prefers the time with the most known clocks, for a stable timeline; then the majority; then GPS, the first. */
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

  /** Call after each message, including messages without satellites. */
  hear(moreFollow: boolean, arrivalMs: number): void {
    this.#lastArrivalMs = arrivalMs
    this.#lastSaidEnd = !moreFollow
    if (this.#hasEnded) return
    this.endedMs = arrivalMs
    this.#hasEnded = !moreFollow
  }

  /** A message of constellation `index` ends the run: returns how many of the last members belong to the next run. */
  trailing(index: number, timeMs: number, arrivalMs: number): number {
    const { periodMs } = this.#places[index]!
    return trailing(this.#members, this.#last, { index, timeMs, periodMs, arrivalMs })
  }

  /** For a run whose members agree: bit mask of the constellations that arrive one epoch late. */
  stragglers(arrivalMs: number): number {
    return stragglers(this.#members, this.#last, arrivalMs)
  }

  get #last() {
    return { arrivalMs: this.#lastArrivalMs, saidEnd: this.#lastSaidEnd }
  }

  /** Removes the last members, which belong to the next run. */
  giveUp(count: number): readonly Member[] {
    const given = this.#members.slice(-count).map((member) => ({ ...member }))
    this.#members.length -= count
    this.endedMs = Math.min(this.endedMs, given[0]!.arrivalMs - given[0]!.gapMs)
    if (!this.isCounted) this.#findTime()
    return given
  }

  /** Whether the stream began within this run: what is left of it arrived well before the members that gave it its time. */
  isCutOff(firstMoved: Member, arrivalMs: number): boolean {
    return (
      isClearlyWider(firstMoved.gapMs, arrivalMs - this.#lastArrivalMs) &&
      !this.#members.some(({ timeMs }) => this.isAt(timeMs))
    )
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

  /** Adds a member that the previous run gave up. */
  take({ index, instantMs, isKnown, arrivalMs, gapMs, isAfterEnd }: Member, timeMs: number): void {
    this.join(index, instantMs, timeMs, isKnown, arrivalMs)
    Object.assign(this.#places[index]!, { gapMs, isAfterEnd })
  }
}
