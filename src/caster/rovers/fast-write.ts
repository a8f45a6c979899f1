// Writes straight to a socket's libuv handle. `socket.write` does the same through the stream machinery, at 1.4 times
// the cost of a delivered message and 1.5 kB more memory per rover. This depends on Node's internals, so
// `learnFastWrite` first tries it on a connection of its own; if that fails, `socket.write` is used.
import { once } from 'node:events'
import net from 'node:net'
import { TLSSocket } from 'node:tls'

/** Node's own class for a pending write; it must stay alive until `oncomplete`. */
interface WriteRequest {
  oncomplete: (() => void) | null
  data: Buffer | null
  getAsyncId(): number
}

const NEVER_TAKEN = -1

export interface Handle {
  /** Returns an error number; 0 or undefined is success. Bytes that the kernel does not accept at once are queued. */
  writeBuffer(request: WriteRequest, data: Buffer): number | undefined
  readonly writeQueueSize: number
}

let Request: new () => WriteRequest
let works = false
/** The request of the last write, reused if the write was finished when the call returned (nearly always). */
let spare: WriteRequest

const handleOf = (socket: net.Socket) => (socket as unknown as { _handle: Handle | null })._handle

/** The handle to write to, if supported. Not with TLS: a second write while one is pending would abort the process. */
export const fastHandle = (socket: net.Socket): Handle | null =>
  works && !(socket instanceof TLSSocket) ? handleOf(socket) : null

/** Returns the number of queued bytes; negative if the connection is broken. */
export function writeTo(handle: Handle, data: Buffer): number {
  const request = spare
  const error = handle.writeBuffer(request, data)
  if (error) {
    spare = newRequest()
    return -1
  }
  // Only a request that libuv took has an id. It stays in use until `oncomplete`, even if nothing is queued any more:
  // the kernel may accept on the second try what it refused on the first. Reusing it would abort the process.
  if (request.getAsyncId() === NEVER_TAKEN) return 0
  request.data = data
  spare = newRequest()
  return handle.writeQueueSize
}

function newRequest(): WriteRequest {
  const request = new Request()
  request.oncomplete = nothing
  return request
}

/** Node releases the request with its data. Releasing the data here would be too early for a reused request. */
function nothing(): void {}

/**
 * Learns the class of requests by watching one ordinary write, and trusts it only after bytes have arrived in order.
 */
export async function learnFastWrite(): Promise<boolean> {
  if (works) return true
  const server = net.createServer().listen(0, '127.0.0.1')
  const client = new net.Socket()
  try {
    await once(server, 'listening')
    const { port } = server.address() as net.AddressInfo
    const accepting = once(server, 'connection') as Promise<[net.Socket]>
    client.connect(port, '127.0.0.1')
    const [[peer]] = await Promise.all([accepting, once(client, 'connect')])
    const received: Buffer[] = []
    peer.on('data', (data) => received.push(data))
    const Learned = learnRequest(client)
    if (!Learned) return false
    Request = Learned
    spare = newRequest()
    if (spare.getAsyncId() !== NEVER_TAKEN) return false
    const queued = ['b', 'c', 'd'].map((text) => writeTo(handleOf(client)!, Buffer.from(text.repeat(10))))
    client.end('e')
    await once(peer, 'end')
    const right = Buffer.concat(received).toString() === `a${'b'.repeat(10)}${'c'.repeat(10)}${'d'.repeat(10)}e`
    works = right && queued.every((bytes) => bytes === 0)
  } catch {
    works = false
  } finally {
    client.destroy()
    server.close()
  }
  return works
}

/** For tests of ordinary writes: disables fast writes until they are learned again. */
export function forgetFastWrite(): void {
  works = false
}

function learnRequest(socket: net.Socket): (new () => WriteRequest) | null {
  const handle = handleOf(socket) as Handle & { writeBuffer: unknown }
  if (typeof handle?.writeBuffer !== 'function' || typeof handle.writeQueueSize !== 'number') return null
  let Seen: (new () => WriteRequest) | null = null
  const original = handle.writeBuffer
  handle.writeBuffer = function (this: Handle, request: WriteRequest, data: Buffer) {
    Seen = request.constructor as new () => WriteRequest
    return (original as Handle['writeBuffer']).call(this, request, data)
  }
  socket.write(Buffer.from('a'))
  delete (handle as Partial<Handle>).writeBuffer
  return Seen === Object ? null : Seen
}
