// Signs bus messages, so that a node accepts only messages of nodes that have an encryption key of this network. A signed message is: version
// (1 byte), key id (4), sender (8), stamp (8), body, signature (16). The signature is HMAC-SHA256, truncated, over the subject, a NUL byte and
// everything before the signature.
import { createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto'
import type { KeyRing } from '../../base/secrets.ts'
import type { Rejection } from '../../caster/bus.ts'

/** Messages of main before signatures began with 0, 1, `[`, `{` or a base64 character. */
const VERSION = 2
const KEY_AT = 1
const SENDER_AT = 5
const STAMP_AT = 13
const BODY_AT = 21
const SENDER_BYTES = 8
const SIGNATURE_BYTES = 16
export const OVERHEAD_BYTES = BODY_AT + SIGNATURE_BYTES
/** NATS accepts this much by default. */
export const MAX_MESSAGE_BYTES = 1024 * 1024
/** Nodes use the database's clock, so their times differ little. After a database failover they may differ for a few seconds. */
export const TIME_WINDOW_MS = 60_000
/** Senders are processes that hold a key. The bound limits what a faulty one can make others remember. */
const MAX_SENDERS = 1_000
const PURPOSE = 'vertice bus 2'

export class MessageSigner {
  readonly #keys: KeyRing
  readonly #clock: () => Date
  /** Version, key id and sender. */
  readonly #head: Buffer
  readonly #sender: string
  #lastStamp = 0
  /** The newest stamp of each sender. */
  readonly #senders = new Map<string, number>()

  /** `clock`: the same for all nodes. */
  constructor(keys: KeyRing, clock: () => Date) {
    this.#keys = keys.derive(PURPOSE)
    this.#clock = clock
    const sender = randomBytes(SENDER_BYTES)
    this.#sender = sender.toString('latin1')
    this.#head = Buffer.concat([Buffer.of(VERSION), Buffer.from(this.#keys.current.id, 'hex'), sender])
  }

  sign(subject: string, body: Buffer): Buffer {
    const message = Buffer.allocUnsafe(OVERHEAD_BYTES + body.length)
    const end = BODY_AT + body.length
    this.#head.copy(message)
    message.writeDoubleBE(this.#nextStamp(), STAMP_AT)
    body.copy(message, BODY_AT)
    signatureOf(this.#keys.current.secret, subject, message.subarray(0, end)).copy(message, end, 0, SIGNATURE_BYTES)
    return message
  }

  /** Returns the body, or why the message is rejected. The messages of a sender are accepted once and in order. */
  open(subject: string, message: Buffer): Buffer | Rejection {
    const body = this.openAnswer(subject, message)
    if (typeof body === 'string') return body
    const sender = message.toString('latin1', SENDER_AT, STAMP_AT)
    const stamp = message.readDoubleBE(STAMP_AT)
    // NATS delivers no message to its own sender.
    if (sender === this.#sender || stamp <= (this.#senders.get(sender) ?? 0)) return 'repeated'
    this.#remember(sender, stamp)
    return body
  }

  /** As `open`, without the order: an answer is bound to its question by its subject, see `answerSubject`. */
  openAnswer(subject: string, message: Buffer): Buffer | Rejection {
    if (message.length > MAX_MESSAGE_BYTES) return 'too_large'
    if (message.length < OVERHEAD_BYTES || message[0] !== VERSION) return 'unknown_version'
    const secret = this.#keys.secretOf(message.toString('hex', KEY_AT, SENDER_AT))
    if (!secret) return 'unknown_key'
    const differsMs = Math.abs(this.#clock().getTime() - message.readDoubleBE(STAMP_AT) / 1000)
    if (!(differsMs <= TIME_WINDOW_MS)) return 'out_of_time'
    const end = message.length - SIGNATURE_BYTES
    const expected = signatureOf(secret, subject, message.subarray(0, end)).subarray(0, SIGNATURE_BYTES)
    return timingSafeEqual(expected, message.subarray(end)) ? message.subarray(BODY_AT, end) : 'bad_signature'
  }

  /** Microseconds of the clock, and always more than before. */
  #nextStamp(): number {
    this.#lastStamp = Math.max(this.#lastStamp + 1, 1000 * this.#clock().getTime())
    return this.#lastStamp
  }

  #remember(sender: string, stamp: number): void {
    if (!this.#senders.has(sender) && this.#senders.size >= MAX_SENDERS) this.#forgetSome()
    this.#senders.set(sender, stamp)
  }

  /** Messages of senders that are silent for longer than the window are rejected by their time. */
  #forgetSome(): void {
    const oldest = 1000 * (this.#clock().getTime() - TIME_WINDOW_MS)
    for (const [sender, stamp] of this.#senders) if (stamp < oldest) this.#senders.delete(sender)
    if (this.#senders.size >= MAX_SENDERS) this.#senders.delete(this.#senders.keys().next().value!)
  }
}

/** The subject that an answer is signed for: the question's, and the question's own signature. */
export const answerSubject = (subject: string, question: Buffer): string =>
  `${subject} ${question.toString('base64', question.length - SIGNATURE_BYTES)}`

const signatureOf = (secret: KeyObject, subject: string, signed: Buffer): Buffer =>
  createHmac('sha256', secret).update(`${subject}\0`).update(signed).digest()
