import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { forwardEvents, type Listening, listeningSecret } from '../../../src/cli/operations/listen.ts'
import { onTestFinished } from '../../support/concurrent.ts'
import { until } from '../../support/process.ts'
import { receiver } from '../../support/receiver.ts'
import { TestService } from '../../support/service.ts'

let service: TestService
let url: string

beforeAll(async () => {
  service = await TestService.start()
  await (await service.app).listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${((await service.app).server.address() as AddressInfo).port}`
})
afterAll(() => service.stop())

/** Listens for the rest of the test. Returns the printed lines and a function that stops it. */
async function listening(token: string, target: string, more: Partial<Listening> = {}) {
  const lines: string[] = []
  for (const name of ['log', 'error'] as const)
    vi.spyOn(console, name).mockImplementation((line) => void lines.push(String(line)))
  const stopped = new AbortController()
  const done = forwardEvents({ url, token, target, types: [], signal: stopped.signal, pollMs: 50, ...more })
  const stop = async () => {
    stopped.abort()
    await done
  }
  onTestFinished(async () => {
    await stop().catch(() => {})
    vi.restoreAllMocks()
  })
  const started = until(() => lines.some((line) => line.startsWith('Forwarding')))
  await Promise.race([started, done])
  return { lines, stop }
}

const issue = (token: string, label: string) => service.as(token).post('/credentials', { segundos: 3600, label })

describe('vertice webhook listen', () => {
  it('forwards new events, signed like a webhook, and prints the responses', async () => {
    const { secret: token } = await service.token(undefined, 'Forwarding')
    await issue(token, 'before')
    const { received, url: target } = await receiver((response, _, count) =>
      response.writeHead(count > 1 ? 500 : 204).end(),
    )
    const { lines } = await listening(token, target)
    await issue(token, 'first')
    await until(() => received.length === 1)
    await issue(token, 'second')
    await until(() => lines.length === 3)

    expect(received.map(({ event }) => event.data.credential.label)).toEqual(['first', 'second'])
    for (const { body, headers } of received) {
      expect(new Webhook(listeningSecret(token)).verify(body, headers as Record<string, string>)).toBeTruthy()
      expect(headers['user-agent']).toBe('Vertice-Webhooks/1')
    }
    const stored = (await service.events()).map(({ body }) => body)
    expect(stored).toContain(received[0]!.body)
    expect(lines[1]).toMatch(/ credential\.issued {2}evt_\w{26} {2}204 {2}\(\d+ ms\)$/)
    expect(lines[2]).toMatch(/ 500 /)
  })

  it('forwards an event that is written long after it happened, and each only once', async () => {
    const { secret: token, token: made } = await service.token(undefined, 'Late')
    const { received, url: target } = await receiver()
    await listening(token, target)
    await issue(token, 'newer')
    await until(() => received.length === 1)
    const [event] = received.map(({ event }) => event)
    const late = event.id.replace(/^evt_(.{9})./, 'evt_$10')
    await service.db.pool.query(
      `insert into events (id, owner_id, type, credential_id, body, created_at)
       select $1, $2, type, credential_id, replace(body, id, $1), created_at - interval '5 minutes' from events where id = $3`,
      [late, made.ownerId, event.id],
    )
    await until(() => received.length === 2)
    await issue(token, 'last')
    await until(() => received.length === 3)
    expect(received.map(({ event }) => event.id)).toEqual([event.id, late, expect.anything()])
  })

  it('forwards only the requested event types', async () => {
    const { secret: token } = await service.token(undefined, 'Chosen')
    const { received, url: target } = await receiver()
    await listening(token, target, { types: ['credential.revoked'] })
    const { body } = await issue(token, 'x')
    await service.as(token).delete(`/credentials/${body.credential.id}`)
    await until(() => received.length === 1)
    expect(received[0]!.event.type).toBe('credential.revoked')
  })

  it('reports that nothing listens on the port, and continues', async () => {
    const { secret: token } = await service.token(undefined, 'Nobody')
    const { lines } = await listening(token, 'http://127.0.0.1:1/')
    await issue(token, 'x')
    await until(() => lines.length === 2)
    await issue(token, 'y')
    await until(() => lines.length === 3)
    expect(lines[2]).toContain('refused')
  })

  it('ends with the reason if the token may not read, or the address is not the service', async () => {
    const { secret: token } = await service.token(['provision'], 'Blind')
    await expect(listening(token, 'http://127.0.0.1:1/')).rejects.toThrow(/the service rejected the request: .*read/)
    const other = createServer((_, response) => response.end('hello')).listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await once(other, 'listening')
    const otherUrl = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    await expect(listening(token, 'http://127.0.0.1:1/', { url: otherUrl })).rejects.toThrow(/not the API.*--url/)
  })
})
