import { setImmediate as poll } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { FreezeDetector } from '../../../src/caster/sharing/freeze-detector.ts'

it('ends a freeze only after the kernel’s buffers were read, however many ticks ran before', async () => {
  const freezes = new FreezeDetector()
  let now = performance.now()
  freezes.tick(now)
  expect(freezes.mayBeOld(now)).toBe(false)
  now += 3_000
  expect(freezes.mayBeOld(now)).toBe(true)
  for (let looks = 0; looks < 3; looks++) {
    freezes.tick(now)
    expect(freezes.mayBeOld(now)).toBe(true)
    now += 250
  }
  await poll()
  expect(freezes.mayBeOld(now)).toBe(true)
  freezes.tick(now)
  expect(freezes.mayBeOld(now)).toBe(false)
})
