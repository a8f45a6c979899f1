import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { runningTimeout } from '../../../src/base/running/running-timeout.ts'
import { stallFor } from '../../support/stall.ts'

const TIMEOUT_MS = 250

it('a timeout of running time does not count a stall of the process', async () => {
  let isLate = false
  const began = performance.now()
  const cancel = runningTimeout(() => {
    isLate = true
  }, TIMEOUT_MS)
  stallFor(2 * TIMEOUT_MS)
  for (let turns = 0; turns < 3; turns++) await turn()
  expect(isLate).toBe(false)
  await expect.poll(() => isLate, { timeout: 90_000 }).toBe(true)
  expect(performance.now() - began).toBeGreaterThan(3 * TIMEOUT_MS - 100)
  cancel()
})

it('a cancelled timeout is not called, even if it is due', async () => {
  let isLate = false
  const cancel = runningTimeout(() => {
    isLate = true
  }, 1)
  stallFor(5)
  cancel()
  let isLaterLate = false
  runningTimeout(() => {
    isLaterLate = true
  }, 1)
  const keepAlive = setInterval(() => {}, 10)
  await expect.poll(() => isLaterLate, { timeout: 90_000 }).toBe(true)
  clearInterval(keepAlive)
  expect(isLate).toBe(false)
})
