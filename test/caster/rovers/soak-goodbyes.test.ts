import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import net from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { learnFastWrite } from '../../../src/caster/rovers/fast-write.ts'
import { Rover } from '../../../src/caster/rovers/rover.ts'
import type { EndReason } from '../../../src/domain/sessions/session.ts'
import { skipped } from '../../support/needs.ts'

const ROVERS = 30
const DATA = Buffer.from('data')

let server: net.Server
let port: number
const ended: EndReason[] = []

beforeAll(async () => {
  await learnFastWrite()
  server = net.createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  port = (server.address() as net.AddressInfo).port
})
afterAll(() => server.close())

const openFiles = () => readdirSync('/proc/self/fd').length

async function connect(): Promise<{ rover: Rover; client: net.Socket; socket: net.Socket }> {
  const accepted = once(server, 'connection') as Promise<[net.Socket]>
  const client = net.connect(port, '127.0.0.1').on('error', () => {})
  const [socket] = await accepted
  const start = {
    id: 'id',
    credentialId: 1,
    username: 'user',
    mountpoint: 'M',
    startedAt: new Date(),
    address: '',
    agent: '',
  }
  const events = {
    clock: () => new Date(),
    positioned() {},
    distanceKm: () => null,
    noted() {},
    stalled() {},
    resumed() {},
    ended: (_: Rover, reason: EndReason) => void ended.push(reason),
  }
  const rover = new Rover(
    socket,
    start,
    { expiresAt: new Date(Date.now() + 3_600_000), cuts: 0, geofence: null },
    { chunked: false, events },
  )
  return { rover, client: client.resume(), socket }
}

/** Calls `work` after Node has begun to shut this connection down and before it has finished. */
function whileShuttingDown(socket: net.Socket, work: () => void): void {
  const { _handle: handle } = socket as unknown as { _handle: { shutdown(request: object): number } }
  const shutdown = handle.shutdown
  handle.shutdown = function (request) {
    const result = shutdown.call(this, request)
    work()
    return result
  }
}

const isElsewhere = process.platform !== 'linux'
if (isElsewhere) skipped('open files of rovers that say goodbye', 'only Linux counts them in /proc')

describe.skipIf(isElsewhere)('a rover that half-closes its connection', () => {
  it('is released while data is sent to it, and leaves no open file', async () => {
    const before = openFiles()
    for (let count = 0; count < ROVERS; count++) {
      const { rover, client, socket } = await connect()
      whileShuttingDown(socket, () => rover.send(DATA))
      client.end()
      await once(client, 'close')
    }
    await expect.poll(openFiles).toBeLessThan(before + ROVERS / 2)
    expect(ended).toEqual(Array(ROVERS).fill('client_left'))
  })
})

it('closes a half-closed rover with unread data when it is dropped', async () => {
  const { rover, client, socket } = await connect()
  client.pause()
  const { _handle: handle } = socket as unknown as { _handle: { writeQueueSize: number } }
  while (handle.writeQueueSize === 0) rover.send(Buffer.alloc(1_000_000))
  client.end()
  await once(socket, 'end')
  await expect.poll(() => socket.writableEnded).toBe(true)
  let isClosed = false
  socket.on('close', () => {
    isClosed = true
  })
  rover.end('too_slow')
  await expect.poll(() => isClosed).toBe(true)
  client.destroy()
})
