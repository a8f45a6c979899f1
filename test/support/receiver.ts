// Webhook receivers on loopback, and workers that deliver to them.
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import { Names } from '../../src/base/outgoing/names.ts'
import { openSender } from '../../src/base/outgoing/send.ts'
import { startDelivering } from '../../src/outbound/webhooks/deliver.ts'
import { onTestFinished } from './concurrent.ts'
import type { Client, TestService } from './service.ts'

export const ALLOW = ['127.0.0.0/8']
let owners = 0

export interface Received {
  readonly headers: IncomingMessage['headers']
  readonly body: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into JSON
  readonly event: any
}

/**
 * A server that responds with `answer` and keeps the requests. Its path is unique: the system may give it the port of a
 * closed receiver, to which another test's workers still send.
 */
export async function receiver(
  answer: (response: ServerResponse, request: IncomingMessage, count: number) => void = (response) => response.end(),
) {
  const received: Received[] = []
  const path = `/${randomUUID()}`
  const server = createServer((request, response) => {
    if (!request.url!.startsWith(path)) return void response.writeHead(404).end()
    let body = ''
    request.setEncoding('utf8').on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      received.push({ headers: request.headers, body, event: JSON.parse(body) })
      answer(response, request, received.length)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}` }
}

/** Runs delivery workers with retries in milliseconds until the test ends. Returns a function to stop them earlier. */
export function startWorkers(
  service: TestService,
  {
    count = 1,
    retryDelaysMs = [100, 200],
    timeoutMs = 20_000,
    names = new Names(),
  }: { count?: number; retryDelaysMs?: number[]; timeoutMs?: number; names?: Names } = {},
) {
  const stops = Array.from({ length: count }, () => {
    const sender = openSender(ALLOW, timeoutMs, { names })
    let stopListening = async () => {}
    let polling: NodeJS.Timeout | undefined
    const stop = startDelivering({
      db: service.db,
      keys: service.services.keys,
      sender,
      clock: () => new Date(),
      warn: (error) => console.warn(error),
      retryDelaysMs,
      onDue: (wake) => {
        stopListening = service.db.listen('deliveries', wake)
        polling = setInterval(wake, 1_000)
      },
    })
    return async () => {
      clearInterval(polling)
      await stopListening()
      await stop()
      await sender.close()
    }
  })
  let stopped: Promise<unknown> | null = null
  const stopAll = () => {
    stopped ??= Promise.all(stops.map((stop) => stop()))
    return stopped
  }
  onTestFinished(async () => void (await stopAll()))
  return stopAll
}

/** Creates a new owner with one webhook. */
export async function subscribe(
  service: TestService,
  url: string,
  eventos = 'credential.issued,credential.revoked',
): Promise<{ client: Client; id: number; secret: string }> {
  const client = await service.client(undefined, `Owner ${++owners}`)
  const { status, body } = await client.post('/webhooks', { url, eventos })
  expect(status).toBe(201)
  return { client, id: body.webhook.id, secret: body.secret }
}
