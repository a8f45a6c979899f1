import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { watchProcess } from '../../../src/start/metrics/process.ts'

const LAG = /^nodejs_eventloop_lag_p99_seconds\{process="main"\} ([\d.]+)$/m

it('shows the event loop delay of the last minute', async () => {
  const registry = new Registry()
  watchProcess(registry, 'main')
  const lag = async () => Number(LAG.exec(await registry.metrics())![1])
  expect(await lag()).toBe(0)
  const until = performance.now() + 1_000
  while (performance.now() < until); // The sample due after half a second is taken after one.
  await expect.poll(lag).toBeGreaterThan(0.3)
})
