// An OpenTelemetry collector. It accepts OTLP over HTTP as protobuf, and keeps what it receives in the JSON form. Its protobuf reader takes the field numbers from the OTLP standard, not from the product's tables.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from './concurrent.ts'

export interface ToldSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startMs: number
  readonly endMs: number
  readonly attributes: Record<string, unknown>
  readonly failed: boolean
  /** Attributes of the process that reported the span. */
  readonly resource: Record<string, unknown>
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into JSON
type Json = any

export class Collector {
  readonly spans: ToldSpan[] = []
  /** The newest metric of each name, in OTLP's JSON form. */
  readonly figures = new Map<string, Json>()
  readonly requests: { readonly path: string; readonly headers: IncomingMessage['headers'] }[] = []
  /** The status of its responses; `null` to never respond. */
  status: number | null = 200
  #url = ''

  static async start(): Promise<Collector> {
    const collector = new Collector()
    const server = createServer(async (request, response) => {
      const body = await buffer(request)
      collector.requests.push({ path: request.url!, headers: request.headers })
      if (collector.status === null) return
      if (collector.status === 200) collector.#take(request, body)
      response.writeHead(collector.status).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    collector.#url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    onTestFinished(async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    })
    return collector
  }

  get url(): string {
    return this.#url
  }

  named(name: string): ToldSpan[] {
    return this.spans.filter((span) => span.name === name)
  }

  #take({ url }: IncomingMessage, body: Buffer): void {
    const isTraces = url === '/v1/traces'
    const message = readProtobuf(body, isTraces ? TRACES : METRICS)
    if (isTraces) this.spans.push(...spansIn(message))
    else for (const metric of metricsIn(message)) this.figures.set(metric.name, metric)
  }
}

export const spansIn = (message: Json): ToldSpan[] =>
  message.resourceSpans.flatMap(({ resource, scopeSpans }: Json) =>
    scopeSpans.flatMap(({ spans }: Json) =>
      spans.map((span: Json) => ({
        ...span,
        startMs: Number(BigInt(span.startTimeUnixNano) / 1000n) / 1000,
        endMs: Number(BigInt(span.endTimeUnixNano) / 1000n) / 1000,
        attributes: attributesIn(span.attributes),
        failed: span.status?.code === 2,
        resource: attributesIn(resource.attributes),
      })),
    ),
  )

export const metricsIn = (message: Json): Json[] =>
  message.resourceMetrics.flatMap(({ scopeMetrics }: Json) => scopeMetrics.flatMap(({ metrics }: Json) => metrics))

export const attributesIn = (attributes: Json[] = []): Record<string, unknown> =>
  Object.fromEntries(
    attributes.map(({ key, value: { stringValue, boolValue, intValue, doubleValue } }) => [
      key,
      stringValue ?? boolValue ?? doubleValue ?? Number(intValue),
    ]),
  )

type Read = (bytes: Buffer, varint: bigint) => unknown
type Field = readonly [name: string, read: Read | Fields, many?: 'many']
interface Fields {
  readonly [number: number]: Field
}

const text: Read = (bytes) => bytes.toString()
const hex: Read = (bytes) => bytes.toString('hex')
const uint: Read = (_, varint) => Number(varint)
const bool: Read = (_, varint) => varint === 1n
const int64: Read = (_, varint) => String(BigInt.asIntN(64, varint))
const fixed64: Read = (bytes) => String(bytes.readBigUInt64LE())
const double: Read = (bytes) => bytes.readDoubleLE()
const each =
  (read: Read): Read =>
  (bytes) =>
    Array.from({ length: bytes.length / 8 }, (_, index) => read(bytes.subarray(index * 8, index * 8 + 8), 0n))

const ANY: Fields = {
  1: ['stringValue', text],
  2: ['boolValue', bool],
  3: ['intValue', int64],
  4: ['doubleValue', double],
}
const KEY_VALUE: Fields = { 1: ['key', text], 2: ['value', ANY] }
const RESOURCE: Fields = { 1: ['attributes', KEY_VALUE, 'many'] }
const SCOPE: Fields = { 1: ['name', text], 2: ['version', text] }
const SPAN: Fields = {
  1: ['traceId', hex],
  2: ['spanId', hex],
  4: ['parentSpanId', hex],
  5: ['name', text],
  6: ['kind', uint],
  7: ['startTimeUnixNano', fixed64],
  8: ['endTimeUnixNano', fixed64],
  9: ['attributes', KEY_VALUE, 'many'],
  15: ['status', { 2: ['message', text], 3: ['code', uint] }],
}
export const TRACES: Fields = {
  1: [
    'resourceSpans',
    { 1: ['resource', RESOURCE], 2: ['scopeSpans', { 1: ['scope', SCOPE], 2: ['spans', SPAN, 'many'] }, 'many'] },
    'many',
  ],
}
const POINT: Fields = { 2: ['startTimeUnixNano', fixed64], 3: ['timeUnixNano', fixed64] }
const NUMBER: Fields = { ...POINT, 4: ['asDouble', double], 7: ['attributes', KEY_VALUE, 'many'] }
const HISTOGRAM: Fields = {
  ...POINT,
  4: ['count', fixed64],
  5: ['sum', double],
  6: ['bucketCounts', each(fixed64)],
  7: ['explicitBounds', each(double)],
  9: ['attributes', KEY_VALUE, 'many'],
}
const SUMMARY: Fields = {
  ...POINT,
  4: ['count', fixed64],
  5: ['sum', double],
  6: ['quantileValues', { 1: ['quantile', double], 2: ['value', double] }, 'many'],
  7: ['attributes', KEY_VALUE, 'many'],
}
const points = (fields: Fields): Fields => ({
  1: ['dataPoints', fields, 'many'],
  2: ['aggregationTemporality', uint],
  3: ['isMonotonic', bool],
})
const METRIC: Fields = {
  1: ['name', text],
  2: ['description', text],
  5: ['gauge', points(NUMBER)],
  7: ['sum', points(NUMBER)],
  9: ['histogram', points(HISTOGRAM)],
  11: ['summary', points(SUMMARY)],
}
export const METRICS: Fields = {
  1: [
    'resourceMetrics',
    { 1: ['resource', RESOURCE], 2: ['scopeMetrics', { 1: ['scope', SCOPE], 2: ['metrics', METRIC, 'many'] }, 'many'] },
    'many',
  ],
}

/** Throws if the message contains a field that `fields` does not list. */
export function readProtobuf(bytes: Buffer, fields: Fields): Json {
  const message: Record<string, unknown> = {}
  let at = 0
  const varint = (): bigint => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++]!
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }
  const take = (length: number): Buffer => {
    if (at + length > bytes.length) throw new Error('a field is longer than its message')
    at += length
    return bytes.subarray(at - length, at)
  }
  while (at < bytes.length) {
    const tag = Number(varint())
    const field = fields[tag >> 3]
    if (!field) throw new Error(`there is no field ${tag >> 3}`)
    const [name, read, many] = field
    const wire = tag & 7
    const number = wire === 0 ? varint() : 0n
    const inside = wire === 0 ? Buffer.alloc(0) : take(wire === 1 ? 8 : Number(varint()))
    const value = typeof read === 'function' ? read(inside, number) : readProtobuf(inside, read)
    message[name] = many ? [...((message[name] as unknown[]) ?? []), value] : value
  }
  return message
}
