import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { loopOf } from '../src/loop.ts'

it('runs after the delay, at once when woken, never twice at a time, and not after it was stopped', async () => {
  let runs = 0
  let atOnce = 0
  const loop = loopOf(async () => {
    atOnce += 1
    expect(atOnce).toBe(1)
    await sleep(1)
    atOnce -= 1
    runs += 1
    return runs < 3 ? 0 : 60_000
  }, 5)
  onTestFinished(() => loop.stop())
  await expect.poll(() => runs).toBe(3)
  loop.wake()
  loop.wake()
  await expect.poll(() => runs).toBe(4)
  await loop.stop()
  loop.wake()
  await sleep(20)
  expect(runs).toBe(4)
})

it('leaves a gap between two runs, however often it is woken', async () => {
  const times: number[] = []
  const loop = loopOf(async () => {
    times.push(performance.now())
    return 60_000
  }, 30)
  onTestFinished(() => loop.stop())
  const waking = setInterval(() => loop.wake(), 1)
  await expect.poll(() => times.length).toBeGreaterThan(4)
  clearInterval(waking)
  for (const [index, time] of times.slice(1).entries()) expect(time - times[index]!).toBeGreaterThan(28)
})
