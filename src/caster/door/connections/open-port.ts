// One port with several listening sockets (Linux; one elsewhere), opened here or passed by the service manager.
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { expectFree } from '../../../base/serving/free-port.ts'
import { type ListenPlace, listenOn, SOCKETS_PER_CASTER_PORT } from '../../../base/serving/listen.ts'

const IS_LINUX = process.platform === 'linux'
const SOCKETS = IS_LINUX ? SOCKETS_PER_CASTER_PORT : 1
const KEEP_ALIVE_MS = 30_000

export interface Where {
  readonly host: string
  readonly port: number
  /** Whether other processes listen on the same port. */
  readonly isShared: boolean
  /** Sockets that already listen there; the port is opened if there are none. */
  readonly descriptors?: readonly number[]
}

export interface OpenPort {
  readonly address: AddressInfo
  /** Stops listening; resolves when the last connection ended. A passed socket queues new ones for the next process. */
  close(): Promise<void>
  /** Rejects new connections. A passed socket stays open: its queue may wait for a process that never starts. */
  reject(): void
}

export async function openPort(server: Server, where: Where): Promise<OpenPort> {
  const { host, port, isShared, descriptors = [] } = where
  const isPassed = descriptors.length > 0
  if (!isPassed && !isShared && port !== 0) await expectFree(host, port)
  const others = Array.from({ length: (isPassed ? descriptors.length : SOCKETS) - 1 }, () =>
    createServer({ allowHalfOpen: true }, (socket) => void server.emit('connection', socket)),
  )
  const all = [server, ...others]
  let closing: Promise<unknown> | null = null
  const close = async () => {
    closing ??= Promise.all(all.map(closed))
    await closing
  }
  const reject = () => {
    if (!isPassed) return void close()
    for (const one of all) one.removeAllListeners('connection').on('connection', (socket) => socket.resetAndDestroy())
    closing ??= Promise.resolve()
  }
  const reusePort = isShared || SOCKETS > 1
  const place = (index: number, at: number): ListenPlace =>
    isPassed ? { fd: descriptors[index]! } : { host, port: at, reusePort }
  try {
    await listening(server, place(0, port))
    const address = server.address() as AddressInfo
    for (const [index, other] of others.entries()) await listening(other, place(index + 1, address.port))
    return { address, close, reject }
  } catch (error) {
    await close()
    throw error
  }
}

async function listening(server: Server, place: ListenPlace): Promise<void> {
  await listenOn(server, place)
  if (!leavesOptions(server)) server.prependListener('connection', giveOptions)
}

interface Handle {
  setNoDelay?(on: boolean): number
  setKeepAlive?(on: boolean, seconds: number): number
}

/**
 * Sets options on the listening socket, which connections inherit on Linux without system calls. False if unsupported.
 */
function leavesOptions(server: Server): boolean {
  const handle = (server as unknown as { _handle: Handle | null })._handle
  return IS_LINUX && handle?.setNoDelay?.(true) === 0 && handle.setKeepAlive?.(true, KEEP_ALIVE_MS / 1000) === 0
}

/** Corrections are sent without delay, and dead connections are detected. */
const giveOptions = (socket: Socket) => void socket.setNoDelay(true).setKeepAlive(true, KEEP_ALIVE_MS)

const closed = (server: Server) =>
  new Promise<void>((resolve) => (server.listening ? server.close(() => resolve()) : resolve()))
