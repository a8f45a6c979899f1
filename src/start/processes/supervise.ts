// What runs in a process of its own and must go on running: it is started again when it ended by itself, after a while that grows, and
// taken along when we stop.
import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { soon } from '../../base/running/soon.ts'

const AGAIN_AFTER_MS = 1_000
const AGAIN_AT_MOST_AFTER_MS = 10_000

export interface End {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** One process, from its start to its end. */
export interface Life<Ready> {
  /** Fails, with nothing of it left, when it does not come up. */
  readonly ready: Promise<Ready>
  readonly ended: Promise<End>
  /** Also while it is just starting. */
  end(): Promise<void>
}

export interface Supervised<Ready, Kind extends Life<Ready>> {
  /** What the first one said when it was ready. */
  readonly first: Ready
  /** The one that runs, or the last that did. */
  current(): Kind
  /** It has said that it is ready, and has not ended. */
  isUp(): boolean
  stop(): Promise<void>
}

export interface Supervision {
  /** As the log calls it. */
  readonly name: string
  readonly log: Logger
  readonly ended?: () => void
}

/** `begin` is told what the first one said when it was ready: the next shall be found where that was. */
export async function supervise<Ready, Kind extends Life<Ready>>(
  begin: (first: Ready | null) => Kind,
  { name, log, ended = () => {} }: Supervision,
): Promise<Supervised<Ready, Kind>> {
  const stopping = new AbortController()
  let isUp = false
  let life = begin(null)
  const first = await life.ready
  let startingAgain: Promise<void> = Promise.resolve()

  const watch = () => {
    isUp = true
    void life.ended.then((how) => {
      isUp = false
      ended()
      if (stopping.signal.aborted) return
      log.error(how, `${name} ended by itself; it is started again`)
      startingAgain = startAgain()
    })
  }
  async function startAgain(): Promise<void> {
    for (let wait = AGAIN_AFTER_MS; ; wait = Math.min(2 * wait, AGAIN_AT_MOST_AFTER_MS)) {
      await sleep(wait, undefined, { ref: false, signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      try {
        life = begin(first)
        await life.ready
        log.info(`${name} is back`)
        return watch()
      } catch (err) {
        if (!stopping.signal.aborted) log.error({ err }, `${name} could not be started; it is tried again`)
      }
    }
  }
  watch()

  return {
    first,
    current: () => life,
    isUp: () => isUp,
    async stop() {
      stopping.abort()
      await life.end() // also one that is just starting, and may wait for something
      await startingAgain
    },
  }
}

/** Asks it to end, and does not ask any more when that takes too long. */
export async function endWithin(patienceMs: number, child: ChildProcess, ask: () => void): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = endOf(child)
  ask()
  await soon(ended, patienceMs)
  child.kill('SIGKILL')
  await ended
}

/** Of a process that was begun; at once of one that could not be. */
export const endOf = (child: ChildProcess): Promise<End> =>
  new Promise((resolve) => {
    const tell = () => resolve({ code: child.exitCode, signal: child.signalCode })
    if (child.pid === undefined) tell()
    else child.once('exit', tell)
  })
