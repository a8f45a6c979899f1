// Waits for a database that is not reachable yet, because machines start in any order. Errors that waiting cannot fix
// fail immediately.
import { setTimeout as sleep } from 'node:timers/promises'
import { isOurMistake } from '../store/kit/connections/hosts.ts'
import { isUnreachable, reasonOf } from '../store/kit/connections/unavailable.ts'

const AGAIN_AFTER_MS = 1_000
/** Logs every nth attempt, to keep the log short. */
const LOGGED_EVERY = 10

/** On a terminal, rewrites one line each second; otherwise logs a line now and then. */
export async function waitForDatabase(
  ask: () => Promise<void>,
  seconds: number,
  log: (message: string) => void,
  signal?: AbortSignal,
  terminal: { isTTY?: boolean; write(text: string): unknown } = process.stderr,
): Promise<void> {
  const deadline = performance.now() + seconds * 1000
  const erase = () => terminal.isTTY && terminal.write('\r\x1b[K')
  for (let times = 0; ; times++) {
    try {
      await ask()
      if (times > 0) erase()
      return
    } catch (error) {
      erase()
      const leftMs = deadline - performance.now()
      if (isOurMistake(error) || !isUnreachable(error)) throw new Error(`DATABASE_URL: ${reasonOf(error)}`)
      if (leftMs <= 0)
        throw new Error(`DATABASE_URL: the database could not be reached within ${seconds} s: ${reasonOf(error)}`)
      const message = `waiting for the database, ${Math.ceil(leftMs / 1000)} s more: ${reasonOf(error)}`
      if (terminal.isTTY) terminal.write(message)
      else if (times % LOGGED_EVERY === 0) log(message)
      await sleep(Math.min(AGAIN_AFTER_MS, leftMs), undefined, { signal })
    }
  }
}
