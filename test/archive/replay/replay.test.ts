import { expect, it } from 'vitest'
import { Replay } from '../../../src/archive/replay/replay.ts'

it('keeps the pace, reports gaps, shortens long ones and ignores a clock that is set back', async () => {
  const from = Date.parse('2026-11-18T07:00:00Z')
  const log: string[] = []
  const second = (at: Date) => (at.getTime() - from) / 1000
  const listener = {
    send: async (bytes: Buffer) => void log.push(String(bytes)),
    until: async (instantMs: number) => void log.push(`at ${instantMs}`),
    gap: (start: Date, end: Date, pauseMs: number) =>
      void log.push(`gap ${second(start)} to ${second(end)}: ${pauseMs}`),
    played: () => {},
  }
  const replay = new Replay(listener, new Date(from), 1000)
  const chunk = (name: string, seconds: number) => ({ bytes: Buffer.from(name), receivedMs: from + seconds * 1000 })
  await replay.play([chunk('a', 0.3), chunk('b', 1.3), chunk('c', 1), chunk('d', 13)])
  await replay.play([chunk('e', 3600)])
  replay.end(new Date(from + 3_700_000))
  expect(log).toEqual([
    ...['at 1300', 'a', 'at 2300', 'b', 'at 2300', 'c', 'gap 1 to 13: 12000', 'at 14300', 'd'],
    ...['gap 13 to 3600: 60000', 'at 74300', 'e', 'gap 3600 to 3700: 0'],
  ])
  expect(replay.bytes).toBe(5)
})
