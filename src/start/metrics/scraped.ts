// Metrics whose values other components count; they are read when the metrics are scraped.
import type { Metric, Registry } from 'prom-client'

export type Labels = Readonly<Record<string, string | number>>
export type Series = readonly (readonly [Labels, number])[]

/** One series per name. */
export const by = (label: string, counts: ReadonlyMap<string, number>): Series =>
  Array.from(counts, ([name, count]) => [{ [label]: name }, count] as const)

/** How to merge the same series of several processes. */
type Together = 'sum' | 'min' | 'max'

interface Facts {
  readonly name: string
  readonly help: string
  readonly type: 'gauge' | 'counter'
  readonly aggregator?: Together
}

/** prom-client reports 0 for unknown values; these metrics then have no series. */
export function registerScraped(
  registry: Registry,
  { name, help, type, aggregator = 'sum' }: Facts,
  series: () => Series | Promise<Series>,
): void {
  const facts = { name, help, type, aggregator }
  const get = async () => ({ ...facts, values: (await series()).map(([labels, value]) => ({ labels, value })) })
  registry.registerMetric({ ...facts, get } as unknown as Metric)
}

export interface ScrapedMetrics {
  gauge(name: string, help: string, value: () => number): void
  counter(name: string, help: string, value: () => number): void
}

export function scrapedMetrics(registry: Registry): ScrapedMetrics {
  const asked = (type: Facts['type']) => (name: string, help: string, value: () => number) =>
    registerScraped(registry, { name, help, type }, () => [[{}, value()]])
  return { gauge: asked('gauge'), counter: asked('counter') }
}
