// Backpressure of live pages that read slowly or not at all.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { LiveListener } from '../../../../src/http/console/network/live-listener.ts'

const listen = () => new LiveListener({ sessionId: 1, userId: 1, scope: 'all' })
const station = (id: number, text: string) => [id, JSON.stringify({ id, text })] as const
/** Larger than the buffers between the two ends. */
const LONG = 'x'.repeat(300_000)
const read = (listener: LiveListener) => String(listener.stream.read() ?? '')

it('sends a slow listener one update with everything that changed', async () => {
  const listener = listen()
  listener.sendList('stations', new Map([station(1, LONG), station(2, 'a')]))
  for (const text of ['b', 'c', 'd']) listener.sendList('stations', new Map([station(1, LONG), station(2, text)]))
  const first = read(listener)
  expect(first).toContain('"whole":true')
  await nextTurn()
  expect(first + read(listener)).not.toContain('"text":"b"')
  listener.sendList('stations', new Map([station(1, LONG), station(2, 'e')]))
  expect(read(listener)).toContain('"changed":[{"id":2,"text":"e"}]')
})

it('drops a listener that never reads', () => {
  const listener = listen()
  listener.sendList('stations', new Map([station(1, LONG)]))
  listener.sendList('rovers', new Map([station(1, LONG)]))
  const now = performance.now()
  listener.beat(now + 50_000, 15_000)
  expect(listener.isGone).toBe(false)
  listener.beat(now + 70_000, 15_000)
  expect(listener.isGone).toBe(true)
})
