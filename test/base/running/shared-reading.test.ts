import { expect, it } from 'vitest'
import { sharedReading } from '../../../src/base/running/shared-reading.ts'

it('reads once for concurrent callers, and again when it is old', async () => {
  let readings = 0
  const kept = sharedReading(60_000, async () => ++readings)
  expect(await Promise.all([kept(), kept(), kept()])).toEqual([1, 1, 1])
  expect(await kept()).toBe(1)
  const fresh = sharedReading(0, async () => ++readings)
  expect([await fresh(), await fresh()]).toEqual([2, 3])
})

it('does not delay others after a failed read', async () => {
  let readings = 0
  const read = sharedReading(0, async () => {
    if (++readings === 1) throw new Error('away')
    return readings
  })
  await expect(read()).rejects.toThrow('away')
  expect(await read()).toBe(2)
})

it('keeps a failure for its own time', async () => {
  let readings = 0
  const fails = async () => {
    if (++readings === 1) throw new Error('away')
    return readings
  }
  const read = sharedReading(60_000, fails, 0)
  expect((await Promise.allSettled([read(), read()])).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect([await read(), await read()]).toEqual([2, 2])
})
