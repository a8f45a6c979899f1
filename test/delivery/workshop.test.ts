// How long a sheet may take, with timers of the test: the thread is real.
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { Workshop } from '../../src/delivery/pdf/workshop.ts'
import { DEFAULT_BRAND } from '../../src/domain/delivery/brand.ts'
import { DELIVERY } from './support.ts'

const REQUEST = { delivery: DELIVERY, language: 'es', paper: 'letter', brand: DEFAULT_BRAND } as const

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

function openWorkshop(): Workshop {
  const workshop = new Workshop()
  onTestFinished(() => workshop.close())
  return workshop
}

it('gives a sheet 20 s, and the first one of a thread a minute, because it loads the library and the fonts', async () => {
  const workshop = openWorkshop()
  for (let thread = 1; thread <= 2; thread++) {
    const first = workshop.make(REQUEST)
    vi.advanceTimersByTime(59_999)
    expect((await first).subarray(0, 5).toString()).toBe('%PDF-')
    const second = workshop.make(REQUEST)
    vi.advanceTimersByTime(20_000) // which ends the thread
    await expect(second).rejects.toThrow('the sheet took too long')
  }
})

it('gives the first sheet no more than a minute', async () => {
  const first = openWorkshop().make(REQUEST)
  vi.advanceTimersByTime(60_000)
  await expect(first).rejects.toThrow('the sheet took too long')
})
