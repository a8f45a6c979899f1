// The heartbeat that each node sends once a second: the stations that it owns and whether their data arrives. The
// shapes of its streams follow in separate messages, less often.
import type { StreamShape } from '@vertice/rtcm'
import type { StandbySourceKind } from '../../domain/stations/standby.ts'
import { isNodeId, MAX_COUNT } from './message.ts'
import { readShape } from './read-shape.ts'

export const HEARTBEAT_SUBJECT = 'vertice.alive'
export const SHAPES_SUBJECT = 'vertice.shapes'

/** NATS accepts a megabyte per message by default. The shapes of 5,000 stations take 2 to 4 MB, their states 65 kB. */
const MOST_BYTES = 128 * 1024

export interface Owned {
  readonly stationId: number
  readonly fencingToken: number
  /** Whether bytes arrive. */
  readonly flows: boolean
  /** Whether observations arrive. */
  readonly observed: boolean
  readonly standby?: StandbySourceKind | null
}

export interface Heartbeat {
  readonly node: string
  /** On the sender's monotonic clock. */
  readonly sentAt: number
  /** Whether the node has just connected and wants to hear the others soon. */
  readonly isNew: boolean
  readonly owned: readonly Owned[]
}

/** Some stations of a message may be unreadable, which must not affect the others. */
export interface Partly {
  readonly unreadable: number
}

export interface Shapes {
  readonly node: string
  readonly sentAt: number
  readonly shapes: ReadonlyMap<number, StreamShape>
}

/** The shortest JSON form, because thousands of stations are announced per second. */
type Line = readonly [stationId: number, fencingToken: number, state: number]

const FLOWS = 1
const OBSERVED = 2
const STANDBY = { push: 4, pull: 8 } as const
const MAX_STATE = 15
const VERSION = 1

export function writeHeartbeat({ node, sentAt, isNew, owned }: Heartbeat): Buffer {
  const lines = owned.map(
    ({ stationId, fencingToken, flows, observed, standby }): Line => [
      stationId,
      fencingToken,
      (flows ? FLOWS : 0) | (observed ? OBSERVED : 0) | (standby ? STANDBY[standby] : 0),
    ],
  )
  return Buffer.from(JSON.stringify({ v: VERSION, node, at: sentAt, new: isNew, owned: lines }))
}

/** `null` if the message is malformed. */
export function readHeartbeat(message: Buffer): (Heartbeat & Partly) | null {
  const { node, at, new: isNew, owned } = fieldsOf(message)
  if (!isNodeId(node) || !isTime(at) || !Array.isArray(owned)) return null
  const lines = owned.filter(isLine)
  return {
    node,
    sentAt: at,
    isNew: isNew === true,
    owned: lines.map(([stationId, fencingToken, state]) => ({
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
    unreadable: owned.length - lines.length,
  }
}

/** Empty if the message is no object of this version. */
function fieldsOf(message: Buffer): Readonly<Record<string, unknown>> {
  try {
    const fields = JSON.parse(message.toString())
    return fields?.v === VERSION ? fields : {}
  } catch {
    return {}
  }
}

const isTime = (value: unknown): value is number => Number.isFinite(value)
const isCount = (value: unknown, most = MAX_COUNT): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most
const isStationId = (value: unknown): value is number => isCount(value) && value > 0

const isLine = (value: unknown): value is Line =>
  Array.isArray(value) &&
  value.length === 3 &&
  isStationId(value[0]) &&
  isCount(value[1]) &&
  isCount(value[2], MAX_STATE)

/** Splits the shapes into as many messages as needed. */
export function writeShapes({ node, sentAt, shapes }: Shapes): Buffer[] {
  const messages: Buffer[] = []
  let lines: string[] = []
  let length = 0
  const finish = () => {
    if (lines.length === 0) return
    messages.push(
      Buffer.from(`{"v":${VERSION},"node":${JSON.stringify(node)},"at":${sentAt},"shapes":[${lines.join()}]}`),
    )
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
export function readShapes(message: Buffer): (Shapes & Partly) | null {
  const { node, at, shapes } = fieldsOf(message)
  if (!isNodeId(node) || !isTime(at) || !Array.isArray(shapes)) return null
  const lines = shapes.map(readShapeLine).filter((line) => line !== null)
  return { node, sentAt: at, shapes: new Map(lines), unreadable: shapes.length - lines.length }
}

function readShapeLine(value: unknown): readonly [stationId: number, shape: StreamShape] | null {
  if (!Array.isArray(value) || value.length !== 2 || !isStationId(value[0])) return null
  const shape = readShape(value[1])
  return shape && [value[0], shape]
}
