// The caster's bus on a transport that anyone can publish to: messages are signed, and only those with a valid
// signature are delivered.
import { ThrottledLines } from '../../base/limits/throttled-log.ts'
import { type Bus, type BusCounts, REJECTIONS, type Rejection } from '../../caster/bus.ts'
import { answerSubject, type MessageSigner } from './message-signer.ts'
import type { NatsTransport } from './nats.ts'

export interface OpenBus extends Bus {
  close(): Promise<void>
}

type Hear = Parameters<Bus['subscribe']>[1]
type Warn = (message: string, detail: object) => void

/** Advice for the operator; `null` if the rejection is harmless. */
const ADVICE: Readonly<Record<Rejection, string | null>> = {
  too_large: 'Another program publishes on this NATS: check who can log in',
  unknown_version: 'A caster of another release, or another program, publishes on this NATS: upgrade all casters',
  unknown_key: 'Give all casters the same ENCRYPTION_KEYS',
  bad_signature: 'The message is forged or damaged: check who can log in to NATS',
  out_of_time: 'The sender or this node has lost touch with the time of the database, or an old message was repeated',
  repeated: 'If NATS was not restarted just now, a client repeats messages: check who can log in to NATS',
  malformed: 'A caster of another release publishes on this NATS: upgrade all casters',
  unknown_station: null,
  failed: 'Report this error',
}

/** Limited, because anyone who can reach NATS can cause these log lines. */
const LINES = { linesPerKey: 1, maxLines: REJECTIONS.length }

export class SignedBus implements OpenBus {
  readonly #transport: NatsTransport
  readonly #signer: MessageSigner
  readonly #warn: Warn
  readonly #rejected = new Map<Rejection, number>(REJECTIONS.map((reason) => [reason, 0]))
  readonly #lines: ThrottledLines

  constructor(transport: NatsTransport, signer: MessageSigner, warn: Warn) {
    this.#transport = transport
    this.#signer = signer
    this.#warn = warn
    this.#lines = new ThrottledLines(LINES, (reason, leftOut) =>
      warn('More messages from the bus were rejected in the last minute', { reason, leftOut }),
    )
  }

  get counts(): BusCounts {
    return { ...this.#transport.counts, rejected: this.#rejected }
  }

  isUp(): boolean {
    return this.#transport.isUp()
  }

  publish(subject: string, message: Buffer): void {
    this.#transport.publish(subject, this.#signer.sign(subject, message))
  }

  subscribe(subject: string, hear: Hear): () => void {
    return this.#transport.subscribe(subject, (message, answer) => this.#deliver(subject, hear, message, answer))
  }

  async ask(subject: string, question: Buffer, withinMs: number): Promise<Buffer | null> {
    const signed = this.#signer.sign(subject, question)
    const answer = await this.#transport.ask(subject, signed, withinMs)
    return answer && this.#accepted(subject, this.#signer.openAnswer(answerSubject(subject, signed), answer))
  }

  reject(reason: Rejection, subject: string, detail: object = {}): void {
    this.#rejected.set(reason, this.#rejected.get(reason)! + 1)
    const advice = ADVICE[reason]
    if (advice !== null && this.#lines.admits(reason, performance.now()))
      this.#warn('Rejected a message from the bus', { reason, subject, advice, ...detail })
  }

  close(): Promise<void> {
    return this.#transport.close()
  }

  #deliver(subject: string, hear: Hear, message: Buffer, answer: (reply: Buffer) => void): void {
    const body = this.#accepted(subject, this.#signer.open(subject, message))
    if (body === null) return
    try {
      hear(body, (reply) => answer(this.#signer.sign(answerSubject(subject, message), reply)))
    } catch (err) {
      this.reject('failed', subject, { err })
    }
  }

  #accepted(subject: string, opened: Buffer | Rejection): Buffer | null {
    if (typeof opened !== 'string') return opened
    this.reject(opened, subject)
    return null
  }
}
