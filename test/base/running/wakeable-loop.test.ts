import { expect, it, onTestFinished } from 'vitest'
import { type LoopSettings, wakeableLoop } from '../../../src/base/running/wakeable-loop.ts'
import { until } from '../../support/process.ts'

const SELDOM = { everyMs: 60_000, warn: () => {} }

/** A loop that counts its runs; each run lasts until the test ends it. */
function counted(settings: Partial<LoopSettings> = {}) {
  const runs: PromiseWithResolvers<void>[] = []
  const loop = wakeableLoop(
    () => {
      const run = Promise.withResolvers<void>()
      runs.push(run)
      return run.promise
    },
    { ...SELDOM, ...settings },
  )
  onTestFinished(() => {
    for (const run of runs) run.resolve()
    return loop.stop()
  })
  return { loop, runs }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

it('does nothing until it is woken', async () => {
  const { runs } = counted()
  await turn()
  expect(runs).toHaveLength(0)
})

it('runs at once when woken, one run at a time, and once more for all calls meanwhile', async () => {
  const { loop, runs } = counted()
  loop.wake()
  expect(runs).toHaveLength(1)
  loop.wake()
  loop.wake()
  await turn()
  expect(runs).toHaveLength(1)
  runs[0]!.resolve()
  await turn()
  expect(runs).toHaveLength(2)
  runs[1]!.resolve()
  await turn()
  expect(runs).toHaveLength(2)
})

it('loses no call at any time of a run', async () => {
  for (let ticks = 0; ticks < 8; ticks++) {
    const { loop, runs } = counted()
    loop.wake()
    runs[0]!.resolve()
    for (let tick = 0; tick < ticks; tick++) await null
    loop.wake()
    await turn()
    expect(runs, `called ${ticks} ticks after the end`).toHaveLength(2)
  }
})

it('runs by itself after a time', async () => {
  const { runs } = counted({ everyMs: 5 })
  await expect.poll(() => runs.length).toBe(1)
  runs[0]!.resolve()
  await expect.poll(() => runs.length).toBe(2)
})

it('continues after a failed run, and reports it', async () => {
  const told: unknown[] = []
  const { loop, runs } = counted({ warn: (error) => told.push(error) })
  loop.wake()
  runs[0]!.reject(new Error('no'))
  await turn()
  expect(told).toEqual([new Error('no')])
  loop.wake()
  expect(runs).toHaveLength(2)
})

it('stops after the current run, and cannot be woken any more', async () => {
  const { loop, runs } = counted()
  loop.wake()
  loop.wake()
  let stopped = false
  const stopping = loop.stop().then(() => {
    stopped = true
  })
  await turn()
  expect(stopped).toBe(false)
  runs[0]!.resolve()
  await stopping
  loop.wake()
  await turn()
  expect(runs).toHaveLength(1)
})

it('retries a failed run, and reports several failures in a row once', async () => {
  const told: unknown[] = []
  const { loop, runs } = counted({ againMs: 5, warn: (error) => told.push(error) })
  const failure = new Error('away')
  loop.wake()
  for (let time = 0; time < 3; time++) {
    await until(() => runs.length === time + 1)
    runs[time]!.reject(failure)
  }
  await until(() => runs.length === 4)
  expect(told).toEqual([failure])
  runs[3]!.resolve()
  await turn()
  expect(runs).toHaveLength(4)
  loop.wake()
  runs[4]!.reject(failure)
  await until(() => told.length === 2)
})
