import { createServer } from 'node:net'

/**
 * Fails if another socket listens on the address, even one that shares its port. A client that connects during the
 * check is disconnected.
 */
export const expectFree = (host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', reject)
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve()))
  })
