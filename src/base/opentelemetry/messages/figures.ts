// The metrics of /metrics in OTLP (opentelemetry-proto 1.x, metrics.proto), with the same names and labels.
import type { Attributes } from '../../running/around.ts'
import { ATTRIBUTE, attributesOf, nanoseconds, RESOURCE, SCOPE, scopeOf, type TelemetryOrigin } from './common.ts'
import type { Message, Shape } from './protobuf.ts'

/** A metric in the form that prom-client returns. */
export interface Family {
  readonly name: string
  readonly help: string
  readonly type: unknown
  readonly values: readonly Value[]
}

interface Value {
  readonly value: number
  readonly labels: Readonly<Partial<Record<string, string | number>>>
  /** Set for metrics with several series: name_bucket, name_sum, name_count. */
  readonly metricName?: string
}

const TIMES: Shape = { startTimeUnixNano: [2, 'fixed64'], timeUnixNano: [3, 'fixed64'] }
const NUMBERS: Shape = { ...TIMES, asDouble: [4, 'double'], attributes: [7, ATTRIBUTE] }
const BUCKETS: Shape = {
  ...TIMES,
  count: [4, 'fixed64'],
  sum: [5, 'double'],
  bucketCounts: [6, 'fixed64s'],
  explicitBounds: [7, 'doubles'],
  attributes: [9, ATTRIBUTE],
}
const QUANTILES: Shape = {
  ...TIMES,
  count: [4, 'fixed64'],
  sum: [5, 'double'],
  quantileValues: [6, { quantile: [1, 'double'], value: [2, 'double'] }],
  attributes: [7, ATTRIBUTE],
}
const FIGURE: Shape = {
  name: [1, 'text'],
  description: [2, 'text'],
  gauge: [5, { dataPoints: [1, NUMBERS] }],
  sum: [7, { dataPoints: [1, NUMBERS], aggregationTemporality: [2, 'enum'], isMonotonic: [3, 'bool'] }],
  histogram: [9, { dataPoints: [1, BUCKETS], aggregationTemporality: [2, 'enum'] }],
  summary: [11, { dataPoints: [1, QUANTILES] }],
}

export const FIGURES: Shape = {
  resourceMetrics: [1, { resource: [1, RESOURCE], scopeMetrics: [2, { scope: [1, SCOPE], metrics: [2, FIGURE] }] }],
}

/** Aggregation since the start of the process, as in Prometheus. */
const CUMULATIVE = 2

interface Times {
  readonly startedMs: number
  readonly nowMs: number
}

export const figuresMessage = (families: readonly Family[], origin: TelemetryOrigin, times: Times): Message => ({
  resourceMetrics: [
    {
      resource: { attributes: attributesOf(origin.resource) },
      scopeMetrics: [{ scope: scopeOf(origin), metrics: families.flatMap((family) => figureMessage(family, times)) }],
    },
  ],
})

function figureMessage({ name, help, type, values }: Family, { startedMs, nowMs }: Times): Message[] {
  const told = values.filter(({ value }) => Number.isFinite(value))
  if (told.length === 0) return []
  const now = { timeUnixNano: nanoseconds(nowMs) }
  const since = { startTimeUnixNano: nanoseconds(startedMs), ...now }
  const what = { name, description: help }
  const number = (times: Message) => (value: Value) => ({
    ...times,
    asDouble: value.value,
    attributes: attributesOf(labelsOf(value)),
  })
  switch (String(type)) {
    case 'counter':
      return [
        {
          ...what,
          sum: { dataPoints: told.map(number(since)), aggregationTemporality: CUMULATIVE, isMonotonic: true },
        },
      ]
    case 'histogram': {
      const dataPoints = seriesOf(told, 'le').map((series) => ({ ...since, ...bucketsOf(series) }))
      return [{ ...what, histogram: { dataPoints, aggregationTemporality: CUMULATIVE } }]
    }
    case 'summary':
      return [
        {
          ...what,
          summary: { dataPoints: seriesOf(told, 'quantile').map((one) => ({ ...since, ...quantilesOf(one) })) },
        },
      ]
    default:
      return [{ ...what, gauge: { dataPoints: told.map(number(now)) } }]
  }
}

/** Groups values by their labels, ignoring label `but`. */
const seriesOf = (values: readonly Value[], but: string): Value[][] => [
  ...Map.groupBy(values, (value) => JSON.stringify(labelsOf(value, but))).values(),
]

const labelsOf = ({ labels }: Value, but?: string): Attributes =>
  Object.fromEntries(
    Object.entries(labels).flatMap(([name, value]) =>
      name === but || value === undefined ? [] : [[name, String(value)] as const],
    ),
  )

const named = (series: readonly Value[], ending: string): number =>
  series.find(({ metricName }) => metricName?.endsWith(ending))?.value ?? 0

/** Prometheus buckets are cumulative; OTLP buckets count between two bounds. */
function bucketsOf(series: readonly Value[]): Message {
  const upTo = series
    .filter(({ labels }) => 'le' in labels && labels.le !== '+Inf')
    .map(({ labels, value }) => ({ bound: Number(labels.le), value }))
    .sort((one, other) => one.bound - other.bound)
  const count = named(series, '_count')
  const counts = [...upTo.map(({ value }) => value), count]
  return {
    count: String(count),
    sum: named(series, '_sum'),
    bucketCounts: counts.map((value, index) => String(Math.max(0, value - (counts[index - 1] ?? 0)))),
    explicitBounds: upTo.map(({ bound }) => bound),
    attributes: attributesOf(labelsOf(series[0]!, 'le')),
  }
}

const quantilesOf = (series: readonly Value[]): Message => ({
  count: String(named(series, '_count')),
  sum: named(series, '_sum'),
  quantileValues: series
    .filter(({ labels }) => 'quantile' in labels)
    .map(({ labels, value }) => ({ quantile: Number(labels.quantile), value })),
  attributes: attributesOf(labelsOf(series[0]!, 'quantile')),
})
