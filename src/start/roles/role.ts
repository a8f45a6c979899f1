import type { Logger } from 'pino'
import type { Component } from '../../base/running/component.ts'

export interface Role extends Component {
  /**
   * Stops this role while another process already serves in its place, without cutting off connected clients; `stop` if left out.
   * `basesFirst`: bases reconnect before rovers do.
   */
  retire?(basesFirst: boolean): Promise<void> | void
}

/** Starts its members in order and stops them at the same time, so that their stop times do not add up. */
export class RoleGroup implements Role {
  readonly #members: readonly Role[]
  readonly #log: Logger
  #stopped: Promise<void> | null = null

  constructor(members: readonly Role[], log: Logger) {
    this.#members = members
    this.#log = log
  }

  async start(): Promise<void> {
    for (const member of this.#members) await member.start?.()
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#stopAll(async (member) => member.stop?.())
    return this.#stopped
  }

  retire(basesFirst: boolean): Promise<void> {
    this.#stopped ??= this.#stopAll(async (member) => (member.retire ? member.retire(basesFirst) : member.stop?.()))
    return this.#stopped
  }

  async #stopAll(stop: (member: Role) => Promise<void>): Promise<void> {
    const warn = (err: unknown) => this.#log.warn({ err }, 'Could not stop a part of the service cleanly')
    await Promise.all(this.#members.map((member) => stop(member).catch(warn)))
  }
}
