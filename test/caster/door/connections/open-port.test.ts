import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { openPort } from '../../../../src/caster/door/connections/open-port.ts'
import { lastingPort } from '../../../support/ports.ts'

const HOST = '127.0.0.1'

async function open(port = 0, isShared = false) {
  const seen: Server[] = []
  const server = createServer((socket) => {
    seen.push((socket as unknown as { _server: Server })._server)
    socket.on('error', () => {}).destroy()
  })
  const opened = await openPort(server, { host: HOST, port, isShared })
  onTestFinished(() => opened.close())
  return { seen, ...opened }
}

async function call(port: number): Promise<void> {
  const socket = connect(port, HOST)
  await once(
    socket.on('error', () => {}),
    'close',
  )
}

it('accepts connections on several sockets and passes all to one server', async () => {
  const { seen, address } = await open()
  await Promise.all(Array.from({ length: 200 }, () => call(address.port)))
  expect(seen).toHaveLength(200)
  expect(new Set(seen).size).toBe(process.platform === 'linux' ? 8 : 1)
})

/** Time until the next TCP keep-alive probe of each accepted connection, as the kernel reports it. */
function untilAsked({ port }: { readonly port: number }): number[] {
  const [keepAlive, hertz] = ['02', 100]
  const ours = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, , state]) => local?.endsWith(ours) && state === '01')
    .map(([, , , , , timer]) => timer!.split(':'))
    .map(([kind, ticks]) => (kind === keepAlive ? Number.parseInt(ticks!, 16) / hertz : 0))
}

it.runIf(process.platform === 'linux')('detects vanished clients by TCP keep-alive on every socket', async () => {
  const server = createServer((socket) =>
    socket
      .on('error', () => {})
      .on('end', () => socket.destroy())
      .resume(),
  )
  const opened = await openPort(server, { host: HOST, port: 0, isShared: false })
  const callers = Array.from({ length: 40 }, () => connect(opened.address.port, HOST))
  onTestFinished(() => {
    for (const socket of callers) socket.destroy()
    return opened.close()
  })
  await Promise.all(callers.map((socket) => once(socket, 'connect')))
  expect(untilAsked(opened.address)).toHaveLength(40)
  for (const seconds of untilAsked(opened.address)) expect(seconds).toBeGreaterThan(20)
})

it('reports that another process holds the port, also if this process shares its own', async () => {
  const port = await lastingPort()
  await open(port)
  await expect(open(port)).rejects.toThrow(/EADDRINUSE/)
})

it.runIf(process.platform === 'linux')('lets processes that share the port all listen', async () => {
  const first = await open(0, true)
  const second = await open(first.address.port, true)
  await Promise.all(Array.from({ length: 200 }, () => call(first.address.port)))
  expect(first.seen.length + second.seen.length).toBe(200)
  expect(Math.min(first.seen.length, second.seen.length)).toBeGreaterThan(0)
})

it('closes all its sockets, however often close is called', async () => {
  const { address, close } = await open()
  await Promise.all([close(), close()])
  const socket = connect(address.port, HOST)
  await expect(once(socket, 'connect')).rejects.toThrow(/ECONNREFUSED/)
})
