// Streams without NTRIP on real sockets and a real terminal device.
import { spawn } from 'node:child_process'
import dgram from 'node:dgram'
import { once } from 'node:events'
import net from 'node:net'
import { frame } from '@vertice/rtcm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { RawClient } from '../../../../src/caster/streams/client/raw-client.ts'
import { parsePullAddress, type RawAddress } from '../../../../src/domain/network/raw-address.ts'
import type { StreamLoss } from '../../../../src/domain/network/source-address.ts'
import { lacks } from '../../../support/needs.ts'
import { lastingPort } from '../../../support/ports.ts'

const WAIT = { interval: 5, timeout: 30_000 }
const FRAME = frame(Buffer.from('one'))

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

function pull(url: string, { mayUse = true, mayReach = true } = {}) {
  const losses: StreamLoss[] = []
  let opened = 0
  let received: Buffer = Buffer.alloc(0)
  const client = new RawClient(
    parsePullAddress(url) as RawAddress,
    { mayUse: () => mayUse, mayReach: () => mayReach, addressesOf: async () => [{ address: '127.0.0.1', family: 4 }] },
    {
      opened() {
        opened += 1
      },
      data(bytes) {
        received = Buffer.concat([received, bytes])
      },
      lost: (why) => losses.push(why),
    },
    {},
  )
  stops.push(() => client.close())
  return {
    losses,
    opened: () => opened,
    received: () => received,
    gets: (bytes: Buffer) => vi.waitUntil(() => received.equals(bytes), WAIT),
    loses: () => vi.waitUntil(() => losses.length > 0, WAIT),
  }
}

async function connected(port: number, first: string | Buffer = ''): Promise<net.Socket> {
  const open = async (): Promise<net.Socket | null> => {
    const socket = net.connect({ port, host: '127.0.0.1' })
    socket.on('error', () => {})
    return once(socket, 'connect').then(
      () => socket,
      () => null,
    )
  }
  const socket = await vi.waitUntil(open, WAIT)
  stops.push(() => socket.destroy())
  if (first.length > 0) socket.write(first)
  return socket
}

const isClosed = (socket: net.Socket) => vi.waitUntil(() => socket.destroyed || socket.readableEnded, WAIT)

describe('a station to which the caster connects over TCP', () => {
  async function server() {
    const sockets: net.Socket[] = []
    const listening = net.createServer((socket) => void sockets.push(socket.on('error', () => {})))
    await once(listening.listen(0, '127.0.0.1'), 'listening')
    stops.push(() => {
      for (const socket of sockets) socket.destroy()
      listening.close()
    })
    return { port: (listening.address() as net.AddressInfo).port, sockets }
  }

  it('is read from its first frame, and connected again after a second', async () => {
    const { port, sockets } = await server()
    const station = pull(`tcp://127.0.0.1:${port}`)
    await vi.waitUntil(() => sockets.length === 1, WAIT)
    sockets[0]!.write(Buffer.concat([Buffer.from('half a frame'), FRAME]))
    await station.gets(FRAME)
    sockets[0]!.end()
    await station.loses()
    expect(station.losses).toEqual([{ code: 'closed', params: {} }])
    await vi.waitUntil(() => sockets.length === 2, WAIT)
  })

  it('is not read if it sends no RTCM', async () => {
    const { port, sockets } = await server()
    const station = pull(`tcp://127.0.0.1:${port}`)
    await vi.waitUntil(() => sockets.length === 1, WAIT)
    sockets[0]!.write(Buffer.alloc(20_000, 'x'))
    await station.loses()
    expect(station.losses[0]!.code).toBe('not_rtcm')
  })

  it('is not connected if the operator does not allow its address', async () => {
    const { port, sockets } = await server()
    const station = pull(`tcp://127.0.0.1:${port}`, { mayReach: false })
    await station.loses()
    expect(station.losses[0]!.code).toBe('forbidden_address')
    expect(sockets).toEqual([])
  })
})

describe('a station that connects to a port', () => {
  it('must send the first line', async () => {
    const port = await lastingPort()
    const station = pull(`tcp://s3cret-line@:${port}`)
    for (const wrong of ['s3cret-lime\n', `${'x'.repeat(200)}`, '\n']) await isClosed(await connected(port, wrong))
    await connected(port, Buffer.concat([Buffer.from('s3cret-line\r\n'), FRAME]))
    await station.gets(FRAME)
    expect(station.losses).toEqual([])
  })

  it('must connect from an allowed address', async () => {
    const port = await lastingPort()
    const station = pull(`tcp://:${port}?from=192.0.2.7`)
    await isClosed(await connected(port, FRAME))
    expect([station.opened(), station.losses]).toEqual([0, []])
  })

  it('replaces its connection before, and the port opens again when it left', async () => {
    const port = await lastingPort()
    const station = pull(`tcp://:${port}?from=127.0.0.1`)
    const first = await connected(port, FRAME)
    await station.gets(FRAME)
    const second = await connected(port, FRAME)
    await station.gets(Buffer.concat([FRAME, FRAME]))
    await isClosed(first)
    expect(station.losses).toEqual([])
    second.end()
    await station.loses()
    await connected(port, FRAME)
    await station.gets(Buffer.concat([FRAME, FRAME, FRAME]))
  })

  it('is not accepted at a port that is in use, or that the operator does not allow', async () => {
    const server = net.createServer()
    await once(server.listen(0), 'listening')
    stops.push(() => server.close())
    const { port } = server.address() as net.AddressInfo
    const inUse = pull(`tcp://s3cret-line@:${port}`)
    await inUse.loses()
    expect(inUse.losses[0]).toMatchObject({ code: 'said' })
    const forbidden = pull('tcp://s3cret-line@:5000', { mayUse: false })
    await forbidden.loses()
    expect(forbidden.losses[0]).toEqual({ code: 'input_not_allowed', params: { input: 'tcp 5000' } })
  })
})

describe('a station that sends over UDP', () => {
  it('is read if it sends from an allowed address', async () => {
    const [ours, theirs] = [await lastingPort(), await lastingPort()]
    const station = pull(`udp://:${ours}?from=127.0.0.0/8`)
    const stranger = pull(`udp://:${theirs}?from=192.0.2.7`)
    const socket = dgram.createSocket('udp4')
    // Datagrams that arrive before the port is open are lost.
    const beat = setInterval(() => {
      for (const port of [theirs, ours]) socket.send(FRAME, port, '127.0.0.1')
    }, 20)
    stops.push(() => {
      clearInterval(beat)
      socket.close()
    })
    await vi.waitUntil(() => station.opened() > 0, WAIT)
    expect(stranger.opened()).toBe(0)
  })
})

const PTY = `
import os, sys, time
master, slave = os.openpty()
print(os.ttyname(slave), flush=True)
while True:
    os.write(master, bytes.fromhex(sys.argv[1]))
    time.sleep(0.05)
`

describe.skipIf(lacks('serial ports', 'python3'))('a station at a serial port', () => {
  it('is read byte by byte, also control characters', async () => {
    const data = frame(Buffer.from([0, 3, 4, 10, 13, 17, 19, 26, 127, 255]))
    const device = spawn('python3', ['-c', PTY, data.toString('hex')])
    stops.push(() => device.kill())
    const [path] = (await once(device.stdout, 'data')) as [Buffer]
    const station = pull(`serial://${path.toString().trim()}?baud=115200`)
    const twice = Buffer.concat([data, data])
    await vi.waitUntil(() => station.received().length >= twice.length, WAIT)
    expect(station.received().subarray(0, twice.length).equals(twice)).toBe(true)
  })

  it('is reported if the device does not exist', async () => {
    const station = pull('serial:///dev/no-such-device')
    await station.loses()
    expect(station.losses[0]).toMatchObject({
      code: 'said',
      params: { said: expect.stringContaining('no-such-device') },
    })
  })
})
