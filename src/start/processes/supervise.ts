// Keeps a child process running: restarts it with a growing delay if it ends, and stops it when this process stops.
import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { settledWithin } from '../../base/running/settled-within.ts'

const AGAIN_AFTER_MS = 1_000
const AGAIN_AT_MOST_AFTER_MS = 10_000

export interface End {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** One run of the process. */
export interface ProcessRun<Ready> {
  /** Rejects if the process does not become ready; it has then ended. */
  readonly ready: Promise<Ready>
  readonly ended: Promise<End>
  /** Works while the process is starting, too. */
  end(): Promise<void>
}

export interface Supervised<Ready, Kind extends ProcessRun<Ready>> {
  /** The ready message of the first run. */
  readonly first: Ready
  /** The current run, or the last one. */
  current(): Kind
  /** Ready and not ended. */
  isUp(): boolean
  stop(): Promise<void>
}

export interface Supervision {
  /** Name in the log. */
  readonly name: string
  readonly log: Logger
  readonly ended?: () => void
}

/** `begin` receives the ready message of the first run, so that a restart uses the same ports. */
export async function supervise<Ready, Kind extends ProcessRun<Ready>>(
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
      log.error(how, `Process exited unexpectedly; restarting ${name}`)
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
        log.info(`Restarted ${name}`)
        return watch()
      } catch (err) {
        if (!stopping.signal.aborted) log.error({ err }, `Could not start ${name}; will retry`)
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
      await life.end() // also a process that is starting
      await startingAgain
    },
  }
}

/** Asks the process to end, and kills it after the timeout. */
export async function endWithin(timeoutMs: number, child: ChildProcess, ask: () => void): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = endOf(child)
  ask()
  await settledWithin(ended, timeoutMs)
  child.kill('SIGKILL')
  await ended
}

/** Resolves when the process ends; immediately if it could not be started. */
export const endOf = (child: ChildProcess): Promise<End> =>
  new Promise((resolve) => {
    const tell = () => resolve({ code: child.exitCode, signal: child.signalCode })
    if (child.pid === undefined) tell()
    else child.once('exit', tell)
  })
