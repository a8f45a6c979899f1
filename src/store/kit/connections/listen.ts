// Being told: one connection of a process LISTENs for everybody in it, and comes back by itself. A notice may be lost while it is
// away, so whoever listens is then told to look, and looks from time to time anyway.
import type { Lifeline } from './lifeline.ts'

/** The payload of a notice; null: something may have been missed. */
type Tell = (payload: string | null) => void

export class Listener {
  readonly #lifeline: Lifeline
  readonly #toTell = new Map<string, Set<Tell>>()
  /** Channels that the connection listens to. */
  readonly #heard = new Set<string>()
  #letGo: (() => Promise<void>) | null = null
  #following: Promise<void> = Promise.resolve()

  constructor(lifeline: Lifeline) {
    this.#lifeline = lifeline
  }

  /** Returns how to stop. */
  listen(channel: string, tell: Tell): () => Promise<void> {
    const told = this.#toTell.get(channel) ?? new Set()
    this.#toTell.set(channel, told.add(tell))
    if (this.#heard.has(channel)) queueMicrotask(() => tell(null)) // something may have happened before it listened
    this.#letGo ??= this.#lifeline.hold()
    this.follow()
    return () => {
      told.delete(tell)
      if (told.size === 0 && this.#toTell.get(channel) === told) this.#toTell.delete(channel)
      return this.#toTell.size === 0 ? this.close() : this.follow()
    }
  }

  /** Nobody is told anything any more. */
  async close(): Promise<void> {
    this.#toTell.clear()
    const letGo = this.#letGo
    this.#letGo = null
    await Promise.all([letGo?.(), this.follow()])
  }

  /** The connection is gone, and what was listened to on it. */
  lost(): void {
    this.#heard.clear()
  }

  /** Listens to what is wanted, and no longer to what is not; one change after the other. */
  follow(): Promise<void> {
    if (this.#lifeline.isConnected)
      this.#following = this.#following.then(() => this.#follow()).catch(() => this.#lifeline.drop()) // and comes back
    return this.#following
  }

  tell(channel: string, payload: string | null): void {
    for (const tell of this.#toTell.get(channel) ?? []) tell(payload)
  }

  async #follow(): Promise<void> {
    for (const channel of [...this.#toTell.keys()].filter((wanted) => !this.#heard.has(wanted))) {
      await this.#lifeline.ask(`listen ${channel}`)
      this.#heard.add(channel)
      this.tell(channel, null)
    }
    for (const channel of [...this.#heard].filter((heard) => !this.#toTell.has(heard))) {
      this.#heard.delete(channel)
      await this.#lifeline.ask(`unlisten ${channel}`)
    }
  }
}
