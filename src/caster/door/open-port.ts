// One port with several listening sockets (Linux; one elsewhere). libuv accepts one connection per socket and turn of its loop, and while ten
// thousand rovers reconnect, a turn is long. Connections wait in the kernel meanwhile, up to 4,096 per socket; the kernel drops the rest after
// some seconds without notice (647 of 11,000, once, on a busy machine).
import { type AddressInfo, createServer, type ListenOptions, type Server, type Socket } from 'node:net'
import { expectFree } from '../../base/serving/free-port.ts'

const IS_LINUX = process.platform === 'linux'
const SOCKETS = IS_LINUX ? 8 : 1
const BACKLOG = 4_096
const KEEP_ALIVE_MS = 30_000

export interface Where {
  readonly host: string
  readonly port: number
  /** Other processes listen on the same port. */
  readonly isShared: boolean
}

export interface OpenPort {
  readonly address: AddressInfo
  /** Stops listening. Resolves when the last connection has ended. */
  close(): Promise<void>
}

export async function openPort(server: Server, { host, port, isShared }: Where): Promise<OpenPort> {
  if (!isShared && port !== 0) await expectFree(host, port)
  const others = Array.from({ length: SOCKETS - 1 }, () =>
    createServer({ allowHalfOpen: true }, (socket) => void server.emit('connection', socket)),
  )
  const all = [server, ...others]
  let closing: Promise<unknown> | null = null
  const close = async () => {
    closing ??= Promise.all(all.map(closed))
    await closing
  }
  const where = { host, reusePort: isShared || SOCKETS > 1 }
  try {
    await listening(server, { ...where, port })
    const address = server.address() as AddressInfo
    for (const other of others) await listening(other, { ...where, port: address.port })
    return { address, close }
  } catch (error) {
    await close()
    throw error
  }
}

function listening(server: Server, where: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ ...where, backlog: BACKLOG }, () => {
      server.off('error', reject)
      server.on('error', () => {})
      if (!leavesOptions(server)) server.prependListener('connection', giveOptions)
      resolve()
    })
  })
}

interface Handle {
  setNoDelay?(on: boolean): number
  setKeepAlive?(on: boolean, seconds: number): number
}

/** Sets socket options on the listening socket: on Linux, connections inherit them without a system call each. False if they do not. */
function leavesOptions(server: Server): boolean {
  const handle = (server as unknown as { _handle: Handle | null })._handle
  return IS_LINUX && handle?.setNoDelay?.(true) === 0 && handle.setKeepAlive?.(true, KEEP_ALIVE_MS / 1000) === 0
}

/** Corrections are sent without delay, and dead connections are detected. */
const giveOptions = (socket: Socket) => void socket.setNoDelay(true).setKeepAlive(true, KEEP_ALIVE_MS)

const closed = (server: Server) =>
  new Promise<void>((resolve) => (server.listening ? server.close(() => resolve()) : resolve()))
