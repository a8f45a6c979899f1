// Ports for the demo: the usual ones if they are free, otherwise others.
import { randomInt } from 'node:crypto'
import { type AddressInfo, createServer, type Server } from 'node:net'

export interface WantedPort {
  readonly host: string
  /** 0 for any port. */
  readonly port: number
}

/** Holds the ports until all are chosen, so that no two are equal. */
export async function freePorts<Name extends string>(
  wanted: Readonly<Record<Name, WantedPort>>,
): Promise<Record<Name, number>> {
  const held: Server[] = []
  const chosen: [string, number][] = []
  try {
    for (const [name, { host, port }] of Object.entries<WantedPort>(wanted)) {
      const server = await holdAny(host, port)
      held.push(server)
      chosen.push([name, (server.address() as AddressInfo).port])
    }
  } finally {
    await Promise.all(held.map((server) => new Promise((resolve) => server.close(resolve))))
  }
  return Object.fromEntries(chosen) as Record<Name, number>
}

/** Takes the wanted port, or another one if it is in use. */
async function holdAny(host: string, wanted: number): Promise<Server> {
  for (let port = wanted || apartPort(), tries = 1; ; port = apartPort(), tries++) {
    try {
      return await hold(host, port)
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      if ((code !== 'EADDRINUSE' && code !== 'EACCES') || tries === MAX_TRIES)
        throw new Error(`cannot listen on ${host} (HOST, CASTER_HOST, METRICS_HOST): ${message}`)
    }
  }
}

const MAX_TRIES = 100

/**
 * Outside the range for outgoing connections (Linux: from 32768 on), where a port can be taken between being chosen
 * here and being listened on.
 */
const apartPort = (): number => randomInt(10_000, 32_000)

function hold(host: string, port: number): Promise<Server> {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, () => resolve(server))
  })
}
