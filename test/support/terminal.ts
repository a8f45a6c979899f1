// Runs a program in its own terminal, created by `script`.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from './concurrent.ts'
import { until } from './process.ts'

export class Terminal {
  readonly #child: ChildProcess
  #said = ''

  constructor(command: string, folder: string, environment: NodeJS.ProcessEnv) {
    this.#child = spawn('script', ['--quiet', '--flush', '--return', '--command', command, '/dev/null'], {
      cwd: folder,
      env: { PATH: process.env.PATH, TERM: 'dumb', LC_ALL: 'C.UTF-8', ...environment },
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    this.#child.stdout!.on('data', (data) => {
      this.#said += data
    })
    onTestFinished(() => {
      this.#child.kill('SIGKILL')
    })
  }

  /** Types the keys and returns the output from then on, once it matches `awaited`. */
  async type(keys: string, awaited: RegExp): Promise<string> {
    const before = this.#said.length
    this.#child.stdin!.write(keys)
    return this.#since(before, awaited)
  }

  /** Returns all output, once it matches `awaited`. */
  shows(awaited: RegExp): Promise<string> {
    return this.#since(0, awaited)
  }

  async ended(): Promise<number | null> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) await once(this.#child, 'exit')
    return this.#child.exitCode
  }

  /** Closes the terminal. A program with a session of its own (setsid) keeps running, without SIGHUP. */
  async close(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.ended()
  }

  async #since(before: number, awaited: RegExp): Promise<string> {
    await until(() => awaited.test(this.#said.slice(before))).catch(() => {
      throw new Error(`expected ${awaited}, got ${JSON.stringify(this.#said.slice(before))}`)
    })
    return this.#said.slice(before)
  }
}
