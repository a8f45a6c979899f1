import { setImmediate as poll } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { Standstill } from '../../../src/caster/sharing/standstill.ts'

it('is over when what lay in the kernel has been read, however many looks there were before', async () => {
  const standstill = new Standstill()
  let now = performance.now()
  standstill.tick(now)
  expect(standstill.mayBeOld(now)).toBe(false)
  now += 3_000
  expect(standstill.mayBeOld(now)).toBe(true)
  for (let looks = 0; looks < 3; looks++) {
    standstill.tick(now)
    expect(standstill.mayBeOld(now)).toBe(true)
    now += 250
  }
  await poll()
  expect(standstill.mayBeOld(now)).toBe(true)
  standstill.tick(now)
  expect(standstill.mayBeOld(now)).toBe(false)
})
