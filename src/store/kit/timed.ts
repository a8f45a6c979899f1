// Measures how long callers wait for a pooled connection and for the result. The two are separate, because a pool that
// is too small and a statement that is too slow look alike from outside.
import pg from 'pg'

export interface TimesHeard {
  waited(milliseconds: number): void
  answered(milliseconds: number): void
}

/** Holds the receiver of the durations; `null` until one is set. */
export interface DurationListener {
  heard: TimesHeard | null
}

type Callback = (...told: unknown[]) => void

const timed = (callback: Callback, tell: (milliseconds: number) => void): Callback => {
  const began = performance.now()
  return (...told) => {
    tell(performance.now() - began)
    callback(...told)
  }
}

/** Reports the latency of a promise; its rejection is handled by the caller. */
function time(answer: unknown, tell: (milliseconds: number) => void): void {
  const began = performance.now()
  const done = () => tell(performance.now() - began)
  if (answer instanceof Promise) answer.then(done, done)
}

type Method = (...args: unknown[]) => unknown

export const timedPool = (settings: pg.PoolConfig, ear: DurationListener): pg.Pool => {
  const pool = new pg.Pool(settings)
  const connect = pool.connect.bind(pool) as Method
  const tell = (milliseconds: number) => ear.heard?.waited(milliseconds)
  pool.connect = ((callback?: Callback) => {
    if (callback) return connect(timed(callback, tell))
    const connected = connect()
    time(connected, tell)
    return connected
  }) as typeof pool.connect
  return pool
}

export const timedClient = (Client: typeof pg.Client, ear: DurationListener): typeof pg.Client =>
  class extends Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      const query = this.query.bind(this) as Method
      const tell = (milliseconds: number) => ear.heard?.answered(milliseconds)
      this.query = ((...args: unknown[]) => {
        const last = args.at(-1)
        if (typeof last === 'function') return query(...args.slice(0, -1), timed(last as Callback, tell))
        const answer = query(...args)
        time(answer, tell)
        return answer
      }) as typeof this.query
    }
  }
