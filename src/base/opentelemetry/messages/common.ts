// Parts common to all messages (opentelemetry-proto 1.x, common.proto and resource.proto).
import type { Attributes } from '../../running/around.ts'
import type { Message, Shape } from './protobuf.ts'

const VALUE: Shape = {
  stringValue: [1, 'text'],
  boolValue: [2, 'bool'],
  intValue: [3, 'int64'],
  doubleValue: [4, 'double'],
}

export const ATTRIBUTE: Shape = { key: [1, 'text'], value: [2, VALUE] }
export const RESOURCE: Shape = { attributes: [1, ATTRIBUTE] }
export const SCOPE: Shape = { name: [1, 'text'], version: [2, 'text'] }

export const attributesOf = (attributes: Attributes): Message[] =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: told(value) }))

function told(value: string | number | boolean): Message {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}

/** Microsecond precision, as our clocks provide. */
export const nanoseconds = (ms: number): string => `${Math.round(ms * 1000)}000`

export interface TelemetryOrigin {
  readonly resource: Attributes
  readonly version: string
}

export const scopeOf = ({ version }: TelemetryOrigin): Message => ({ name: 'vertice', version })
