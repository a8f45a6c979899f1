// The heartbeat that each node sends once a second: which stations it owns and whether their data arrives. The shapes of its streams follow in
// separate messages, less often.
import type { StreamShape } from '@vertice/rtcm'
import type { StandbySourceKind } from '../../domain/stations/standby.ts'

export const HEARTBEAT_SUBJECT = 'vertice.alive'
export const SHAPES_SUBJECT = 'vertice.shapes'

/** NATS accepts a megabyte per message by default. The shapes of 5,000 stations take 2 to 4 MB, their states 65 kB. */
const MOST_BYTES = 128 * 1024

export interface Owned {
  readonly stationId: number
  readonly fencingToken: number
  /** Bytes arrive. */
  readonly flows: boolean
  /** Observations arrive. */
  readonly observed: boolean
  /** The standby source that serves. */
  readonly standby?: StandbySourceKind | null
}

export interface Heartbeat {
  readonly node: string
  /** On the sender's monotonic clock. */
  readonly sentAt: number
  /** The node has just connected and wants to hear the others soon. */
  readonly isNew: boolean
  readonly owned: readonly Owned[]
}

/** The shapes of a node's streams. */
export interface Shapes {
  readonly node: string
  readonly sentAt: number
  readonly shapes: ReadonlyMap<number, StreamShape>
}

/** As short as JSON allows: thousands of stations are announced per second. */
type Line = readonly [stationId: number, fencingToken: number, state: number]

const FLOWS = 1
const OBSERVED = 2
const STANDBY = { push: 4, pull: 8 } as const

export function writeHeartbeat({ node, sentAt, isNew, owned }: Heartbeat): Buffer {
  const lines = owned.map(
    ({ stationId, fencingToken, flows, observed, standby }): Line => [
      stationId,
      fencingToken,
      (flows ? FLOWS : 0) | (observed ? OBSERVED : 0) | (standby ? STANDBY[standby] : 0),
    ],
  )
  return Buffer.from(JSON.stringify({ v: 1, node, at: sentAt, new: isNew, owned: lines }))
}

/** `null` if the message is malformed. */
export function readHeartbeat(message: Buffer): Heartbeat | null {
  try {
    const { v, node, at, new: isNew, owned } = JSON.parse(message.toString())
    if (v !== 1 || typeof node !== 'string' || !Number.isFinite(at)) return null
    return {
      node,
      sentAt: at,
      isNew: isNew === true,
      owned: (owned as Line[]).map(([stationId, fencingToken, state]) => ({
        stationId,
        fencingToken,
        flows: (state & FLOWS) !== 0,
        observed: (state & OBSERVED) !== 0,
        ...(state & STANDBY.push
          ? { standby: 'push' as const }
          : state & STANDBY.pull
            ? { standby: 'pull' as const }
            : {}),
      })),
    }
  } catch {
    return null
  }
}

/** In as many messages as needed. */
export function writeShapes({ node, sentAt, shapes }: Shapes): Buffer[] {
  const messages: Buffer[] = []
  let lines: string[] = []
  let length = 0
  const finish = () => {
    if (lines.length === 0) return
    messages.push(Buffer.from(`{"v":1,"node":${JSON.stringify(node)},"at":${sentAt},"shapes":[${lines.join()}]}`))
    lines = []
    length = 0
  }
  for (const shape of shapes) {
    const line = JSON.stringify(shape)
    if (length + line.length > MOST_BYTES) finish()
    lines.push(line)
    length += line.length
  }
  finish()
  return messages
}

/** `null` if the message is malformed. */
export function readShapes(message: Buffer): Shapes | null {
  try {
    const { v, node, at, shapes } = JSON.parse(message.toString())
    if (v !== 1 || typeof node !== 'string' || !Number.isFinite(at)) return null
    return { node, sentAt: at, shapes: new Map([...(shapes as [number, StreamShape][])]) }
  } catch {
    return null
  }
}
