import type { Logger } from 'pino'
import type { Component } from '../../base/running/component.ts'

/** Starts its members in order and stops them at the same time, so that their stop times do not add up. */
export class RoleGroup implements Component {
  readonly #members: readonly Component[]
  readonly #log: Logger
  readonly #signal: AbortSignal | undefined
  #stopped: Promise<void> | null = null

  /** No further member starts once `signal` is aborted. */
  constructor(members: readonly Component[], log: Logger, signal?: AbortSignal) {
    this.#members = members
    this.#log = log
    this.#signal = signal
  }

  async start(): Promise<void> {
    for (const member of this.#members) {
      this.#signal?.throwIfAborted()
      await member.start?.()
    }
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#stopAll()
    return this.#stopped
  }

  async #stopAll(): Promise<void> {
    const warn = (err: unknown) => this.#log.warn({ err }, 'Could not stop a part of the service cleanly')
    const stop = async (member: Component) => member.stop?.()
    await Promise.all(this.#members.map((member) => stop(member).catch(warn)))
  }
}
