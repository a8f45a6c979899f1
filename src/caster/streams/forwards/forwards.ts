// The forwards of all stations: streams that this node sends to other casters while it owns their station.
import { FORWARD_REPORT_EVERY_MS, type Forward, type ForwardReport } from '../../../domain/network/forward.ts'
import type { CasterComponent } from '../../component.ts'
import type { StationTap } from '../sources/station-tap.ts'
import { Forwarding, type ForwardingDependencies } from './forwarding.ts'

export interface ForwardCounts {
  readonly sending: number
  readonly failing: number
  readonly bytes: number
}

export interface ForwardsDependencies extends ForwardingDependencies {
  readonly isElsewhere: (stationId: number) => boolean
  /** Saves the state of forwards and the bytes since the previous report. */
  readonly report: (reports: readonly ForwardReport[]) => Promise<unknown>
  readonly warn: (message: string, detail: object) => void
}

export class Forwards implements CasterComponent {
  readonly tickMs = 1_000
  readonly #dependencies: ForwardsDependencies
  readonly #all = new Map<number, Forwarding>()
  #byStation: ReadonlyMap<number, readonly Forwarding[]> = new Map()
  /** Each forward's last report and its time (performance.now). */
  readonly #reported = new Map<Forwarding, Pick<ForwardReport, 'state' | 'error'> & { readonly at: number }>()
  /** Bytes in saved reports, since the start. */
  #savedBytes = 0
  /** Closed forwards that have not been reported since. */
  #closed: Forwarding[] = []
  #isStopped = false
  #saving: Promise<void> | null = null

  constructor(dependencies: ForwardsDependencies) {
    this.#dependencies = dependencies
  }

  readonly tap: StationTap = (stationId, frames) => {
    const forwards = this.#byStation.get(stationId)
    if (forwards) for (const forward of forwards) forward.take(frames)
  }

  /** A forward whose settings changed reconnects. */
  use(forwards: readonly Forward[]): void {
    if (this.#isStopped) return
    const wanted = new Map(forwards.map((forward) => [forward.id, forward]))
    for (const [id, known] of this.#all) {
      if (isDeepEqual(wanted.get(id), known.forward)) continue
      known.close()
      this.#all.delete(id)
      this.#closed.push(known)
    }
    for (const [id, forward] of wanted)
      if (!this.#all.has(id)) this.#all.set(id, new Forwarding(forward, this.#dependencies))
    this.#byStation = Map.groupBy(this.#all.values(), ({ forward }) => forward.stationId)
  }

  get counts(): ForwardCounts {
    const all = [...this.#all.values()]
    const count = (state: string) => all.filter((one) => one.state === state).length
    const unsaved = [...all, ...this.#closed].reduce((sum, one) => sum + one.report().bytes, 0)
    return { sending: count('sending'), failing: count('failing'), bytes: this.#savedBytes + unsaved }
  }

  tick(): void {
    const now = performance.now()
    for (const one of this.#all.values()) one.tick(now, this.#dependencies.isElsewhere(one.forward.stationId))
    this.#saving ??= this.#save(now).finally(() => {
      this.#saving = null
    })
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#byStation = new Map()
    for (const one of this.#all.values()) one.close()
    await this.#saving
    await this.#save(performance.now())
  }

  /** Reports changed states immediately, and open forwards periodically. A failed report is repeated. */
  async #save(now: number): Promise<void> {
    try {
      // One at a time: a changed forward has the id of its successor.
      for (const one of [...this.#closed]) {
        await this.#report([one], now)
        this.#closed = this.#closed.filter((other) => other !== one)
        this.#reported.delete(one)
      }
      await this.#report(
        [...this.#all.values()].filter((one) => this.#isDue(one, now)),
        now,
      )
    } catch (err) {
      this.#dependencies.warn('Could not save the state of forwards; will retry', { err })
    }
  }

  async #report(due: readonly Forwarding[], now: number): Promise<void> {
    if (due.length === 0) return
    const reports = due.map((one) => one.report())
    await this.#dependencies.report(reports)
    for (const [index, one] of due.entries()) {
      const report = reports[index]!
      one.saved(report)
      this.#savedBytes += report.bytes
      this.#reported.set(one, { ...report, at: now })
    }
  }

  #isDue(one: Forwarding, now: number): boolean {
    const last = this.#reported.get(one)
    const { error } = one.report()
    if (one.state !== (last?.state ?? 'idle') || error !== (last?.error ?? null)) return true
    return one.state !== 'idle' && now - (last?.at ?? 0) >= FORWARD_REPORT_EVERY_MS
  }
}

const isDeepEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
