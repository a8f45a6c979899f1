import { expect, it } from 'vitest'
import { Batches } from '../../../src/base/opentelemetry/batches.ts'
import { until } from '../../support/process.ts'

function batches(send: (items: readonly number[]) => Promise<void>, more = {}) {
  const lost: [number, unknown][] = []
  const settings = {
    mostWaiting: 10,
    atOnce: 4,
    everyMs: 60_000,
    send,
    lost: (...told: [number, unknown]) => lost.push(told),
  }
  return { lost, waiting: new Batches<number>({ ...settings, ...more }) }
}

it('sends a full batch at once, and the rest after a time', async () => {
  const sent: number[][] = []
  const { waiting } = batches(async (items) => void sent.push([...items]), { everyMs: 20 })
  for (let item = 1; item <= 5; item++) waiting.add(item)
  await until(() => sent.flat().length === 5)
  expect(sent.flat()).toEqual([1, 2, 3, 4, 5])
  for (const items of sent) expect(items.length).toBeLessThanOrEqual(4)
  waiting.add(6)
  await until(() => sent.flat().includes(6))
  await waiting.stop(1_000)
})

it('keeps a limited number of items while sending fails, and counts the rest', async () => {
  const { waiting, lost } = batches(() => new Promise(() => {}))
  for (let item = 0; item < 1_000; item++) waiting.add(item)
  expect(waiting.waiting).toBe(10)
  expect(lost).toHaveLength(1_000 - 4 - 10) // four are being sent
  await waiting.stop(50) // the running request never ends
  expect(lost.at(-1)).toEqual([10, null])
  expect(waiting.waiting).toBe(0)
})

it('continues after a failed batch, and sends the rest when it stops', async () => {
  const sent: number[] = []
  const broken = new Error('away')
  const { waiting, lost } = batches(async (items) => {
    if (items.includes(1)) throw broken
    sent.push(...items)
  })
  for (let item = 1; item <= 6; item++) waiting.add(item)
  await waiting.stop(5_000)
  expect(lost).toEqual([[4, broken]])
  expect(sent).toEqual([5, 6])
})
