// The message with which a node tells the others which ephemerides its stations announce.
import type { EphemerisWitnesses } from '@vertice/gnss'

export const EPHEMERIDES_SUBJECT = 'vertice.ephemerides'

/** NATS accepts a megabyte per message by default. A large message would delay streams. */
const MOST_BYTES = 64 * 1024
const VERSION = 1
/** More add no certainty. */
const MOST_STATIONS = 16
const LONGEST_PAYLOAD = 128
const HIGHEST_TYPE = 4095

type Line = readonly [type: number, payload: string, stationIds: readonly number[]]

/** Splits the votes into as many messages as needed. */
export function writeEphemerides(witnesses: readonly EphemerisWitnesses[]): Buffer[] {
  const messages: Buffer[] = []
  let lines: string[] = []
  let length = 0
  const finish = () => {
    if (lines.length > 0) messages.push(Buffer.from(`{"v":${VERSION},"sets":[${lines.join()}]}`))
    lines = []
    length = 0
  }
  for (const { type, payload, stationIds } of witnesses) {
    const line: Line = [type, payload.toString('base64'), stationIds.slice(0, MOST_STATIONS)]
    const text = JSON.stringify(line)
    if (length + text.length > MOST_BYTES) finish()
    lines.push(text)
    length += text.length + 1
  }
  finish()
  return messages
}

/** `null` if the message is malformed. Whether a payload is an ephemeris is checked when its votes are counted. */
export function readEphemerides(message: Buffer): EphemerisWitnesses[] | null {
  const sets = setsOf(message)
  if (!Array.isArray(sets) || !sets.every(isLine)) return null
  return sets.map(([type, payload, stationIds]) => ({ type, payload: Buffer.from(payload, 'base64'), stationIds }))
}

function setsOf(message: Buffer): unknown {
  try {
    const fields = JSON.parse(message.toString())
    return fields?.v === VERSION ? fields.sets : null
  } catch {
    return null
  }
}

const isLine = (value: unknown): value is Line =>
  Array.isArray(value) &&
  value.length === 3 &&
  isWhole(value[0], HIGHEST_TYPE) &&
  typeof value[1] === 'string' &&
  value[1].length <= 2 * LONGEST_PAYLOAD &&
  Array.isArray(value[2]) &&
  value[2].length <= MOST_STATIONS &&
  value[2].every((id) => isWhole(id, Number.MAX_SAFE_INTEGER))

const isWhole = (value: unknown, most: number): value is number =>
  Number.isInteger(value) && (value as number) > 0 && (value as number) <= most
