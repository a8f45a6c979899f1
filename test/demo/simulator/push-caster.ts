// A minimal caster that only accepts pushed streams and meters them.
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { ChunkedDecoder, type Request, readRequest, reply } from '@vertice/ntrip'
import { StreamMeter } from '@vertice/rtcm'

export interface PushCaster {
  readonly port: number
  readonly requests: readonly Request[]
  readonly meter: StreamMeter
  readonly open: () => number
  readonly hangUp: () => void
  readonly close: () => Promise<void>
}

export async function pushCaster(password: string): Promise<PushCaster> {
  const sockets = new Set<Socket>()
  const requests: Request[] = []
  const meter = new StreamMeter(Date.now())
  const server = createServer((socket) => {
    let head: Buffer | null = Buffer.alloc(0)
    let chunks: ChunkedDecoder | null = null
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', (bytes) => {
      if (head === null) {
        for (const part of chunks?.push(bytes) ?? [bytes]) meter.push(part, Date.now())
        return
      }
      head = Buffer.concat([head, bytes])
      const request = readRequest(head)
      if (request === 'incomplete' || request.kind === 'bad') return
      requests.push(request)
      head = null
      if (request.credentials?.password !== password) {
        const refusal = { dialect: request.dialect, reason: 'no', at: new Date() }
        socket.end(request.dialect === 'ntrip1' ? reply.BAD_PASSWORD : reply.unauthorized(refusal, request.mountpoint))
        return
      }
      meter.reconnected()
      if (request.chunked) chunks = new ChunkedDecoder()
      socket.write(reply.pushHead(request.dialect, new Date()))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const hangUp = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    meter,
    open: () => sockets.size,
    hangUp,
    close: () => {
      hangUp()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
