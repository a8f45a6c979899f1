// What is said to those that are not let in, when it is long and their line slow: a sourcetable of hundreds of stations.
import { once } from 'node:events'
import net from 'node:net'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { say } from '../../../src/caster/door/replies.ts'

const SECOND = 1_000
const HEAD = Buffer.from('SOURCETABLE 200 OK\r\n\r\n')
/** More than both kernels take for somebody who does not read. */
const TABLE = Buffer.alloc(48_000_000, 't')

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** Somebody who is told all of this, and takes it when it wants to. */
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
  /** Takes as much as it needs until more can leave, and nothing more: a kernel lets some megabytes go first. */
  const takeSome = async () => {
    const before = socket.bytesWritten
    client.resume()
    await until(() => socket.bytesWritten > before || socket.destroyed)
    client.pause()
  }
  return { socket, client, takeSome, taken: () => taken }
}

/** Turns of the loop, which the clock of the test does not stop. */
async function until(holds: () => boolean): Promise<void> {
  for (let turn = 0; turn < 200_000 && !holds(); turn++) await new Promise(setImmediate)
}

it('who takes it slowly gets all of it', async () => {
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

it('who takes nothing is left after a while', async () => {
  const { socket } = await told(HEAD, TABLE)
  await until(() => socket.writableLength > 0)
  for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate)
  vi.advanceTimersByTime(14 * SECOND)
  expect(socket.destroyed).toBe(false)
  vi.advanceTimersByTime(2 * SECOND)
  expect(socket.destroyed).toBe(true)
})

it('who takes it so slowly that it would last for minutes is left after one', async () => {
  const { socket, takeSome } = await told(HEAD, TABLE)
  for (let seconds = 0; seconds < 59; seconds += 10) {
    await takeSome()
    vi.advanceTimersByTime(9.9 * SECOND)
  }
  expect(socket.destroyed).toBe(false)
  vi.advanceTimersByTime(SECOND)
  expect(socket.destroyed).toBe(true)
})

it('who does not hang up when all was said is left two seconds later', async () => {
  const { socket, client, taken } = await told(HEAD)
  client.allowHalfOpen = true
  client.resume()
  await until(() => taken() === HEAD.length)
  vi.advanceTimersByTime(1.9 * SECOND)
  expect(socket.destroyed).toBe(false)
  vi.advanceTimersByTime(0.2 * SECOND)
  expect(socket.destroyed).toBe(true)
})
