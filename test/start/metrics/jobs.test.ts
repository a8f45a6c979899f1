import { Registry } from 'prom-client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Jobs } from '../../../src/start/metrics/jobs.ts'

const START = Date.parse('2026-11-16T12:00:00Z')
beforeEach(() => void vi.useFakeTimers({ now: START, toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const MINUTE_MS = 60_000

it('shows when each job last succeeded, and which jobs keep failing', async () => {
  const registry = new Registry()
  const jobs = new Jobs()
  jobs.register(registry)
  const figure = async (name: string) => {
    const line = (await registry.metrics()).split('\n').find((one) => one.startsWith(`${name}{name="expiry"} `))
    return Number(line?.split(' ').at(-1))
  }
  const lastSuccess = () => figure('vertice_job_last_success_timestamp_seconds')
  const expiry = jobs.watch('expiry')
  expect(await lastSuccess()).toBe(START / 1000) // it has not run yet
  expiry.failed()
  expect(await lastSuccess()).toBe(0)
  expect(jobs.failing()).toEqual([])
  vi.setSystemTime(START + 5 * MINUTE_MS)
  expiry.failed()
  expect(jobs.failing()).toEqual([{ name: 'expiry', since: new Date(START) }])
  expiry.succeeded()
  expect(jobs.failing()).toEqual([])
  vi.setSystemTime(START + 6 * MINUTE_MS)
  expiry.failed()
  expect(await lastSuccess()).toBe((START + 5 * MINUTE_MS) / 1000)
  expect(await figure('vertice_job_failures_total')).toBe(3)
})
