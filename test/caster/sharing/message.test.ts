import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readMessage, writeMessage } from '../../../src/caster/sharing/message.ts'

const most = 2 ** 48 - 1
const envelope = fc.record({
  node: fc.stringMatching(/^[a-z0-9]{1,20}$/),
  fencingToken: fc.integer({ min: 0, max: most }),
  sequence: fc.integer({ min: 0, max: most }),
  receivedAt: fc.double({ min: 0, max: 1e13, noNaN: true }),
})
const bytes = fc.uint8Array({ maxLength: 2_000 }).map((array) => Buffer.from(array))

it('reads back the message that was written', () => {
  fc.assert(
    fc.property(envelope, bytes, (head, body) => {
      expect(readMessage(writeMessage(head, body))).toEqual({ ...head, bytes: body })
    }),
  )
})

it('ignores truncated or foreign messages without an error', () => {
  fc.assert(
    fc.property(envelope, bytes, fc.nat(21), (head, body, length) => {
      expect(readMessage(writeMessage(head, body).subarray(0, length))).toBeNull()
    }),
  )
  fc.assert(
    fc.property(bytes, (anything) => {
      const read = readMessage(anything)
      expect(read === null || anything[0] === 1).toBe(true)
    }),
  )
})

it('ignores messages without a node, with an overlong node name or with too many bytes', () => {
  const head = { fencingToken: 1, sequence: 1, receivedAt: 1 }
  for (const node of ['', 'x'.repeat(65)]) expect(readMessage(writeMessage({ ...head, node }, Buffer.of(1)))).toBeNull()
  const most = 256 * 1024
  expect(readMessage(writeMessage({ ...head, node: 'n' }, Buffer.alloc(most)))).not.toBeNull()
  expect(readMessage(writeMessage({ ...head, node: 'n' }, Buffer.alloc(most + 1)))).toBeNull()
})

it('ignores messages of another version', () => {
  const message = writeMessage({ node: 'n', fencingToken: 1, sequence: 1, receivedAt: 1 }, Buffer.from('x'))
  message[0] = 2
  expect(readMessage(message)).toBeNull()
})
