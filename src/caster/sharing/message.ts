// A message with stream data from the node that owns a station to a node with rovers: sender, fencing token, sequence,
// time of receipt, and the bytes (whole frames of RTCM).

/** Messages of another version are ignored. */
const VERSION = 1
/** Version, length of the node's id, fencing token (6 bytes), sequence (6), time of receipt (8), id of the node. */
const FENCING_TOKEN_AT = 2
const SEQUENCE_AT = 8
const RECEIVED_AT = 14
const NODE_AT = 22
const MAX_NODE_LENGTH = 64
const NODE_ID = /^[\w-]{1,64}$/
/** Fencing tokens and sequence numbers take 6 bytes. */
export const MAX_COUNT = 2 ** 48 - 1
/** A source is read in chunks of at most 64 kB. */
const MAX_STREAM_BYTES = 256 * 1024

export interface Envelope {
  readonly node: string
  /** A later owner of the station has a higher one. */
  readonly fencingToken: number
  /** Sequence number among the messages of this owner. */
  readonly sequence: number
  /** Milliseconds on the sender's monotonic clock. */
  readonly receivedAt: number
}

export interface StreamMessage extends Envelope {
  readonly bytes: Buffer
}

export function writeMessage({ node, fencingToken, sequence, receivedAt }: Envelope, bytes: Buffer): Buffer {
  const head = NODE_AT + node.length
  const message = Buffer.allocUnsafe(head + bytes.length)
  message[0] = VERSION
  message[1] = node.length
  message.writeUIntBE(fencingToken, FENCING_TOKEN_AT, 6)
  message.writeUIntBE(sequence, SEQUENCE_AT, 6)
  message.writeDoubleBE(receivedAt, RECEIVED_AT)
  message.write(node, NODE_AT, 'latin1')
  bytes.copy(message, head)
  return message
}

/** `null` if the message is malformed. */
export function readMessage(message: Buffer): StreamMessage | null {
  if (message.length < NODE_AT || message[0] !== VERSION) return null
  const nodeLength = message[1]!
  const head = NODE_AT + nodeLength
  const receivedAt = message.readDoubleBE(RECEIVED_AT)
  if (nodeLength === 0 || nodeLength > MAX_NODE_LENGTH || message.length < head) return null
  if (!Number.isFinite(receivedAt) || message.length > head + MAX_STREAM_BYTES) return null
  return {
    node: message.toString('latin1', NODE_AT, head),
    fencingToken: message.readUIntBE(FENCING_TOKEN_AT, 6),
    sequence: message.readUIntBE(SEQUENCE_AT, 6),
    receivedAt,
    bytes: message.subarray(head),
  }
}

export const isNodeId = (value: unknown): value is string => typeof value === 'string' && NODE_ID.test(value)

/** The sender's clock: monotonic, and close to the time of day. */
export const sendingTime = (): number => performance.timeOrigin + performance.now()
