// Warnings that strangers can cause: a few lines of each kind a minute, and then how many were left out.
import { clientOf } from '../domain/sessions/client-address.ts'

/** In the time between two calls of `sumUp`. */
const LINES_OF_AN_ADDRESS = 3
const LINES_OF_A_KIND = 30

interface Kind {
  lines: number
  leftOut: number
  readonly byAddress: Map<string, number>
}

export class QuietLog {
  readonly #warn: (message: string, detail: object) => void
  readonly #kinds = new Map<string, Kind>()

  constructor(warn: (message: string, detail: object) => void) {
    this.#warn = warn
  }

  /** `message` is the kind: what varies belongs into the detail. */
  warn(message: string, address: string, detail: object): void {
    const kind = this.#kinds.get(message) ?? { lines: 0, leftOut: 0, byAddress: new Map() }
    this.#kinds.set(message, kind)
    const client = clientOf(address)
    const ofAddress = kind.byAddress.get(client) ?? 0
    if (kind.lines >= LINES_OF_A_KIND || ofAddress >= LINES_OF_AN_ADDRESS) {
      kind.leftOut += 1
      return
    }
    kind.lines += 1
    kind.byAddress.set(client, ofAddress + 1)
    this.#warn(message, { ...detail, address })
  }

  /** Once a minute. */
  sumUp(): void {
    for (const [message, { leftOut }] of this.#kinds)
      if (leftOut > 0) this.#warn(`${message}: more of the same in the last minute, which were left out`, { leftOut })
    this.#kinds.clear()
  }
}
