// Spans in OTLP (opentelemetry-proto 1.x, trace.proto).
import type { Span } from '../tracer.ts'
import { ATTRIBUTE, attributesOf, nanoseconds, RESOURCE, SCOPE, scopeOf, type TelemetryOrigin } from './common.ts'
import type { Message, Shape } from './protobuf.ts'

const SPAN: Shape = {
  traceId: [1, 'hex'],
  spanId: [2, 'hex'],
  parentSpanId: [4, 'hex'],
  name: [5, 'text'],
  kind: [6, 'enum'],
  startTimeUnixNano: [7, 'fixed64'],
  endTimeUnixNano: [8, 'fixed64'],
  attributes: [9, ATTRIBUTE],
  status: [15, { code: [3, 'enum'] }],
}

export const SPANS: Shape = {
  resourceSpans: [1, { resource: [1, RESOURCE], scopeSpans: [2, { scope: [1, SCOPE], spans: [2, SPAN] }] }],
}

const KINDS = { internal: 1, server: 2, client: 3 } as const
const FAILED = 2

export const spansMessage = (spans: readonly Span[], origin: TelemetryOrigin): Message => ({
  resourceSpans: [
    {
      resource: { attributes: attributesOf(origin.resource) },
      scopeSpans: [{ scope: scopeOf(origin), spans: spans.map(spanMessage) }],
    },
  ],
})

const spanMessage = ({ context, parentId, name, kind, startMs, endMs, attributes, failure }: Span): Message => ({
  traceId: context.traceId,
  spanId: context.spanId,
  ...(parentId !== null && { parentSpanId: parentId }),
  name,
  kind: KINDS[kind],
  startTimeUnixNano: nanoseconds(startMs),
  endTimeUnixNano: nanoseconds(endMs ?? startMs),
  attributes: attributesOf(attributes),
  ...(failure !== null && { status: { code: FAILED } }),
})
