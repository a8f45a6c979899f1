// Ports for the demo: the usual ones where they are free, others where not.
import { type AddressInfo, createServer, type Server } from 'node:net'

export interface WantedPort {
  readonly host: string
  /** 0: any. */
  readonly port: number
}

/** Held until all are chosen, so that no two are the same. */
export async function freePorts<Name extends string>(
  wanted: Readonly<Record<Name, WantedPort>>,
): Promise<Record<Name, number>> {
  const held: Server[] = []
  const chosen: [string, number][] = []
  try {
    for (const [name, { host, port }] of Object.entries<WantedPort>(wanted)) {
      const server = await hold(host, port).catch((error) => {
        if (error.code === 'EADDRINUSE' || error.code === 'EACCES') return hold(host, 0)
        throw new Error(`cannot listen on ${host} (HOST, CASTER_HOST, METRICS_HOST): ${error.message}`)
      })
      held.push(server)
      chosen.push([name, (server.address() as AddressInfo).port])
    }
  } finally {
    await Promise.all(held.map((server) => new Promise((resolve) => server.close(resolve))))
  }
  return Object.fromEntries(chosen) as Record<Name, number>
}

function hold(host: string, port: number): Promise<Server> {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, () => resolve(server))
  })
}
