import { createServer } from 'node:net'

/** Fails if somebody listens there: sockets that share a port do not see each other, one that does not share finds them. */
export const expectFree = (host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve()))
  })
