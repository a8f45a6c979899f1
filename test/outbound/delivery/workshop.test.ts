// Time limits of a sheet, with fake timers and a real thread.
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { DEFAULT_BRAND } from '../../../src/domain/delivery/brand.ts'
import { Workshop } from '../../../src/outbound/delivery/pdf/workshop.ts'
import { DELIVERY } from './support.ts'

const REQUEST = { delivery: DELIVERY, language: 'es', paper: 'letter', receiver: null, brand: DEFAULT_BRAND } as const

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

function openWorkshop(): Workshop {
  const workshop = new Workshop()
  onTestFinished(() => workshop.close())
  return workshop
}

it("allows 20 s for a sheet and a minute for a thread's first, which loads the library and the fonts", async () => {
  const workshop = openWorkshop()
  for (let thread = 1; thread <= 2; thread++) {
    const first = workshop.make(REQUEST)
    vi.advanceTimersByTime(59_999)
    expect((await first).subarray(0, 5).toString()).toBe('%PDF-')
    const second = workshop.make(REQUEST)
    vi.advanceTimersByTime(20_000) // ends the thread
    await expect(second).rejects.toThrow('the sheet took too long')
  }
})

it('allows the first sheet at most a minute', async () => {
  const first = openWorkshop().make(REQUEST)
  vi.advanceTimersByTime(60_000)
  await expect(first).rejects.toThrow('the sheet took too long')
})
