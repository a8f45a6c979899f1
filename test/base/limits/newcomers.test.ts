// New connections of a crowd are served in turns, with existing connections in between.
import { once } from 'node:events'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { letNewcomersInByTurns } from '../../../src/base/limits/newcomers.ts'

const CROWD = 200

let server: http.Server
const sockets: net.Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  server.close()
})

/** Length of the queue of new connections. */
let line: () => number
async function listen(heard: (path: string) => void): Promise<number> {
  server = http.createServer((request, response) => {
    heard(request.url!)
    response.end('ok')
  })
  line = letNewcomersInByTurns(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

async function connect(port: number): Promise<net.Socket> {
  const socket = net.connect(port, '127.0.0.1')
  sockets.push(socket)
  await once(socket, 'connect')
  return socket
}

const ask = (socket: net.Socket, path: string) => socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)

async function answered(socket: net.Socket): Promise<string> {
  const [data] = (await once(socket, 'data')) as [Buffer]
  return data.toString('latin1').split('\r\n')[0]!
}

it('serves everyone in a crowd, and existing connections before most of it', async () => {
  const heard: string[] = []
  const port = await listen((path) => heard.push(path))
  const known = await connect(port)
  ask(known, '/before')
  expect(await answered(known)).toBe('HTTP/1.1 200 OK')

  const crowd = await Promise.all(Array.from({ length: CROWD }, () => connect(port)))
  const answers = crowd.map(answered)
  for (const socket of crowd) ask(socket, '/crowd')
  ask(known, '/known')
  expect(await answered(known)).toBe('HTTP/1.1 200 OK')
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['HTTP/1.1 200 OK']))
  expect(heard.filter((path) => path === '/crowd')).toHaveLength(CROWD)
})

it('is not disturbed by clients that disconnect while waiting', async () => {
  const heard: string[] = []
  const port = await listen((path) => heard.push(path))
  const crowd = Array.from({ length: CROWD }, () => {
    const socket = net.connect(port, '127.0.0.1').on('error', () => {})
    sockets.push(socket)
    return socket
  })
  crowd.forEach((socket, index) => {
    socket.once('connect', () => (index % 2 ? socket.resetAndDestroy() : ask(socket, '/crowd')))
  })
  const stayed = crowd.filter((_, index) => index % 2 === 0)
  expect(new Set(await Promise.all(stayed.map(answered)))).toEqual(new Set(['HTTP/1.1 200 OK']))
})

it('limits the queue and reports its length', async () => {
  const port = await listen(() => {})
  let longest = 0
  server.on('connection', () => {
    longest = Math.max(longest, line())
  })
  const crowd = Array.from({ length: 1_500 }, () => {
    const socket = net.connect(port, '127.0.0.1').on('error', () => {})
    sockets.push(socket)
    return once(socket, 'connect')
  })
  await Promise.all(crowd)
  expect(longest).toBeGreaterThan(0)
  expect(longest).toBeLessThanOrEqual(1_000)
  await expect.poll(line, { timeout: 90_000 }).toBe(0)
})
