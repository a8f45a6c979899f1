// Metrics whose value somebody else counts: it is asked for when the metrics are read.
import { Counter, Gauge, type Registry } from 'prom-client'

export interface AskedMetrics {
  gauge(name: string, help: string, value: () => number): void
  counter(name: string, help: string, value: () => number): void
}

export function askedMetrics(registry: Registry): AskedMetrics {
  const registers = [registry]
  return {
    gauge: (name, help, value) =>
      void new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(value())
        },
      }),
    counter: (name, help, value) =>
      void new Counter({
        name,
        help,
        registers,
        collect() {
          this.reset()
          this.inc(value())
        },
      }),
  }
}
