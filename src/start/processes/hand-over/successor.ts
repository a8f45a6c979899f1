// The next process, as the one that serves sees it: started from the files and settings as they are now, with the sockets that it shall take.
import { type ChildProcess, spawn } from 'node:child_process'
import { environmentAsGiven } from '../../../base/config/config.ts'
import type { Listener } from '../../service.ts'
import { endOf, endWithin } from '../supervise.ts'
import { handleOf, toArgument } from './sockets.ts'

/** After input, output, errors and the line between the two. */
const FIRST_SOCKET = 4
const STOP_PATIENCE_MS = 30_000

/** What it is told: who will keep it, by the path of the keeper's socket. */
export interface ToSuccessor {
  readonly keeper: string
}

export type FromSuccessor = 'ready' | 'kept' | { readonly failed: string }

export class Successor {
  readonly #child: ChildProcess

  private constructor(child: ChildProcess) {
    this.#child = child
  }

  /** Ready; fails, with nothing of it left, when it does not come up. However long that takes: migrations take what they take. */
  static async start(listeners: readonly Listener[], stopping: AbortSignal): Promise<Successor> {
    const child = launch(listeners)
    try {
      await toldBy(child, 'ready', stopping)
    } catch (error) {
      const ended = endOf(child)
      child.kill('SIGTERM')
      await ended
      throw error
    }
    return new Successor(child)
  }

  get pid(): number {
    return this.#child.pid!
  }

  get isUp(): boolean {
    return this.#child.connected
  }

  /** Tells it who will keep it, and waits until it knows; where that one listens already, until it has met it. */
  async meet(keeper: string, isThere: boolean): Promise<void> {
    const met = isThere ? toldBy(this.#child, 'kept', null) : null
    await new Promise<void>((sent) => this.#child.send({ keeper } satisfies ToSuccessor, () => sent()))
    await met
  }

  stop(): Promise<void> {
    return endWithin(STOP_PATIENCE_MS, this.#child, () => void this.#child.kill('SIGTERM'))
  }

  /** Its end does not keep this process any more, nor does this one's keep it from going on. */
  letGo(): void {
    this.#child.unref()
    if (this.#child.connected) this.#child.disconnect()
  }
}

/** With every word as this process was begun. */
function launch(listeners: readonly Listener[]): ChildProcess {
  const fds = listeners.map(({ server }) => handleOf(server)!.fd)
  const theirs = listeners.map(({ name, host, port }, index) => ({ name, host, port, fd: FIRST_SOCKET + index }))
  return spawn(process.execPath, [...process.execArgv, process.argv[1]!, 'start', '--hand-over', toArgument(theirs)], {
    env: environmentAsGiven(),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc', ...fds],
  })
}

function toldBy(child: ChildProcess, word: FromSuccessor, stopping: AbortSignal | null): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  child.once('error', reject)
  child.once('exit', (code, signal) => reject(new Error(`the next process has ended (${signal ?? code})`)))
  const stop = () => reject(new Error('the service is being stopped'))
  stopping?.addEventListener('abort', stop, { once: true })
  const listen = (message: FromSuccessor) => {
    if (message === word) resolve()
    else if (typeof message === 'object') reject(new Error(message.failed))
  }
  child.on('message', listen)
  return promise.finally(() => {
    child.off('message', listen)
    stopping?.removeEventListener('abort', stop)
  })
}
