// How long callers waited for a connection of the pool, and for an answer on it. The two are told apart: a pool that is too small and a
// statement that is too slow look alike from outside.
import pg from 'pg'

/** Told in milliseconds. */
export interface TimesHeard {
  waited(milliseconds: number): void
  answered(milliseconds: number): void
}

/** Who hears it; nobody, until somebody wants to. */
export interface Ear {
  heard: TimesHeard | null
}

type Callback = (...told: unknown[]) => void

/** Passes on what it is told, and says when that was. */
const timed = (callback: Callback, tell: (milliseconds: number) => void): Callback => {
  const began = performance.now()
  return (...told) => {
    tell(performance.now() - began)
    callback(...told)
  }
}

/** The same of a promise; whoever waits for it hears of its failure. */
function time(answer: unknown, tell: (milliseconds: number) => void): void {
  const began = performance.now()
  const done = () => tell(performance.now() - began)
  if (answer instanceof Promise) answer.then(done, done)
}

type Method = (...args: unknown[]) => unknown

export const timedPool = (settings: pg.PoolConfig, ear: Ear): pg.Pool => {
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

/** For the pool: a client that says how long each answer took. */
export const timedClient = (Client: typeof pg.Client, ear: Ear): typeof pg.Client =>
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
