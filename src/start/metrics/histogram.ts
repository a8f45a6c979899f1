// A histogram of times. prom-client's histogram sorts and joins its labels on every observation, which showed in
// profiles; here the caller keeps the series.
import type { Metric, Registry } from 'prom-client'

type Labels = Readonly<Record<string, string | number>>

const BOUNDS_MS = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000]

export class Times {
  readonly #buckets = BOUNDS_MS.map(() => 0)
  #sum = 0
  #count = 0

  add(milliseconds: number): void {
    this.#count += 1
    this.#sum += milliseconds
    const bucket = BOUNDS_MS.findIndex((bound) => milliseconds <= bound)
    if (bucket >= 0) this.#buckets[bucket]! += 1
  }

  series(name: string, labels: Labels) {
    const bucket = (le: number | string, value: number) => ({
      metricName: `${name}_bucket`,
      labels: { ...labels, le },
      value,
    })
    return [
      ...BOUNDS_MS.map((bound, index) => bucket(bound / 1000, sumOf(this.#buckets.slice(0, index + 1)))),
      bucket('+Inf', this.#count),
      { metricName: `${name}_sum`, labels, value: this.#sum / 1000 },
      { metricName: `${name}_count`, labels, value: this.#count },
    ]
  }
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)

/** `all` is called when the metrics are scraped. */
export function registerTimes(
  registry: Registry,
  name: string,
  help: string,
  all: () => Iterable<readonly [Labels, Times]>,
): void {
  const facts = { name, help, type: 'histogram', aggregator: 'sum' }
  const get = async () => ({ ...facts, values: [...all()].flatMap(([labels, times]) => times.series(name, labels)) })
  registry.registerMetric({ ...facts, get } as unknown as Metric)
}
