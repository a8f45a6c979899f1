// A port that radios connect to: who may connect, what each one gets, and its limits.
import { once } from 'node:events'
import net from 'node:net'
import { frame } from '@vertice/rtcm'
import { afterEach, expect, it, vi } from 'vitest'
import { ListeningPort, MOST_CLIENTS } from '../../../../src/caster/streams/forwards/listening-port.ts'
import { MAX_QUEUED_BYTES } from '../../../../src/caster/streams/forwards/push-client.ts'
import { type ListenAddress, parseForwardAddress } from '../../../../src/domain/network/forward.ts'
import type { StreamLoss } from '../../../../src/domain/network/source-address.ts'
import { lastingPort } from '../../../support/ports.ts'

const WAIT = { interval: 5, timeout: 30_000 }
const FIRST = frame(Buffer.from('base'))
const FRAMES = Buffer.concat([frame(Buffer.from('one')), frame(Buffer.from('two'))])

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

function listening(port: number, from = '127.0.0.0/8', isAllowed = true) {
  const losses: StreamLoss[] = []
  const happened: string[] = []
  const server = new ListeningPort(
    parseForwardAddress(`tcp://:${port}?from=${from}`) as ListenAddress,
    { mayUse: () => isAllowed, mayReach: () => false, addressesOf: async () => [] },
    {
      accepted: () => void happened.push('accepted'),
      left: () => void happened.push('left'),
      lost: (why) => losses.push(why),
      first: () => FIRST,
    },
  )
  stops.push(() => server.close())
  return { server, losses, happened }
}

/** Connects as soon as the port is open. */
async function radio(port: number) {
  const bytes: Buffer[] = []
  let isClosed = false
  const connect = async (): Promise<net.Socket> => {
    const socket = net.connect({ port, host: '127.0.0.1' })
    socket.on('error', () => {}) // 'close' follows
    stops.push(() => socket.destroy())
    socket.on('data', (data: Buffer) => bytes.push(data))
    const isOpen = await new Promise((resolve) => {
      socket.once('connect', () => resolve(true))
      socket.once('close', () => resolve(false))
    })
    return isOpen ? socket : connect()
  }
  const socket = await connect()
  socket.once('close', () => {
    isClosed = true
  })
  return { socket, received: () => Buffer.concat(bytes), isClosed: () => isClosed }
}

it('sends each radio the same frames, after those that describe the base', async () => {
  const port = await lastingPort()
  const { server, happened } = listening(port)
  expect(server.send(FRAMES)).toBe(0)
  const one = await radio(port)
  await vi.waitUntil(() => happened.length === 1, WAIT)
  const other = await radio(port)
  await vi.waitUntil(() => other.received().length >= FIRST.length, WAIT)
  one.socket.write('GET / HTTP/1.0\r\n\r\n') // ignored
  expect(server.send(FRAMES)).toBe(2 * FRAMES.length)
  await vi.waitUntil(() => other.received().length >= FIRST.length + FRAMES.length, WAIT)
  await vi.waitUntil(() => one.received().length >= FRAMES.length, WAIT)
  expect(one.received().equals(FRAMES)).toBe(true) // the forward itself sends the first radio what describes the base
  expect(other.received().equals(Buffer.concat([FIRST, FRAMES]))).toBe(true)

  other.socket.destroy()
  one.socket.destroy()
  await vi.waitUntil(() => happened.at(-1) === 'left', WAIT)
  expect(happened).toEqual(['accepted', 'left'])
})

it('disconnects other addresses without a byte', async () => {
  const port = await lastingPort()
  const { server, happened } = listening(port, '192.0.2.7')
  const stranger = await radio(port)
  await vi.waitUntil(() => stranger.isClosed(), WAIT)
  expect([server.send(FRAMES), stranger.received().length, happened]).toEqual([0, 0, []])
})

it(`serves ${MOST_CLIENTS} radios, and another one once one has left`, async () => {
  const port = await lastingPort()
  const { server } = listening(port)
  const radios = await Promise.all(Array.from({ length: MOST_CLIENTS }, () => radio(port)))
  await vi.waitUntil(() => server.send(FRAMES) === MOST_CLIENTS * FRAMES.length, WAIT)
  const late = await radio(port)
  await vi.waitUntil(() => late.isClosed(), WAIT)
  radios[0]!.socket.destroy()
  await vi.waitUntil(() => server.send(FRAMES) === (MOST_CLIENTS - 1) * FRAMES.length, WAIT)
  const next = await radio(port)
  await vi.waitUntil(() => server.send(FRAMES) === MOST_CLIENTS * FRAMES.length, WAIT)
  expect(next.isClosed()).toBe(false)
})

it('disconnects a radio that stops reading, and keeps the others', async () => {
  const port = await lastingPort()
  const { server, happened } = listening(port)
  const stuck = await radio(port)
  await vi.waitUntil(() => happened.length === 1, WAIT)
  stuck.socket.pause()
  const reading = await radio(port)
  await vi.waitUntil(() => reading.received().length > 0, WAIT)
  const data = Buffer.alloc(MAX_QUEUED_BYTES / 4)
  await vi.waitUntil(() => server.send(data) === data.length, WAIT) // only one is left
  expect(reading.isClosed()).toBe(false)
})

it('reports a port that the machine does not allow, or that another program uses', async () => {
  const port = await lastingPort()
  const forbidden = listening(port, '127.0.0.1', false)
  await vi.waitUntil(() => forbidden.losses.length > 0, WAIT)
  expect(forbidden.losses[0]).toEqual({ code: 'input_not_allowed', params: { input: `tcp ${port}` } })

  const other = net.createServer().listen(0)
  await once(other, 'listening')
  stops.push(() => other.close())
  const taken = (other.address() as net.AddressInfo).port
  const refused = listening(taken)
  await vi.waitUntil(() => refused.losses.length > 0, WAIT)
  expect(JSON.stringify(refused.losses[0])).toContain('EADDRINUSE')
  other.close()
  // It tries again.
  await radio(taken)
  await vi.waitUntil(() => refused.happened.includes('accepted'), WAIT)
})
