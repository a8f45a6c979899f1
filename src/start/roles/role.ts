import type { Logger } from 'pino'
import type { Component } from '../../base/running/component.ts'

/** Starts its members in order and stops them at the same time, so that their stop times do not add up. */
export class RoleGroup implements Component {
  readonly #members: readonly Component[]
  readonly #log: Logger
  #stopped: Promise<void> | null = null

  constructor(members: readonly Component[], log: Logger) {
    this.#members = members
    this.#log = log
  }

  async start(): Promise<void> {
    for (const member of this.#members) await member.start?.()
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
