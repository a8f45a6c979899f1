// The door alone, without database: evicting connections, and the log while no client can be admitted.
import { once } from 'node:events'
import net from 'node:net'
import tls from 'node:tls'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import type { DoorDependencies } from '../../../src/caster/door/dependencies.ts'
import { Door } from '../../../src/caster/door/door.ts'
import { selfSigned } from '../../support/certificate.ts'

afterEach(() => void vi.useRealTimers())

/** A door whose database is unavailable. */
function closedHouse() {
  const warnings: string[] = []
  const services = {
    clock: () => new Date(),
    book: () => Promise.reject(new Error('away')),
    warn: (message: string) => warnings.push(message),
  }
  const door = new Door({ services } as unknown as DoorDependencies, {
    handshakeMs: 10_000,
    quietMs: 2_000,
    chunked: false,
  })
  return { door, warnings }
}

async function listening<Server extends net.Server>(server: Server): Promise<Server> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return server
}

const portOf = (server: net.Server) => (server.address() as net.AddressInfo).port

function call(server: net.Server): net.Socket {
  const socket = net.connect(portOf(server), '127.0.0.1').on('error', () => {})
  onTestFinished(() => void socket.destroy())
  return socket.resume()
}

function acceptedBy(server: net.Server): net.Socket[] {
  const accepted: net.Socket[] = []
  server.on('connection', (socket) => accepted.push(socket))
  return accepted
}

it('evicts each unauthenticated connection once, oldest first, however many calls ask for room at once', async () => {
  const { door } = closedHouse()
  const server = await listening(net.createServer(door.accept))
  const accepted = acceptedBy(server)
  for (let count = 0; count < 3; count++) call(server)
  await expect.poll(() => accepted.length).toBe(3)
  expect(door.makeRoom()).toBe(true)
  expect(accepted.map(({ destroyed }) => destroyed)).toEqual([true, false, false])
  expect([door.makeRoom(), door.makeRoom(), door.makeRoom()]).toEqual([true, true, false])
})

it('counts a connection in its TLS handshake as unauthenticated, and once after the handshake', async () => {
  const { door } = closedHouse()
  const server = await listening(tls.createServer(selfSigned(), door.acceptSecure))
  server.on('connection', door.expect)
  const accepted = acceptedBy(server)
  const silent = call(server)
  await expect.poll(() => accepted.length).toBe(1)
  const agreed = tls.connect({ port: portOf(server), host: '127.0.0.1', rejectUnauthorized: false })
  onTestFinished(() => void agreed.destroy())
  agreed.on('error', () => {}).resume()
  await Promise.all([once(agreed, 'secureConnect'), once(server, 'secureConnection')])
  expect(door.makeRoom()).toBe(true)
  await once(silent, 'close')
  expect(agreed.destroyed).toBe(false)
  expect([door.makeRoom(), door.makeRoom()]).toEqual([true, false])
  await once(agreed, 'close')
})

it('closes waiting and new connections once it is stopped', async () => {
  const { door } = closedHouse()
  const server = await listening(net.createServer(door.accept))
  const accepted = acceptedBy(server)
  const before = call(server)
  await expect.poll(() => accepted.length).toBe(1)
  door.stop()
  await once(before, 'close')
  await once(call(server), 'close')
  expect(accepted.map(({ destroyed }) => destroyed)).toEqual([true, true])
})

it('logs at most once a second that no client can be admitted', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { door, warnings } = closedHouse()
  const server = await listening(net.createServer({ allowHalfOpen: true }, door.accept))
  for (let attempts = 0; attempts < 20; attempts++) {
    const socket = call(server)
    socket.write('GET / HTTP/1.0\r\n\r\n')
    await once(socket, 'close')
    vi.advanceTimersByTime(250)
  }
  expect(warnings).toEqual(Array(4).fill('Could not admit a connection'))
})
