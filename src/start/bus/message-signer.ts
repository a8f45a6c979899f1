// Signs bus messages, so that a node accepts only messages of nodes with an encryption key of this network. A signed
// message is: version (1 byte), key id (4), sender (8), stamp (8), body, signature (16). The signature is a truncated
// HMAC-SHA256 over the subject, a NUL byte and everything before the signature.
import { createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto'
import type { KeyRing } from '../../base/secrets.ts'
import type { Rejection } from '../../caster/bus.ts'

/** Unsigned messages of earlier versions began with 0, 1, `[`, `{` or a base64 character. */
const VERSION = 2
const KEY_AT = 1
const SENDER_AT = 5
const STAMP_AT = 13
const BODY_AT = 21
const SENDER_BYTES = 8
const SIGNATURE_BYTES = 16
export const OVERHEAD_BYTES = BODY_AT + SIGNATURE_BYTES
/** NATS's default limit. */
export const MAX_MESSAGE_BYTES = 1024 * 1024
/** Nodes use the database's clock, so their times differ little; after a database failover, by a few seconds. */
export const TIME_WINDOW_MS = 60_000
/** Senders are processes with a key. The limit bounds the memory that a faulty one can use on other nodes. */
const MAX_SENDERS = 1_000
const PURPOSE = 'vertice bus 2'

export class MessageSigner {
  readonly #keys: KeyRing
  readonly #clock: () => Date
  /** Version, key id and sender. */
  readonly #head: Buffer
  readonly #sender: string
  #lastStamp = 0
  /** The newest stamp per sender. */
  readonly #senders = new Map<string, number>()

  /** `clock` must be the same for all nodes. */
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

  /** Returns the body, or why the message is rejected. A sender's messages are accepted once and in order. */
  open(subject: string, message: Buffer): Buffer | Rejection {
    const body = this.openAnswer(subject, message)
    if (typeof body === 'string') return body
    const sender = message.toString('latin1', SENDER_AT, STAMP_AT)
    const stamp = message.readDoubleBE(STAMP_AT)
    // NATS does not deliver a message to its own sender.
    if (sender === this.#sender || stamp <= (this.#senders.get(sender) ?? 0)) return 'repeated'
    this.#remember(sender, stamp)
    return body
  }

  /** Like `open`, without the order check: the subject binds a reply to its request, see `answerSubject`. */
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

  /** The clock in microseconds, strictly increasing. */
  #nextStamp(): number {
    this.#lastStamp = Math.max(this.#lastStamp + 1, 1000 * this.#clock().getTime())
    return this.#lastStamp
  }

  #remember(sender: string, stamp: number): void {
    if (!this.#senders.has(sender) && this.#senders.size >= MAX_SENDERS) this.#forgetSome()
    this.#senders.set(sender, stamp)
  }

  /** Messages of a sender that was silent for longer than the window are rejected by their time. */
  #forgetSome(): void {
    const oldest = 1000 * (this.#clock().getTime() - TIME_WINDOW_MS)
    for (const [sender, stamp] of this.#senders) if (stamp < oldest) this.#senders.delete(sender)
    if (this.#senders.size >= MAX_SENDERS) this.#senders.delete(this.#senders.keys().next().value!)
  }
}

/** The subject that a reply is signed with: the request's subject and signature. */
export const answerSubject = (subject: string, question: Buffer): string =>
  `${subject} ${question.toString('base64', question.length - SIGNATURE_BYTES)}`

const signatureOf = (secret: KeyObject, subject: string, signed: Buffer): Buffer =>
  createHmac('sha256', secret).update(`${subject}\0`).update(signed).digest()
