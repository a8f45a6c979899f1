// Messages that other nodes, or programs that pretend to be nodes, publish on the bus.
import assert from 'node:assert/strict'
import { newKey, parseKeys } from '../../../src/base/secrets.ts'
import { readHeartbeat, readShapes, writeHeartbeat, writeShapes } from '../../../src/caster/sharing/heartbeat.ts'
import { readMessage, writeMessage } from '../../../src/caster/sharing/message.ts'
import { proofText, readProof } from '../../../src/caster/streams/sources/push-proof.ts'
import { MessageSigner } from '../../../src/start/bus/message-signer.ts'
import type { Target } from '../target.ts'

const SUBJECT = 'vertice.rtcm.7'
const clock = () => new Date('2026-11-18T00:00:00Z')
const keys = parseKeys(newKey())
const shape = {
  messages: [{ type: 1077, seconds: 1 }],
  constellations: ['GPS' as const],
  frequencies: 2,
  bitsPerSecond: 4_800,
}
const node = 'abcdefghijkl'
const owned = [{ stationId: 7, fencingToken: 3, flows: true, observed: true }]
const stream = writeMessage({ node, fencingToken: 3, sequence: 1, receivedAt: 1 }, Buffer.from('frames'))

const busMessages: Target = {
  name: 'bus-messages',
  seeds: [
    writeHeartbeat({ node, sentAt: 1, isNew: true, owned }),
    ...writeShapes({ node, sentAt: 1, shapes: new Map([[7, shape]]) }),
    stream,
    new MessageSigner(keys, clock).sign(SUBJECT, stream),
    Buffer.from('password certificate'),
  ],
  words: ['"owned":[', '"shapes":[', '"messages":', '"constellations":', 'null', '1e999', '__proto__'],
  run(input) {
    // A key that signed none of the seeds.
    assert.equal(typeof new MessageSigner(parseKeys(newKey()), clock).open(SUBJECT, input), 'string')
    const heartbeat = readHeartbeat(input)
    if (heartbeat) assert.deepEqual(plain(readHeartbeat(writeHeartbeat(heartbeat))!.owned), plain(heartbeat.owned))
    const shapes = readShapes(input)
    if (shapes) {
      const again = writeShapes(shapes).flatMap((message) => [...readShapes(message)!.shapes])
      assert.deepEqual(plain(again), plain([...shapes.shapes]))
    }
    const message = readMessage(input)
    if (message) assert.deepEqual(readMessage(writeMessage(message, message.bytes)), message)
    const proof = readProof(input.toString())
    if (proof) assert.deepEqual(readProof(proofText(proof)), proof)
  },
}

/** JSON does not keep -0. */
const plain = (value: unknown) => JSON.parse(JSON.stringify(value))

export const BUS_TARGETS: readonly Target[] = [busMessages]
