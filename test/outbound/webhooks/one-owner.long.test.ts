// One owner's receivers never respond, or their names do not resolve. No other owner is delayed, and the process stops
// in time.
import { expect, it, onTestFinished } from 'vitest'
import { Names } from '../../../src/base/outgoing/names.ts'
import { targetRefuser } from '../../../src/outbound/webhooks/target.ts'
import { measuresTime } from '../../support/loop-watch.ts'
import { nameServer } from '../../support/name-server.ts'
import { until } from '../../support/process.ts'
import { ALLOW, receiver, startWorkers } from '../../support/receiver.ts'
import { TestService } from '../../support/service.ts'

it(
  'delays no other owner with fifteen unresolvable webhooks, blames no receiver, and stops in time',
  measuresTime(),
  async () => {
    const server = await nameServer((name) => (name === 'good.example' ? ['127.0.0.1'] : 'silence'))
    const service = await TestService.start({ refuseTarget: async () => null })
    onTestFinished(() => service.stop())
    const healthy = await receiver()
    const dead = await service.client(undefined, 'Dead names')
    for (let index = 0; index < 15; index++)
      await dead.post('/webhooks', { url: `https://dead${index}.example/`, eventos: 'credential.issued' })
    const other = await service.client(undefined, 'Healthy')
    const url = healthy.url.replace('127.0.0.1', 'good.example')
    await other.post('/webhooks', { url, eventos: 'credential.issued' })

    const stop = startWorkers(service, {
      timeoutMs: 15_000,
      retryDelaysMs: [60_000],
      names: new Names({ servers: [server.address] }),
    })
    await dead.post('/credentials/batch', { credentials: Array.from({ length: 20 }, () => ({ segundos: 3600 })) })
    await until(() => server.asked.length >= 15)
    await other.post('/credentials/batch', { credentials: Array.from({ length: 100 }, () => ({ segundos: 3600 })) })
    await until(() => healthy.received.length === 100)
    await until(async () => (await failures()).length > 0)
    expect(new Set((await failures()).map(({ code }) => code))).toEqual(new Set(['unresolved']))
    const from = performance.now()
    await stop()
    expect(performance.now() - from).toBeLessThan(9_000)
    expect(await openLeases()).toBe(0)

    async function failures(): Promise<{ code: string }[]> {
      const { rows } = await service.db.pool.query(
        `select distinct error ->> 'code' as code from delivery_attempts where error is not null`,
      )
      return rows
    }
    /** Leased deliveries without an attempt. They must be released on stop. */
    async function openLeases(): Promise<number> {
      const { rows } = await service.db.pool.query(
        `select count(*)::int as count from deliveries where state = 'pending' and attempts = 0 and due_at > now()`,
      )
      return rows[0].count
    }
  },
)

it("limits one owner to a share of a process's deliveries", async () => {
  const service = await TestService.start({ refuseTarget: targetRefuser(ALLOW) })
  onTestFinished(() => service.stop())
  const slow = await receiver(() => {}) // never responds
  const greedy = await service.client(undefined, 'Greedy')
  for (let index = 0; index < 20; index++)
    await greedy.post('/webhooks', { url: `${slow.url}/${index}`, eventos: 'credential.issued' })
  const healthy = await receiver()
  const other = await service.client(undefined, 'Other')
  await other.post('/webhooks', { url: healthy.url, eventos: 'credential.issued' })
  await greedy.post('/credentials/batch', { credentials: Array.from({ length: 100 }, () => ({ segundos: 3600 })) })
  startWorkers(service, { timeoutMs: 15_000, retryDelaysMs: [60_000] })
  await until(() => slow.received.length >= 100)
  await other.post('/credentials/batch', { credentials: Array.from({ length: 300 }, () => ({ segundos: 3600 })) })
  await until(() => healthy.received.length === 300)
  expect(slow.received.length).toBeLessThanOrEqual(300) // of 2,000 due deliveries
})
