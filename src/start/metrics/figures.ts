// Merges the metrics of several processes: Prometheus requires each name and each series only once.
import type { MetricObjectWithValues, MetricValueWithName } from 'prom-client'

/** Metrics as one process sends them to another. */
export type MetricFamily = MetricObjectWithValues<MetricValueWithName<string>>

type Value = MetricFamily['values'][number]

const TOGETHER: Record<string, (one: number, other: number) => number> = {
  sum: (one, other) => one + other,
  min: Math.min,
  max: Math.max,
}

/** Merges the same series as the metric's `aggregator` says; per-process series have a label `process`. */
export function merged(families: readonly MetricFamily[]): MetricFamily[] {
  return [...Map.groupBy(families, ({ name }) => name).values()].map((same) => {
    if (same.length === 1) return same[0]!
    const together = TOGETHER[same[0]!.aggregator] ?? ((one: number) => one)
    const series = new Map<string, Value>()
    for (const value of same.flatMap(({ values }) => values)) {
      const key = `${value.metricName ?? ''} ${JSON.stringify(value.labels)}`
      const before = series.get(key)
      series.set(key, before ? { ...before, value: together(before.value, value.value) } : value)
    }
    return { ...same[0]!, values: [...series.values()] }
  })
}

/**
 * Keeps the counts of a process that ended or does not respond. Without them the sum over all processes would shrink,
 * and Prometheus treats a smaller counter as a reset: it would count the other processes' totals again.
 */
export class LastingCounts {
  #ofEnded: MetricFamily[] = []
  #latest: MetricFamily[] = []

  /** `now` is `null` if the process did not respond. */
  withEarlier(now: readonly MetricFamily[] | null): MetricFamily[] {
    if (now) this.#latest = countsAmong(now)
    return [...(now ?? this.#latest), ...this.#ofEnded]
  }

  /** Keeps the counts of the ended process; the next one starts at zero. */
  ended(): void {
    this.#ofEnded = merged([...this.#ofEnded, ...this.#latest])
    this.#latest = []
  }
}

/** Counters that are summed over processes. Series with a label `process` restart at zero with their process. */
const countsAmong = (families: readonly MetricFamily[]): MetricFamily[] =>
  families
    .filter(({ type }) => String(type) === 'counter' || String(type) === 'histogram')
    .map((family) => ({ ...family, values: family.values.filter(({ labels }) => !('process' in labels)) }))
    .filter(({ values }) => values.length > 0)
