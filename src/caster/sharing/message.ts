// A part of a stream on its way from the node that has the base to one that has its rovers: who sent it, with what right, where it
// belongs, when it came; then the bytes, of RTCM whole frames.

/** A node of another release may write otherwise, and is then not understood rather than misunderstood. */
const VERSION = 1
/** Version, length of the node's id, fence (6 bytes), sequence (6), time of receipt (8), id of the node. */
const FENCE_AT = 2
const SEQUENCE_AT = 8
const RECEIVED_AT = 14
const NODE_AT = 22

export interface Envelope {
  readonly node: string
  /** Whoever has the station later has a higher one. */
  readonly fence: number
  /** Counts the messages of this owner. */
  readonly sequence: number
  /** Milliseconds on the sender's own clock, which only goes forward. */
  readonly receivedAt: number
}

export interface StreamMessage extends Envelope {
  readonly bytes: Buffer
}

export function writeMessage({ node, fence, sequence, receivedAt }: Envelope, bytes: Buffer): Buffer {
  const head = NODE_AT + node.length
  const message = Buffer.allocUnsafe(head + bytes.length)
  message[0] = VERSION
  message[1] = node.length
  message.writeUIntBE(fence, FENCE_AT, 6)
  message.writeUIntBE(sequence, SEQUENCE_AT, 6)
  message.writeDoubleBE(receivedAt, RECEIVED_AT)
  message.write(node, NODE_AT, 'latin1')
  bytes.copy(message, head)
  return message
}

/** null: it is none. */
export function readMessage(message: Buffer): StreamMessage | null {
  if (message.length < NODE_AT || message[0] !== VERSION) return null
  const head = NODE_AT + message[1]!
  const receivedAt = message.readDoubleBE(RECEIVED_AT)
  if (message.length < head || !Number.isFinite(receivedAt)) return null
  return {
    node: message.toString('latin1', NODE_AT, head),
    fence: message.readUIntBE(FENCE_AT, 6),
    sequence: message.readUIntBE(SEQUENCE_AT, 6),
    receivedAt,
    bytes: message.subarray(head),
  }
}

/** The sender's clock: only goes forward, and reads like a time of day. */
export const sendingTime = (): number => performance.timeOrigin + performance.now()
