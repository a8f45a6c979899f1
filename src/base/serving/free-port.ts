import { createServer } from 'node:net'

/** Fails if a socket listens there, even one with a shared port. Clients that connect meanwhile are disconnected. */
export const expectFree = (host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', reject)
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve()))
  })
