import { Counter, Gauge, Histogram, Registry, Summary } from 'prom-client'
import { expect, it } from 'vitest'
import { type Family, FIGURES, figuresMessage } from '../../../src/base/opentelemetry/messages/figures.ts'
import { encode } from '../../../src/base/opentelemetry/messages/protobuf.ts'
import { attributesIn, METRICS, metricsIn, readProtobuf } from '../../support/collector.ts'

it('keeps names, labels and values of metrics, as JSON and as protobuf', async () => {
  const registers = [new Registry()]
  new Counter({ name: 'a_total', help: 'A.', labelNames: ['reason'], registers }).inc({ reason: 'x' }, 3)
  const gauge = new Gauge({ name: 'b', help: 'B.', labelNames: ['state'], registers })
  gauge.set({ state: 'open' }, 1.5)
  gauge.set({ state: 'gone' }, Number.NaN)
  const histogram = new Histogram({
    name: 'c_seconds',
    help: 'C.',
    labelNames: ['route'],
    buckets: [0.1, 1],
    registers,
  })
  for (const seconds of [0.05, 0.5, 0.6, 7]) histogram.observe({ route: '/x' }, seconds)
  const summary = new Summary({ name: 'd_seconds', help: 'D.', labelNames: ['of'], percentiles: [0.5], registers })
  summary.observe({ of: 'y' }, 4)
  new Gauge({ name: 'e_nothing', help: 'E.', labelNames: ['state'], registers })
  const families = (await registers[0]!.getMetricsAsJSON()) as unknown as Family[]
  const times = { startedMs: 1_700_000_000_000, nowMs: 1_700_000_060_000 }
  const message = figuresMessage(families, { resource: { 'service.name': 'vertice' }, version: '1' }, times)
  const plain = JSON.parse(JSON.stringify(message))
  expect(readProtobuf(encode(FIGURES, message), METRICS)).toEqual(plain)

  const told = new Map(metricsIn(plain).map((metric) => [metric.name, metric]))
  expect([...told.keys()]).toEqual(['a_total', 'b', 'c_seconds', 'd_seconds'])
  const since = { startTimeUnixNano: '1700000000000000000', timeUnixNano: '1700000060000000000' }
  const [count] = told.get('a_total').sum.dataPoints
  expect(told.get('a_total')).toMatchObject({
    description: 'A.',
    sum: { isMonotonic: true, aggregationTemporality: 2 },
  })
  expect(count).toMatchObject({ ...since, asDouble: 3 })
  expect(attributesIn(count.attributes)).toEqual({ reason: 'x' })
  expect(told.get('b').gauge.dataPoints).toEqual([
    {
      timeUnixNano: since.timeUnixNano,
      asDouble: 1.5,
      attributes: [{ key: 'state', value: { stringValue: 'open' } }],
    },
  ])
  expect(told.get('c_seconds').histogram).toMatchObject({
    aggregationTemporality: 2,
    dataPoints: [
      {
        ...since,
        count: '4',
        bucketCounts: ['1', '2', '1'],
        explicitBounds: [0.1, 1],
        attributes: [{ key: 'route', value: { stringValue: '/x' } }],
      },
    ],
  })
  expect(told.get('d_seconds').summary.dataPoints).toMatchObject([
    { count: '1', sum: 4, quantileValues: [{ quantile: 0.5, value: 4 }] },
  ])
})
