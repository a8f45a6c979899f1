// Pushes a stream to a caster, as a base does.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { pushRequest, readResponse } from '@vertice/ntrip'

const ANSWER_WITHIN_MS = 15_000

export class PushRejected extends Error {}

export interface PushTarget {
  readonly host: string
  readonly port: number
  readonly mountpoint: string
  readonly password: string
}

export class Push {
  readonly #socket: Socket
  /** Rejects when the connection ends. */
  readonly #closed: Promise<never>

  private constructor(socket: Socket) {
    this.#socket = socket
    const { promise, reject } = Promise.withResolvers<never>()
    this.#closed = promise
    promise.catch(() => {})
    socket.on('error', reject).on('close', () => reject(new Error('the caster closed the connection')))
  }

  /** Rejects with `PushRejected` and the caster's words. */
  static async open({ host, port, mountpoint, password }: PushTarget): Promise<Push> {
    const socket = connect({ host, port, noDelay: true })
    const push = new Push(socket)
    socket.setTimeout(ANSWER_WITHIN_MS, () => socket.destroy(new Error('the caster does not answer')))
    const credentials = { username: 'replay', password }
    socket.write(pushRequest({ revision: 2, host, port, mountpoint, credentials, agent: 'Vertice replay' }))
    let head = Buffer.alloc(0)
    for (;;) {
      const [bytes] = (await Promise.race([once(socket, 'data'), push.#closed])) as [Buffer]
      head = Buffer.concat([head, bytes])
      const answer = readResponse(head)
      if (answer === 'incomplete') continue
      socket.setTimeout(0)
      socket.resume()
      if (answer.status === 'stream') return push
      socket.destroy()
      throw new PushRejected(answer.said)
    }
  }

  /** Resolves when the operating system has taken the bytes. */
  async send(bytes: Buffer): Promise<void> {
    if (this.#socket.destroyed) await this.#closed
    if (!this.#socket.write(bytes)) await Promise.race([once(this.#socket, 'drain'), this.#closed])
  }

  end(): void {
    this.#socket.end()
  }
}
