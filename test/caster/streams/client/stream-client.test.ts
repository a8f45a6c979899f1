// Retry delays of a lost stream, with fake timers and real sockets.
import { once } from 'node:events'
import net from 'node:net'
import { frame } from '@vertice/rtcm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { StreamClient } from '../../../../src/caster/streams/client/stream-client.ts'

const SECOND = 1_000
const REFUSED = 'HTTP/1.1 401 Unauthorized\r\n\r\n'
const OPENED = 'ICY 200 OK\r\n\r\n'
const DATA = frame(Buffer.from('data'))

let server: net.Server
/** What the upstream caster sends before it disconnects. */
let answer: readonly (string | Buffer)[]
let client: StreamClient
let attempts: number
let losses: number

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  server = net.createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(Buffer.concat(answer.map((part) => Buffer.from(part)))))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  attempts = 0
  losses = 0
})
afterEach(() => {
  client.close()
  server.close()
  vi.useRealTimers()
})

function begin(lastBackOffMs?: number): void {
  const { port } = server.address() as net.AddressInfo
  const from = { host: '127.0.0.1', port, tls: false, mountpoint: 'MOUNT', credentials: null }
  const count = () => {
    attempts += 1
  }
  const lost = () => {
    losses += 1
  }
  const reachable = { mayReach: () => true, addressesOf: async () => [], count }
  const events = { opened() {}, data() {}, lost }
  client = new StreamClient(from, reachable, events, { maxBackOffMs: lastBackOffMs })
}

/** Waits for real sockets, however long the machine takes. */
async function isLost(times: number): Promise<void> {
  while (losses < times) await new Promise(setImmediate)
}

/** The delay varies by ±20 %. Other timers may run before the retry, for example those of an earlier test file. */
function isCalledAgainAfter(milliseconds: number): void {
  const [before, from] = [attempts, Date.now()]
  while (attempts === before && vi.getTimerCount() > 0 && Date.now() - from < 2 * milliseconds)
    vi.advanceTimersToNextTimer()
  expect(attempts).toBe(before + 1)
  expect(Date.now() - from).toBeGreaterThanOrEqual(Math.floor(0.8 * milliseconds))
  expect(Date.now() - from).toBeLessThanOrEqual(Math.ceil(1.2 * milliseconds))
}

describe('an upstream caster', () => {
  it.each([
    ['refuses', [REFUSED]],
    ['answers and sends no data', [OPENED]],
  ])('is retried if it %s: after a second, and after twice as long each time, up to a minute', async (_, said) => {
    answer = said
    begin()
    for (const [index, seconds] of [1, 2, 4, 8, 16, 32, 60, 60].entries()) {
      await isLost(index + 1)
      isCalledAgainAfter(seconds * SECOND)
    }
  })

  it('is retried after a second if it has sent data', async () => {
    answer = [REFUSED]
    begin()
    for (const [index, seconds] of [1, 2, 4].entries()) {
      await isLost(index + 1)
      if (index === 2) answer = [OPENED, DATA]
      isCalledAgainAfter(seconds * SECOND)
    }
    await isLost(4)
    isCalledAgainAfter(SECOND)
  })

  it('is retried within ten seconds if rovers wait for it, unless it rejects the login', async () => {
    answer = [OPENED]
    begin(10 * SECOND)
    for (const [index, seconds] of [1, 2, 4, 8, 10, 10].entries()) {
      await isLost(index + 1)
      if (index === 5) answer = [REFUSED]
      isCalledAgainAfter(seconds * SECOND)
    }
    await isLost(7)
    isCalledAgainAfter(10 * SECOND)
    await isLost(8)
    isCalledAgainAfter(20 * SECOND)
  })
})
