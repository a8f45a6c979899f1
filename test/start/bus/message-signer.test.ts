// Signing and verification of bus messages.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newKey, parseKeys } from '../../../src/base/secrets.ts'
import {
  answerSubject,
  MAX_MESSAGE_BYTES,
  MessageSigner,
  OVERHEAD_BYTES,
} from '../../../src/start/bus/message-signer.ts'

const SUBJECT = 'vertice.test'
const [first, second] = [newKey(), newKey()]
const BODY = Buffer.from('a body')
let nowMs = Date.UTC(2026, 10, 18)
const clock = () => new Date(nowMs)
const signerOf = (...keys: string[]) => new MessageSigner(parseKeys(keys.join()), clock)

describe('a signed message', () => {
  it('round-trips', () => {
    const [sender, receiver] = [signerOf(first), signerOf(first)]
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2_000 }), (bytes) => {
        const body = Buffer.from(bytes)
        const message = sender.sign(SUBJECT, body)
        expect(message.length).toBe(body.length + OVERHEAD_BYTES)
        expect(receiver.open(SUBJECT, message)).toEqual(body)
      }),
    )
  })

  it('is rejected when any bit is changed, when it is cut or extended, and under another subject', () => {
    const receiver = signerOf(first)
    const message = signerOf(first).sign(SUBJECT, BODY)
    for (let bit = 0; bit < 8 * message.length; bit++) {
      const changed = Buffer.from(message)
      changed[bit >> 3]! ^= 1 << (bit & 7)
      expect(typeof receiver.open(SUBJECT, changed), `bit ${bit}`).toBe('string')
    }
    for (let length = 0; length < message.length; length++)
      expect(typeof receiver.open(SUBJECT, message.subarray(0, length)), `${length} bytes`).toBe('string')
    expect(receiver.open(SUBJECT, Buffer.concat([message, Buffer.of(0)]))).toBe('bad_signature')
    expect(receiver.open('vertice.rtcm.8', message)).toBe('bad_signature')
    expect(receiver.open(SUBJECT, message)).toEqual(BODY)
  })

  it('is accepted with any key of the ring, so that keys can be rotated, and with no other', () => {
    const opened = (by: string[], at: string[]) => signerOf(...at).open(SUBJECT, signerOf(...by).sign(SUBJECT, BODY))
    expect(opened([first], [first, second])).toEqual(BODY)
    expect(opened([first, second], [first])).toEqual(BODY)
    expect(opened([second, first], [first, second])).toEqual(BODY)
    expect(opened([second], [second, first])).toEqual(BODY)
    expect(opened([second, first], [first])).toBe('unknown_key')
  })

  it('is accepted once and in order', () => {
    const [one, other, receiver] = [signerOf(first), signerOf(first), signerOf(first)]
    const messages = [1, 2, 3].map((number) => one.sign(SUBJECT, Buffer.of(number)))
    expect(receiver.open(SUBJECT, messages[1]!)).toEqual(Buffer.of(2))
    expect([0, 1].map((index) => receiver.open(SUBJECT, messages[index]!))).toEqual(['repeated', 'repeated'])
    expect(receiver.open(SUBJECT, messages[2]!)).toEqual(Buffer.of(3))
    expect(receiver.open(SUBJECT, other.sign(SUBJECT, BODY))).toEqual(BODY)
  })

  it('is not accepted by its own sender', () => {
    const signer = signerOf(first)
    expect(signer.open(SUBJECT, signer.sign(SUBJECT, BODY))).toBe('repeated')
  })

  it('is accepted for a minute by a receiver that does not know its sender', () => {
    const message = signerOf(first).sign(SUBJECT, BODY)
    const openedAfter = (ms: number) => {
      nowMs += ms
      const opened = signerOf(first).open(SUBJECT, message)
      nowMs -= ms
      return opened
    }
    expect([60_000, -60_000].map(openedAfter)).toEqual([BODY, BODY])
    expect([60_001, -60_001].map(openedAfter)).toEqual(['out_of_time', 'out_of_time'])
  })

  it('keeps its order when the clock is set back', () => {
    const [sender, receiver] = [signerOf(first), signerOf(first)]
    for (let second = 0; second < 5; second++) {
      expect(receiver.open(SUBJECT, sender.sign(SUBJECT, BODY))).toEqual(BODY)
      nowMs -= 1_000
    }
  })

  it('is limited in size', () => {
    const message = signerOf(first).sign(SUBJECT, Buffer.alloc(MAX_MESSAGE_BYTES - OVERHEAD_BYTES + 1))
    expect(signerOf(first).open(SUBJECT, message)).toBe('too_large')
  })

  it('is accepted from more senders than are remembered', () => {
    const receiver = signerOf(first)
    for (let sender = 0; sender < 1_100; sender++)
      expect(receiver.open(SUBJECT, signerOf(first).sign(SUBJECT, BODY))).toEqual(BODY)
  })
})

it('binds an answer to one question', () => {
  const [asking, answering] = [signerOf(first), signerOf(first)]
  const questions = [asking.sign(SUBJECT, BODY), asking.sign(SUBJECT, BODY)]
  const answer = answering.sign(answerSubject(SUBJECT, questions[0]!), BODY)
  expect(asking.openAnswer(answerSubject(SUBJECT, questions[0]!), answer)).toEqual(BODY)
  expect(asking.openAnswer(answerSubject(SUBJECT, questions[1]!), answer)).toBe('bad_signature')
  expect(asking.open(SUBJECT, answer)).toBe('bad_signature')
})

it('rejects random bytes without an error', () => {
  const receiver = signerOf(first)
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (bytes, isOurs) => {
      const message = Buffer.from(isOurs ? [2, ...bytes] : bytes)
      expect(typeof receiver.open(SUBJECT, message)).toBe('string')
    }),
  )
})
