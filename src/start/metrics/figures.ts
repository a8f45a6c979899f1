// Figures of several processes as one set: what Prometheus reads has each name once, and each series once.
import type { MetricObjectWithValues, MetricValueWithName } from 'prom-client'

/** Figures as one process hands them to another. */
export type MetricFamily = MetricObjectWithValues<MetricValueWithName<string>>

type Value = MetricFamily['values'][number]

const TOGETHER: Record<string, (one: number, other: number) => number> = {
  sum: (one, other) => one + other,
  min: Math.min,
  max: Math.max,
}

/** The same series of several processes becomes one, as the metric says (`aggregator`); what each has for itself bears a label `process`. */
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
 * What a process counted stays counted when it ended, or does not answer: a sum that shrinks is taken for one that began again at zero,
 * and all that the other processes counted for new.
 */
export class LastingCounts {
  #ofEnded: MetricFamily[] = []
  #latest: MetricFamily[] = []

  /** `now`: what it says; null: nothing. */
  withEarlier(now: readonly MetricFamily[] | null): MetricFamily[] {
    if (now) this.#latest = countsAmong(now)
    return [...(now ?? this.#latest), ...this.#ofEnded]
  }

  /** The next begins at zero. */
  ended(): void {
    this.#ofEnded = merged([...this.#ofEnded, ...this.#latest])
    this.#latest = []
  }
}

/** Only of what is summed up: whatever bears the name of its process may begin again with it. */
const countsAmong = (families: readonly MetricFamily[]): MetricFamily[] =>
  families
    .filter(({ type }) => String(type) === 'counter' || String(type) === 'histogram')
    .map((family) => ({ ...family, values: family.values.filter(({ labels }) => !('process' in labels)) }))
    .filter(({ values }) => values.length > 0)
