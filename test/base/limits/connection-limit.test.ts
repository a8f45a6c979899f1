import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connectionsAllowed, limitConnections, unheardOf } from '../../../src/base/limits/connection-limit.ts'

async function listening(): Promise<net.Server> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return server
}

/** Connects; true when the other side lets it stay. */
async function stays(server: net.Server): Promise<boolean> {
  const taken = once(server, 'connection') as Promise<[net.Socket]>
  const socket = net.connect((server.address() as net.AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  const [accepted] = await taken
  if (accepted.destroyed) await once(socket.resume(), 'close')
  return !accepted.destroyed
}

describe('connections leave descriptors for the rest', () => {
  it('reads how many files the process may open', () => {
    const limits = (files: string) =>
      `Limit  Soft Limit  Hard Limit  Units\nMax open files            ${files}    files\n`
    expect(connectionsAllowed(limits('65536                65536'))).toBe(65_280)
    expect(connectionsAllowed(limits('1024                 1048576'))).toBe(768)
    expect(connectionsAllowed(limits('unlimited            unlimited'))).toBe(Number.POSITIVE_INFINITY)
    expect(connectionsAllowed(null)).toBe(Number.POSITIVE_INFINITY)
  })

  it('lets in as many as allowed on all doors together, and says once that there is little room', async () => {
    const [first, second] = [await listening(), await listening()]
    const warnings: string[] = []
    limitConnections([first, second], { warn: (message) => warnings.push(message), makeRoom: () => false, most: 5 })
    const stayed: boolean[] = []
    for (let turn = 0; turn < 7; turn++) stayed.push(await stays(turn % 2 === 0 ? first : second))
    expect(stayed).toEqual([true, true, true, true, true, false, false])
    expect(warnings).toEqual([expect.stringMatching(/^4 of 5 connections are taken; raise the limit of open files/)])
  })

  it('those that wait to be taken up count with them', async () => {
    const door = await listening()
    let line = 2
    limitConnections([door], { warn() {}, makeRoom: () => false, waiting: () => line, most: 3 })
    expect([await stays(door), await stays(door)]).toEqual([true, false])
    line = 0
    expect(await stays(door)).toBe(true)
  })

  it('those that the process makes itself count with them, and go when all are taken', async () => {
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

  it('each connection makes room once, however many ask for it in the same moment', async () => {
    const server = http.createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const makeRoom = unheardOf(server)
    const accepted: net.Socket[] = []
    server.on('connection', (socket) => accepted.push(socket))
    for (let count = 0; count < 3; count++) void stays(server)
    await expect.poll(() => accepted.length).toBe(3)
    accepted[0]!.destroy() // it goes anyway
    expect([makeRoom(), makeRoom(), makeRoom()]).toEqual([true, true, false])
    expect(accepted.map(({ destroyed }) => destroyed)).toEqual([true, true, true])
  })

  it('of a web server, the one that has waited longest without asking anything makes room', async () => {
    const server = http.createServer((_, response) => response.end('ok')).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    limitConnections([server], { warn() {}, makeRoom: unheardOf(server), most: 2 })
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
