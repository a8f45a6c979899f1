// LISTEN on one connection for the whole process, with automatic reconnect. Notifications are lost while disconnected,
// so a reconnect notifies all subscribers, and they also poll from time to time.
import type { Lifeline } from './lifeline.ts'

/** Payload of a notification; `null` if some may have been missed. */
type Tell = (payload: string | null) => void

export class Listener {
  readonly #lifeline: Lifeline
  readonly #toTell = new Map<string, Set<Tell>>()
  /** Channels with an active LISTEN on this connection. */
  readonly #heard = new Set<string>()
  #letGo: (() => Promise<void>) | null = null
  #following: Promise<void> = Promise.resolve()

  constructor(lifeline: Lifeline) {
    this.#lifeline = lifeline
  }

  listen(channel: string, tell: Tell): () => Promise<void> {
    const told = this.#toTell.get(channel) ?? new Set()
    this.#toTell.set(channel, told.add(tell))
    if (this.#heard.has(channel)) queueMicrotask(() => tell(null)) // notifications may have been missed before this subscription
    this.#letGo ??= this.#lifeline.hold()
    this.follow()
    return () => {
      told.delete(tell)
      if (told.size === 0 && this.#toTell.get(channel) === told) this.#toTell.delete(channel)
      return this.#toTell.size === 0 ? this.close() : this.follow()
    }
  }

  /** Removes all subscribers. */
  async close(): Promise<void> {
    this.#toTell.clear()
    const letGo = this.#letGo
    this.#letGo = null
    await Promise.all([letGo?.(), this.follow()])
  }

  lost(): void {
    this.#heard.clear()
  }

  /** Issues LISTEN and UNLISTEN to match the subscriptions, one change at a time. */
  follow(): Promise<void> {
    if (this.#lifeline.isConnected)
      this.#following = this.#following.then(() => this.#follow()).catch(() => this.#lifeline.drop()) // reconnects and listens again
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
