// What each node tells the others once a second: that it lives, which stations' streams it has and whether they flow; and now and then
// what each is made of, in messages of their own. Without any of their bytes.

import type { StreamShape } from '@vertice/rtcm'
import type { BackupLine } from '../../domain/stations/backup.ts'

export const ALIVE_SUBJECT = 'vertice.alive'
export const SHAPES_SUBJECT = 'vertice.shapes'

/** NATS takes a megabyte at once, if its operator has not allowed less. Of 5,000 stations the shapes are 2 to 4 MB, whether they flow 65 kB. */
const MOST_BYTES = 128 * 1024

export interface Owned {
  readonly stationId: number
  readonly fence: number
  /** Bytes come. */
  readonly flows: boolean
  /** Observations do. */
  readonly observed: boolean
  /** The station's second source brings them. */
  readonly backup?: BackupLine | null
}

export interface Alive {
  readonly node: string
  /** On the sender's clock, which only goes forward. */
  readonly sentAt: number
  /** It has just come, and would like to hear the others soon. */
  readonly isNew: boolean
  readonly owned: readonly Owned[]
}

/** What streams of a node are made of. */
export interface Shapes {
  readonly node: string
  readonly sentAt: number
  readonly shapes: ReadonlyMap<number, StreamShape>
}

/** As short as JSON can be: thousands of stations are told every second. */
type Line = readonly [stationId: number, fence: number, state: number]

const FLOWS = 1
const OBSERVED = 2
const BACKUP = { push: 4, pull: 8 } as const

export function writeAlive({ node, sentAt, isNew, owned }: Alive): Buffer {
  const lines = owned.map(
    ({ stationId, fence, flows, observed, backup }): Line => [
      stationId,
      fence,
      (flows ? FLOWS : 0) | (observed ? OBSERVED : 0) | (backup ? BACKUP[backup] : 0),
    ],
  )
  return Buffer.from(JSON.stringify({ v: 1, node, at: sentAt, new: isNew, owned: lines }))
}

/** null: it cannot be understood. */
export function readAlive(message: Buffer): Alive | null {
  try {
    const { v, node, at, new: isNew, owned } = JSON.parse(message.toString())
    if (v !== 1 || typeof node !== 'string' || !Number.isFinite(at)) return null
    return {
      node,
      sentAt: at,
      isNew: isNew === true,
      owned: (owned as Line[]).map(([stationId, fence, state]) => ({
        stationId,
        fence,
        flows: (state & FLOWS) !== 0,
        observed: (state & OBSERVED) !== 0,
        ...(state & BACKUP.push ? { backup: 'push' as const } : state & BACKUP.pull ? { backup: 'pull' as const } : {}),
      })),
    }
  } catch {
    return null
  }
}

/** As many messages as it takes. */
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

/** null: it cannot be understood. */
export function readShapes(message: Buffer): Shapes | null {
  try {
    const { v, node, at, shapes } = JSON.parse(message.toString())
    if (v !== 1 || typeof node !== 'string' || !Number.isFinite(at)) return null
    return { node, sentAt: at, shapes: new Map([...(shapes as [number, StreamShape][])]) }
  } catch {
    return null
  }
}
