import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { describe, expect, it } from 'vitest'
import { LastingCounts, type MetricFamily } from '../../../src/start/metrics/figures.ts'
import { textOf } from '../../../src/start/metrics/text.ts'

async function figuresOf(process: string, { sent = 0, rovers = 0, newest = 0 }): Promise<MetricFamily[]> {
  const registry = new Registry()
  const registers = [registry]
  new Counter({ name: 'sent_total', help: 'sent', labelNames: ['to'], registers }).inc({ to: 'rover' }, sent)
  new Gauge({ name: 'rovers', help: 'rovers', registers }).set(rovers)
  new Gauge({ name: 'newest', help: 'the newest', aggregator: 'max', registers }).set(newest)
  new Gauge({ name: 'own', help: 'of each', labelNames: ['process'], aggregator: 'omit', registers }).set(
    { process },
    1,
  )
  new Counter({ name: 'cpu_total', help: 'of each', labelNames: ['process'], registers }).inc({ process }, sent)
  const times = new Histogram({ name: 'seconds', help: 'times', buckets: [1, 2], registers })
  for (let time = 0; time < sent; time++) times.observe(1.5)
  return (await registry.getMetricsAsJSON()) as MetricFamily[]
}

const text = async (families: readonly MetricFamily[]) => (await textOf(families)).split('\n')

describe('metrics of several processes', () => {
  it('are summed, maximised or listed per process, including histograms', async () => {
    const lines = await text([
      ...(await figuresOf('a', { sent: 3, rovers: 1, newest: 7 })),
      ...(await figuresOf('b', { sent: 4, rovers: 2, newest: 5 })),
    ])
    for (const line of [
      'sent_total{to="rover"} 7',
      'rovers 3',
      'newest 7',
      'own{process="a"} 1',
      'own{process="b"} 1',
      'seconds_bucket{le="1"} 0',
      'seconds_bucket{le="2"} 7',
      'seconds_bucket{le="+Inf"} 7',
      'seconds_sum 10.5',
      'seconds_count 7',
    ])
      expect(lines).toContain(line)
    expect(lines.filter((line) => line.startsWith('# TYPE sent_total '))).toHaveLength(1)
  })
})

describe('the counters of a process', () => {
  it('are kept while it does not respond, but its gauges are not', async () => {
    const counts = new LastingCounts()
    counts.withEarlier(await figuresOf('a', { sent: 3, rovers: 5 }))
    const lines = await text(counts.withEarlier(null))
    expect(lines).toContain('sent_total{to="rover"} 3')
    expect(lines).toContain('seconds_count 3')
    expect(lines.join('\n')).not.toMatch(/^(rovers|own|cpu_total)/m)
  })

  it('are kept after it exits, any number of times, and the next process adds to them', async () => {
    const counts = new LastingCounts()
    for (const sent of [3, 4]) {
      counts.withEarlier(await figuresOf('a', { sent, rovers: 5 }))
      counts.ended()
    }
    expect(await text(counts.withEarlier(null))).toContain('sent_total{to="rover"} 7')
    const lines = await text(counts.withEarlier(await figuresOf('a', { sent: 2, rovers: 1 })))
    expect(lines).toContain('sent_total{to="rover"} 9')
    expect(lines).toContain('rovers 1')
    expect(lines).toContain('cpu_total{process="a"} 2')
  })
})

describe('the text format', () => {
  const family = (values: MetricFamily['values']): MetricFamily[] => [
    { name: 'a', help: 'one\nof \\ them', type: 'gauge', aggregator: 'sum', values } as unknown as MetricFamily,
  ]

  it('has NaN and infinity, and escapes labels', async () => {
    const lines = await text(
      family([
        { labels: { path: 'C:\\a "b"\n' }, value: 1.5 },
        { labels: {}, value: Number.NaN },
        { labels: { le: 1 }, value: Number.POSITIVE_INFINITY },
      ]),
    )
    expect(lines).toEqual([
      '# HELP a one\\nof \\\\ them',
      '# TYPE a gauge',
      'a{path="C:\\\\a \\"b\\"\\n"} 1.5',
      'a NaN',
      'a{le="1"} +Inf',
      '',
    ])
  })
})
