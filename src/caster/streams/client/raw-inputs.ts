// Streams without NTRIP: opens a TCP connection, a port or a serial device.
import { spawn } from 'node:child_process'
import { createHash, timingSafeEqual } from 'node:crypto'
import dgram from 'node:dgram'
import { closeSync, constants, openSync } from 'node:fs'
import net from 'node:net'
import tty from 'node:tty'
import { saidBy } from '../../../base/outgoing/tls-failure.ts'
import { LONGEST_FIRST_LINE, type RawAddress } from '../../../domain/network/raw-address.ts'
import type { StreamLoss } from '../../../domain/network/source-address.ts'
import { isWithin, parseCidr } from '../../../domain/webhooks/public-address.ts'
import { connectTo, lossOf, type Reachable } from './guarded-connection.ts'

export interface InputEvents {
  opened(): void
  data(bytes: Buffer): void
  failed(why: StreamLoss): void
}

/** Closes the connection, port or device. */
export type CloseInput = () => void

const CLOSED: StreamLoss = { code: 'closed', params: {} }
/** Connections that have not sent their first line yet. */
const MAX_WAITING = 10
const FIRST_LINE_WITHIN_MS = 10_000

const failure = (error: Error): StreamLoss => ({ code: 'said', params: { said: saidBy(error) } })

export function openInput(address: RawAddress, reachable: Reachable, events: InputEvents): CloseInput {
  if (address.kind === 'tcp') return connect(address, reachable, events)
  if (address.kind === 'tcp_listen') return listen(address, events)
  if (address.kind === 'udp_listen') return receive(address, events)
  return openSerial(address, events)
}

type Of<Kind> = Extract<RawAddress, { kind: Kind }>

function connect({ host, port }: Of<'tcp'>, reachable: Reachable, events: InputEvents): CloseInput {
  let why = CLOSED
  const socket = connectTo({ host, port, tls: false }, reachable)
  socket.setKeepAlive(true, 30_000)
  socket.once('connect', () => events.opened())
  socket.on('data', (bytes: Buffer) => events.data(bytes))
  socket.on('error', (error) => {
    why = lossOf(error, { host, port })
  })
  socket.once('close', () => events.failed(why))
  return () => socket.destroy()
}

/** The newest connection wins, because the one before may have died without a FIN. */
function listen({ port, firstLine, from }: Of<'tcp_listen'>, events: InputEvents): CloseInput {
  const allowed = from.map(parseCidr)
  const waiting = new Set<net.Socket>()
  let current: net.Socket | null = null
  const serve = (socket: net.Socket, begun: Buffer) => {
    const before = current
    current = socket
    before?.destroy()
    socket.setKeepAlive(true, 30_000)
    socket.on('data', (bytes: Buffer) => current === socket && events.data(bytes))
    socket.once('close', () => {
      if (current !== socket) return
      current = null
      events.failed(CLOSED)
    })
    events.opened()
    if (begun.length > 0) events.data(begun)
  }
  const server = net.createServer((socket) => {
    socket.on('error', () => {}) // 'close' follows
    const isAllowed = allowed.length === 0 || isWithin(socket.remoteAddress ?? '', allowed)
    if (!isAllowed || waiting.size >= MAX_WAITING) return void socket.destroy()
    if (firstLine === null) return serve(socket, Buffer.alloc(0))
    waiting.add(socket)
    const timer = setTimeout(() => socket.destroy(), FIRST_LINE_WITHIN_MS)
    let head: Buffer = Buffer.alloc(0)
    const read = (bytes: Buffer) => {
      head = Buffer.concat([head, bytes])
      const end = head.indexOf('\n')
      if (end < 0 && head.length <= LONGEST_FIRST_LINE + 2) return
      socket.off('data', read)
      clearTimeout(timer)
      waiting.delete(socket)
      if (end < 0 || !isSame(head.toString('latin1', 0, end).trim(), firstLine)) return void socket.destroy()
      serve(socket, head.subarray(end + 1))
    }
    socket.on('data', read)
    socket.once('close', () => {
      clearTimeout(timer)
      waiting.delete(socket)
    })
  })
  server.once('error', (error) => events.failed(failure(error)))
  server.listen({ port })
  return () => {
    server.close()
    const open = current
    current = null
    for (const socket of [...waiting, ...(open ? [open] : [])]) socket.destroy()
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest()
const isSame = (one: string, other: string) => timingSafeEqual(digest(one), digest(other))

function receive({ port, from }: Of<'udp_listen'>, events: InputEvents): CloseInput {
  const allowed = from.map(parseCidr)
  const socket = dgram.createSocket({ type: 'udp6', ipv6Only: false })
  let isOpen = false
  let isClosed = false
  const close = () => {
    if (isClosed) return
    isClosed = true
    socket.close()
  }
  socket.on('message', (bytes, { address }) => {
    if (!isWithin(address, allowed)) return
    if (!isOpen) events.opened()
    isOpen = true
    events.data(bytes)
  })
  socket.once('error', (error) => {
    close()
    events.failed(failure(error))
  })
  socket.bind({ port })
  return close
}

/** `stty` sets the speed, because Node has no interface for it. */
function openSerial({ path, baud }: Of<'serial'>, events: InputEvents): CloseInput {
  let stream: tty.ReadStream | null = null
  let isClosed = false
  const fail = (error: Error) => {
    if (!isClosed) events.failed(failure(error))
  }
  const settings = ['-F', path, String(baud), 'raw', '-echo', 'cs8', '-parenb', '-cstopb', 'clocal', '-crtscts']
  const stty = spawn('stty', settings, { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  stty.stderr.on('data', (text) => {
    said = `${said}${text}`.slice(0, 200)
  })
  stty.once('error', fail)
  stty.once('close', (code) => {
    if (isClosed) return
    if (code !== 0) return fail(new Error(said.trim() || `stty ended with ${code}`))
    try {
      stream = ttyAt(path)
    } catch (error) {
      return fail(error as Error)
    }
    stream.on('data', (bytes: Buffer) => events.data(bytes))
    stream.once('error', fail)
    stream.once('close', () => {
      if (!isClosed) events.failed(CLOSED)
    })
    events.opened()
  })
  return () => {
    isClosed = true
    stty.kill()
    stream?.destroy()
  }
}

function ttyAt(path: string): tty.ReadStream {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NOCTTY | constants.O_NONBLOCK)
  try {
    return new tty.ReadStream(fd)
  } catch (error) {
    closeSync(fd)
    throw error
  }
}
