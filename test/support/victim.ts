// A process that a test can kill, freeze and restart any number of times.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

const STOP_MS = 20_000

export class Victim {
  readonly name: string
  readonly #launch: () => Promise<ChildProcess>
  #child: ChildProcess | null = null
  #isMeantToRun = false
  isFrozen = false
  /** Exits that the test did not cause. */
  readonly crashes: string[] = []

  /** `launch` starts the process and waits until it is ready. */
  constructor(name: string, launch: () => Promise<ChildProcess>) {
    this.name = name
    this.#launch = launch
  }

  get pid(): number {
    return this.#child!.pid!
  }

  get isUp(): boolean {
    return this.#runs && !this.isFrozen
  }

  async start(): Promise<void> {
    const child = await this.#launch()
    this.#child = child
    this.#isMeantToRun = true
    child.once('exit', (code, signal) => {
      if (this.#isMeantToRun) this.crashes.push(`${this.name} ended by itself (${signal ?? code})`)
    })
  }

  async kill(): Promise<void> {
    this.#isMeantToRun = false
    this.isFrozen = false
    if (!this.#runs) return
    const ended = once(this.#child!, 'exit')
    this.#child!.kill('SIGKILL')
    await ended
  }

  /** Freezes the process, like a machine that is cut off: its connections stay open. */
  freeze(): void {
    this.isFrozen = true
    this.#child!.kill('SIGSTOP')
  }

  thaw(): void {
    this.isFrozen = false
    this.#child!.kill('SIGCONT')
  }

  /** Returns a description of an unclean exit, otherwise `null`. */
  async stop(): Promise<string | null> {
    this.#isMeantToRun = false
    if (!this.#runs) return null
    if (this.isFrozen) this.thaw()
    const child = this.#child!
    const ended = once(child, 'exit')
    const impatient = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
    child.kill('SIGTERM')
    await ended
    clearTimeout(impatient)
    return child.signalCode === 'SIGKILL' ? `${this.name} did not stop within ${STOP_MS / 1000} s` : null
  }

  get #runs(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null
  }
}
