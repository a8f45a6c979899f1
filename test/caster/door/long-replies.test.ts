// Long replies to unauthenticated clients on slow connections: a sourcetable of hundreds of stations.
import { once } from 'node:events'
import net from 'node:net'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { say } from '../../../src/caster/door/replies.ts'

const SECOND = 1_000
const HEAD = Buffer.from('SOURCETABLE 200 OK\r\n\r\n')
/** More than both kernels buffer for a client that does not read. */
const TABLE = Buffer.alloc(48_000_000, 't')

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** A client that is sent all of this and reads when the test wants. */
async function told(...words: Buffer[]) {
  const server = net.createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const accepted = once(server, 'connection') as Promise<[net.Socket]>
  const client = net.connect((server.address() as net.AddressInfo).port, '127.0.0.1').on('error', () => {})
  const [socket] = await accepted
  onTestFinished(() => {
    client.destroy()
    server.close()
  })
  let taken = 0
  client.on('data', ({ length }) => {
    taken += length
  })
  client.pause()
  say(
    socket.on('error', () => {}),
    ...words,
  )
  /** Reads until the server can write more, and then pauses: a kernel buffers some megabytes first. */
  const takeSome = async () => {
    const before = socket.bytesWritten
    client.resume()
    await until(() => socket.bytesWritten > before || socket.destroyed)
    client.pause()
  }
  return { socket, client, takeSome, taken: () => taken }
}

/** Polls by turns of the event loop, which fake timers do not stop. */
async function until(holds: () => boolean): Promise<void> {
  for (let turn = 0; turn < 200_000 && !holds(); turn++) await new Promise(setImmediate)
}

it('sends the whole reply to a slow client', async () => {
  const { socket, client, takeSome, taken } = await told(HEAD, TABLE)
  for (let step = 0; step < 5; step++) {
    vi.advanceTimersByTime(9 * SECOND)
    await takeSome()
    expect(socket.destroyed).toBe(false)
  }
  client.resume()
  await until(() => client.readableEnded)
  expect(taken()).toBe(HEAD.length + TABLE.length)
})

it('closes a client that reads nothing after a timeout', async () => {
  const { socket } = await told(HEAD, TABLE)
  await until(() => socket.writableLength > 0)
  for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate)
  vi.advanceTimersByTime(14 * SECOND)
  expect(socket.destroyed).toBe(false)
  vi.advanceTimersByTime(2 * SECOND)
  expect(socket.destroyed).toBe(true)
})

it('closes after a minute a client that would need several minutes to read the reply', async () => {
  const { socket, takeSome } = await told(HEAD, TABLE)
  for (let seconds = 0; seconds < 59; seconds += 10) {
    await takeSome()
    vi.advanceTimersByTime(9.9 * SECOND)
  }
  expect(socket.destroyed).toBe(false)
  vi.advanceTimersByTime(SECOND)
  expect(socket.destroyed).toBe(true)
})

it('closes a client that does not disconnect two seconds after the reply', async () => {
  const { socket, client, taken } = await told(HEAD)
  client.allowHalfOpen = true
  client.resume()
  await until(() => taken() === HEAD.length)
  vi.advanceTimersByTime(1.9 * SECOND)
  expect(socket.destroyed).toBe(false)
  vi.advanceTimersByTime(0.2 * SECOND)
  expect(socket.destroyed).toBe(true)
})
