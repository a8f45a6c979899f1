// Long-lived parts of a process. A composition root lists its components in the order of their dependencies;
// `Components` starts, drives and stops them.
import { alignedInterval } from './aligned-interval.ts'
import { settledWithin } from './settled-within.ts'

export interface Component {
  /** Called once, in the order of the list. The next component starts when the promise resolves. */
  start?(): Promise<void> | void
  /** Interval between two calls of `tick`; `DEFAULT_TICK_MS` if left out. */
  readonly tickMs?: number
  /** Called periodically once every component has started. Skipped while an earlier call is still pending. */
  tick?(): Promise<void> | void
  /** Called once, in reverse order of the list, even if not started. The next one stops when the promise resolves. */
  stop?(): Promise<void> | void
}

export type Ticking = Component & Required<Pick<Component, 'tick'>>

export const DEFAULT_TICK_MS = 250

/** A component that hangs must not keep a process alive whose start failed. */
export const FAILED_START_STOP_MS = 3_000

/** A task that runs every `tickMs`. A failure is logged as `${what} failed` and does not prevent the next run. */
export interface Periodic extends Ticking {
  readonly what: string
}

export const every = (tickMs: number, what: string, tick: () => Promise<void> | void): Periodic => ({
  tickMs,
  what,
  tick,
})

export class Components {
  readonly #list: readonly Component[]
  readonly #warn: (message: string, detail: object) => void
  readonly #stopTimers: (() => void)[] = []
  readonly #pending = new Set<Component>()
  #stopped: Promise<void> | null = null

  constructor(list: readonly Component[], warn: (message: string, detail: object) => void) {
    this.#list = list
    this.#warn = warn
  }

  /**
   * If a component fails to start, all are stopped before the error is thrown, for at most `FAILED_START_STOP_MS`. The
   * same happens when `signal` is aborted: no further component starts.
   */
  async start(signal?: AbortSignal): Promise<void> {
    try {
      for (const component of this.#list) {
        signal?.throwIfAborted()
        await component.start?.()
      }
    } catch (error) {
      await settledWithin(this.stop(), FAILED_START_STOP_MS)
      throw error
    }
    // Stopped while a component was starting.
    if (this.#stopped) return
    for (const [tickMs, ticking] of Map.groupBy(this.#list.filter(hasTick), ({ tickMs = DEFAULT_TICK_MS }) => tickMs))
      this.#stopTimers.push(alignedInterval(() => this.#tickAll(ticking), tickMs))
  }

  get isStopped(): boolean {
    return this.#stopped !== null
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#stopAll()
    return this.#stopped
  }

  /** A component that fails to stop does not keep the others from stopping. */
  async #stopAll(): Promise<void> {
    for (const stopTimer of this.#stopTimers) stopTimer()
    const errors: unknown[] = []
    for (const component of this.#list.toReversed())
      try {
        const stopping = component.stop?.()
        if (stopping) await stopping
      } catch (error) {
        errors.push(error)
      }
    if (errors.length > 0) throw errors[0]
  }

  /** Ticks a component immediately, even while an earlier call is pending. */
  tickNow(component: Ticking): void {
    if (!this.isStopped) this.#tick(component)
  }

  #tickAll(components: readonly Ticking[]): void {
    for (const component of components) if (!this.#pending.has(component)) this.#tick(component)
  }

  #tick(component: Ticking): void {
    try {
      const running = component.tick()
      if (!running) return
      this.#pending.add(component)
      void running
        .catch((error: unknown) => this.#tickFailed(component, error))
        .finally(() => this.#pending.delete(component))
    } catch (error) {
      this.#tickFailed(component, error)
    }
  }

  /** After a stop the database may already be closed, so a running tick may fail. */
  #tickFailed(component: Ticking, err: unknown): void {
    if (!this.isStopped) this.#warn(`${nameOf(component)} failed`, { err })
  }
}

const hasTick = (component: Component): component is Ticking => component.tick !== undefined

const nameOf = (component: Component) => ('what' in component ? String(component.what) : component.constructor.name)
