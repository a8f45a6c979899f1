// Reads the shape of a stream that another node announced. The sourcetable shows it to every client.
import { CONSTELLATIONS, type StreamShape } from '@vertice/rtcm'

/** RTCM message numbers have 12 bits. A stream contains some tens of them. */
const MAX_TYPE = 4095
const MAX_MESSAGES = 256
/** More than any constellation has. */
const MAX_FREQUENCIES = 32
const MAX_BITS_PER_SECOND = 1e9
/** Intervals are measured over ten minutes. */
const MAX_SECONDS = 3_600

type Message = StreamShape['messages'][number]
type Fields = Readonly<Record<string, unknown>>

/** Returns only the fields of a shape; `null` if one of them is malformed. */
export function readShape(value: unknown): StreamShape | null {
  if (!isObject(value)) return null
  const { messages, constellations, frequencies, bitsPerSecond } = value
  if (!isListOf(messages, isMessage, MAX_MESSAGES)) return null
  if (!isListOf(constellations, isConstellation, CONSTELLATIONS.length)) return null
  if (!isWhole(frequencies, MAX_FREQUENCIES)) return null
  if (bitsPerSecond !== null && !isWhole(bitsPerSecond, MAX_BITS_PER_SECOND)) return null
  return {
    messages: messages.map(({ type, seconds }) => ({ type, seconds })),
    constellations,
    frequencies,
    bitsPerSecond,
  }
}

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const isWithin = (value: unknown, most: number): value is number =>
  typeof value === 'number' && value >= 0 && value <= most
const isWhole = (value: unknown, most: number): value is number => Number.isInteger(value) && isWithin(value, most)
const isConstellation = (value: unknown): value is StreamShape['constellations'][number] =>
  (CONSTELLATIONS as readonly unknown[]).includes(value)

const isListOf = <Item>(value: unknown, isItem: (item: unknown) => item is Item, most: number): value is Item[] =>
  Array.isArray(value) && value.length <= most && value.every(isItem)

const isMessage = (value: unknown): value is Message =>
  isObject(value) && isWhole(value.type, MAX_TYPE) && (value.seconds === null || isWithin(value.seconds, MAX_SECONDS))
