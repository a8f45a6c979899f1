import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  connectionsAllowed,
  limitConnections,
  unusedConnectionCloser,
} from '../../../src/base/limits/connection-limit.ts'

async function listening(): Promise<net.Server> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return server
}

/** Connects; returns whether the server keeps the connection. */
async function stays(server: net.Server): Promise<boolean> {
  const taken = once(server, 'connection') as Promise<[net.Socket]>
  const socket = net.connect((server.address() as net.AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  const [accepted] = await taken
  if (accepted.destroyed) await once(socket.resume(), 'close')
  return !accepted.destroyed
}

describe('the connection limit', () => {
  it('is derived from the open file limit of the process', () => {
    const limits = (files: string) =>
      `Limit  Soft Limit  Hard Limit  Units\nMax open files            ${files}    files\n`
    expect(connectionsAllowed(limits('65536                65536'))).toBe(65_280)
    expect(connectionsAllowed(limits('1024                 1048576'))).toBe(768)
    expect(connectionsAllowed(limits('unlimited            unlimited'))).toBe(Number.POSITIVE_INFINITY)
    expect(connectionsAllowed(null)).toBe(Number.POSITIVE_INFINITY)
  })

  it('applies to all servers together, and warns once when it is nearly reached', async () => {
    const [first, second] = [await listening(), await listening()]
    const warnings: string[] = []
    limitConnections([first, second], { warn: (message) => warnings.push(message), makeRoom: () => false, most: 5 })
    const stayed: boolean[] = []
    for (let turn = 0; turn < 7; turn++) stayed.push(await stays(turn % 2 === 0 ? first : second))
    expect(stayed).toEqual([true, true, true, true, true, false, false])
    expect(warnings).toEqual([expect.stringMatching(/^4 of 5 connections are in use; raise the limit of open files/)])
  })

  it('includes connections that are not accepted yet', async () => {
    const door = await listening()
    let line = 2
    limitConnections([door], { warn() {}, makeRoom: () => false, waiting: () => line, most: 3 })
    expect([await stays(door), await stays(door)]).toEqual([true, false])
    line = 0
    expect(await stays(door)).toBe(true)
  })

  it('includes outgoing connections, which are closed when the limit is reached', async () => {
    const [door, elsewhere] = [await listening(), await listening()]
    const count = limitConnections([door], { warn() {}, makeRoom: () => false, most: 3 })
    const call = () => {
      const socket = net.connect((elsewhere.address() as net.AddressInfo).port, '127.0.0.1')
      onTestFinished(() => void socket.destroy())
      count(socket)
      return socket
    }
    const [first] = [call(), call()]
    expect(await stays(door)).toBe(true)
    expect(await stays(door)).toBe(false)
    const tooMuch = call()
    await once(tooMuch, 'close')
    first!.destroy()
    await once(first!, 'close')
    expect(await stays(door)).toBe(true)
  })

  it('frees each connection once, even for concurrent requests', async () => {
    const server = http.createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const makeRoom = unusedConnectionCloser(server)
    const accepted: net.Socket[] = []
    server.on('connection', (socket) => accepted.push(socket))
    for (let count = 0; count < 3; count++) void stays(server)
    await expect.poll(() => accepted.length).toBe(3)
    accepted[0]!.destroy() // already closing
    expect([makeRoom(), makeRoom(), makeRoom()]).toEqual([true, true, false])
    expect(accepted.map(({ destroyed }) => destroyed)).toEqual([true, true, true])
  })

  it('closes the connection of a web server that has waited longest without a request', async () => {
    const server = http.createServer((_, response) => response.end('ok')).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    limitConnections([server], { warn() {}, makeRoom: unusedConnectionCloser(server), most: 2 })
    const open = async () => {
      const socket = net.connect((server.address() as net.AddressInfo).port, '127.0.0.1')
      onTestFinished(() => void socket.destroy())
      await once(socket, 'connect')
      return socket
    }
    const asker = await open()
    asker.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await once(asker, 'data')
    const silent = await open()
    const silentEnds = once(
      silent.on('error', () => {}),
      'close',
    )
    const third = await open()
    await silentEnds
    third.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await once(third, 'data')
    asker.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await once(asker, 'data')
  })
})
