// Finds the epochs of a stream in its observation messages and measures their number, satellites, latency and clocks.
import { CONSTELLATIONS, type ObservationHead } from '../observations/head.ts'
import type { ConstellationClock } from './constellation-clock.ts'
import { type ClocksApart, ConstellationClocks } from './constellation-clocks.ts'
import { type EpochFacts, EpochFactsOfSlice } from './epoch-facts.ts'
import { type EpochCounts, EpochLine } from './epoch-line.ts'
import { EpochRun } from './epoch-run.ts'
import { type Member, within } from './run-border.ts'
import { SatelliteTally } from './satellite-tally.ts'

const NOBODY: readonly Member[] = []
/** Epochs before a constellation counts as late: network congestion looks the same for an epoch or two. */
const LATE_AFTER = 10

export interface EpochsOfSlice extends EpochFacts {
  readonly epochs: EpochCounts
  /** `null` if all constellations agree. */
  readonly clocks: ClocksApart | null
}

export class Epochs {
  readonly #line = new EpochLine()
  readonly #clocks = new ConstellationClocks()
  readonly #run = new EpochRun()
  readonly #tally = new SatelliteTally()
  readonly #facts = new EpochFactsOfSlice()
  /** When the newest epoch started to arrive; `null` if none has. */
  lastArrivalMs: number | null = null
  /** Bit mask of constellations with a frozen time. */
  #frozen = 0
  /** Bit mask of constellations that arrive one epoch late, and for how many epochs in a row. */
  #stragglers = 0
  #straggledFor = 0
  /** Whether constellations arrive after the message with the end mark. */
  #marksLie = false

  /** The stream's own time at this arrival; `null` before the first epoch. */
  timeAt(arrivalMs: number): number | null {
    const { timeMs, beganMs } = this.#run
    return this.lastArrivalMs === null ? null : timeMs + (arrivalMs - beganMs)
  }

  /** Number of the current epoch. */
  get serial(): number {
    return this.#run.serial
  }

  /** `null` until learned. */
  get intervalMs(): number | null {
    return this.#line.intervalMs
  }

  /** Call before the bytes of another connection. */
  reconnected(): void {
    this.#run.breakOff()
  }

  /** Call if the stream could not be received since the last slice. */
  excuse(): void {
    this.#line.excuse()
  }

  add(head: ObservationHead, instantMs: number, arrivalMs: number): void {
    const run = this.#run
    const index = CONSTELLATIONS.indexOf(head.constellation)
    const clock = this.#clocks.at(index)
    const timeMs = instantMs - clock.offsetMs
    // A receiver that has lost its antenna keeps sending empty messages: they are no observations.
    const isEmpty = head.satellites + head.sbasSatellites === 0
    if (!run.isAt(timeMs) && !run.holds(index, instantMs)) {
      if (isEmpty) return
      if (clock.isPast(instantMs)) {
        this.#repeated(head, index, clock, instantMs, arrivalMs)
        return
      }
      if (run.has(index) || this.#isOver(clock, timeMs, arrivalMs)) this.#begin(index, timeMs, arrivalMs)
    }
    if (!isEmpty) {
      if (this.#frozen !== 0) this.#thaw(index)
      clock.hear(instantMs, arrivalMs)
      run.join(index, instantMs, instantMs - clock.offsetMs, clock.isKnown, arrivalMs)
      this.#tally.add(index, head)
    }
    run.hear(head.moreFollow, arrivalMs)
    // A single constellation is not counted before its clock is known, because that clock may be off.
    if (!run.isCounted && (run.agreeing > 1 || (!head.moreFollow && clock.isKnown && !run.isApart))) this.#count()
  }

  #isOver(clock: ConstellationClock, timeMs: number, arrivalMs: number): boolean {
    const run = this.#run
    if (run.isOver(arrivalMs, this.#line.intervalMs)) return true
    return clock.isKnown && run.hasProbablyEnded(timeMs, arrivalMs, this.#marksLie)
  }

  /** A frozen clock is not counted as an epoch. If other clocks move, its satellites still count. */
  #repeated(
    head: ObservationHead,
    index: number,
    clock: ConstellationClock,
    instantMs: number,
    arrivalMs: number,
  ): void {
    clock.repeat(instantMs, arrivalMs, this.#run.serial)
    if (!clock.isFrozenIn(this.#run.serial)) return
    this.#frozen |= 1 << index
    this.#tally.add(index, head)
  }

  #thaw(index: number): void {
    if (((this.#frozen >> index) & 1) === 0) return
    this.#frozen &= ~(1 << index)
    this.#tally.forget(index)
  }

  #begin(index: number, timeMs: number, arrivalMs: number): void {
    const run = this.#run
    const trailing = run.isApart ? run.trailing(index, timeMs, arrivalMs) : 0
    this.#noteStragglers(run.grewAfterEnd && !run.isApart ? run.stragglers(arrivalMs) : 0)
    const moved = trailing === 0 ? NOBODY : run.giveUp(trailing)
    if (run.members.length > 0) this.#close(moved, arrivalMs)
    run.restart()
    for (const member of moved) run.take(member, member.instantMs - this.#clocks.at(member.index).offsetMs)
    this.lastArrivalMs = trailing === 0 ? arrivalMs : run.beganMs
  }

  #noteStragglers(stragglers: number): void {
    this.#straggledFor = stragglers === this.#stragglers ? this.#straggledFor + 1 : 1
    this.#stragglers = stragglers
  }

  /** Ends the run as an epoch, without the members that moved to the next run. */
  #close(moved: readonly Member[], arrivalMs: number): void {
    const run = this.#run
    if (!run.isCounted) this.#count()
    // The rests of two epochs do not show by how much clocks differ.
    const isWhole = run.agreeing > 1 || run.members.length >= this.#clocks.known
    if (isWhole && !(moved[0] && run.isCutOff(moved[0], arrivalMs))) this.#settleClocks()
    const others = moved.reduce((bits, { index }) => bits | (1 << index), 0)
    this.#finish(others)
    this.#marksLie = run.grewAfterEnd && others === 0
    if (this.#frozen !== 0) this.#forgetGone()
    this.#tally.clear(others | this.#frozen)
  }

  #settleClocks(): void {
    const { members, timeMs } = this.#run
    const onTime = members.find((member) => this.#run.isAt(member.timeMs))
    const stepMs = onTime ? this.#clocks.at(onTime.index).stepMs : Number.NaN
    for (const { index, instantMs, periodMs } of members)
      this.#clocks.settle(index, within(instantMs - timeMs, periodMs), stepMs)
  }

  #forgetGone(): void {
    for (let index = 0; index < CONSTELLATIONS.length; index++)
      if (!this.#clocks.at(index).isFrozenIn(this.#run.serial)) this.#thaw(index)
  }

  #count(): void {
    const run = this.#run
    run.isCounted = true
    run.isNew = this.#line.advance(run.timeMs, run.beganMs)
  }

  #finish(others: number): void {
    const run = this.#run
    if (run.isNew && !run.isTaken)
      this.#facts.add(this.#tally.counts(others), run.endedMs - (run.timeMs + this.#clocks.majorityMs))
    run.isTaken = true
  }

  /** Facts since the last call. Satellites and latency of an unfinished epoch belong to the next slice. */
  take(nowMs: number): EpochsOfSlice {
    const run = this.#run
    if (run.members.length > 0 && !run.isCounted) this.#count()
    if (run.isComplete && !this.#marksLie) this.#finish(0)
    const epochs = this.#line.takeCounts(nowMs)
    return { epochs, clocks: this.clocksApart(nowMs), ...this.#facts.take() }
  }

  /** `null` if all constellations agree. */
  clocksApart(nowMs: number): ClocksApart | null {
    const late = this.#straggledFor >= LATE_AFTER ? this.#stragglers : 0
    return this.#clocks.compare(nowMs, this.#line.intervalMs, this.#run.serial, late)
  }
}
