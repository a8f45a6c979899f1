import { setImmediate as poll } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { Standstill } from '../../../src/caster/sharing/standstill.ts'

it('ends a standstill only after the kernel’s buffers were read, however many ticks ran before', async () => {
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
