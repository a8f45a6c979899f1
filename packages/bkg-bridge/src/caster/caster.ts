// The running caster: makes it reload its files until the reload is certain, and disconnects users who lost access.

import type { Plan } from '../plan.ts'
import type { AdminPages } from './admin.ts'
import type { Listener } from './listeners.ts'
import { nextStep, type Reload } from './reload.ts'

/** Max users disconnected per round, so that a round ends in time. */
const KICKS_PER_ROUND = 200

export class Caster {
  readonly #pages: AdminPages
  readonly #onKick: (listener: Listener) => void
  #reload: Reload = { fileSecond: null, answeredSecond: null, progress: 'new' }
  /** Users who may connect again, but not with their present session. */
  readonly #toDisconnect = new Set<string>()
  /** Whether a connected user may have lost access; unknown at the start. */
  #sweepDue = true

  constructor(pages: AdminPages, onKick: (listener: Listener) => void) {
    this.#pages = pages
    this.#onKick = onKick
  }

  remember(answeredSecond: number | null, toDisconnect: readonly string[]): void {
    this.#reload = { ...this.#reload, answeredSecond }
    for (const user of toDisconnect) this.#toDisconnect.add(user)
  }

  get answeredSecond(): number | null {
    return this.#reload.answeredSecond
  }

  get toDisconnect(): string[] {
    return [...this.#toDisconnect]
  }

  /** Whether the caster has read the current files and every user who lost access is disconnected. */
  get isInStep(): boolean {
    return this.#reload.progress === 'certain' && !this.#sweepDue && this.#toDisconnect.size === 0
  }

  /** Milliseconds until the next step; Infinity if there is none. */
  get dueInMs(): number {
    const step = nextStep(this.#reload, Date.now())
    if (step.step === 'wait') return step.milliseconds
    return step.step === 'done' ? Number.POSITIVE_INFINITY : 0
  }

  /** Call before the files change. The sessions of `users` end even if they may connect again. */
  expectChange(users: Iterable<string>): void {
    for (const user of users) this.#toDisconnect.add(user)
    this.#sweepDue = true
    this.#reload = { ...this.#reload, progress: 'new' }
  }

  wrote(second: number): void {
    this.#reload = { ...this.#reload, fileSecond: second }
  }

  /** `renew` rewrites `users.aut` with this modification time, now if `null`. Returns false while nothing is due. */
  async follow(plan: Plan, renew: (second: number | null) => Promise<void>): Promise<boolean> {
    const step = nextStep(this.#reload, Date.now())
    if (step.step === 'wait') return false
    if (step.step === 'done') {
      await this.#sweep(plan, true)
      return true
    }
    const isCertain = this.#reload.progress === 'offered'
    if (step.step === 'renew') await renew(step.second)
    await this.#pages.rehash()
    const answeredSecond = Math.max(Math.floor(Date.now() / 1_000), step.step === 'renew' ? (step.second ?? 0) - 1 : 0)
    this.#reload = { ...this.#reload, answeredSecond, progress: isCertain ? 'certain' : 'offered' }
    await this.#sweep(plan, isCertain)
    return true
  }

  /** Repeated until no user is found. A user with a new password is disconnected once the caster knows the password. */
  async #sweep(plan: Plan, isCertain: boolean): Promise<void> {
    if (!this.#sweepDue && this.#toDisconnect.size === 0) return
    const hasToGo = ({ user, mountpoint }: Listener) =>
      plan.manages(mountpoint) &&
      !plan.hasAllLine &&
      (!plan.allows(user, mountpoint) || (isCertain && this.#toDisconnect.has(user)))
    const found = (await this.#pages.listeners()).filter(hasToGo).slice(0, KICKS_PER_ROUND)
    for (const listener of found) {
      await this.#pages.kick(listener.id)
      this.#onKick(listener)
    }
    if (!isCertain || found.length === KICKS_PER_ROUND) return
    this.#toDisconnect.clear()
    this.#sweepDue = found.length > 0
  }
}
