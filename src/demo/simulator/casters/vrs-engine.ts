// A simulated VRS engine: a caster with one mountpoint that answers a position with a stream for that place.
import type { Socket } from 'node:net'
import type { Credentials, Request } from '@vertice/ntrip'
import type { Sky } from '../sky/sky.ts'
import { CasterServer } from './server.ts'
import { VrsSession } from './vrs-session.ts'

export interface VrsEngineOptions {
  readonly sky: Sky
  readonly mountpoint: string
  readonly credentials: Credentials
  readonly host?: string
  /** 0 for any free port. */
  readonly port?: number
  readonly stationId?: number
  readonly followKm?: number
  readonly intervalMs?: number
}

const NAME = 'SIMULATED'

export class VrsEngine {
  readonly #options: VrsEngineOptions
  readonly #server: CasterServer
  readonly #sessions = new Set<VrsSession>()

  constructor(options: VrsEngineOptions) {
    this.#options = options
    const stream = {
      mountpoint: options.mountpoint,
      identifier: NAME,
      format: 'RTCM 3.3',
      formatDetails: '1005(10),1033(10),1077(1),1087(1),1097(1),1127(1)',
      carrier: 2 as const,
      constellations: ['GPS', 'GLO', 'GAL', 'BDS'],
      needsGga: true,
      fromNetwork: true,
      generator: NAME,
      ...{ country: 'MEX', lat: null, lng: null },
    }
    this.#server = new CasterServer({
      ...options,
      name: NAME,
      streams: [stream],
      readsGga: true,
      serve: (socket, request, rest) => this.#serve(socket, request, rest),
    })
  }

  get port(): number {
    return this.#server.port
  }

  get sessions(): readonly VrsSession[] {
    return [...this.#sessions]
  }

  listen = () => this.#server.listen()
  close = () => this.#server.close()

  #serve(socket: Socket, { gga }: Request, rest: Buffer): void {
    const { sky, stationId = 4000, followKm = 5, intervalMs = 1000 } = this.#options
    const session = new VrsSession(socket, { sky, stationId, followKm, intervalMs })
    this.#sessions.add(session)
    socket.on('close', () => this.#sessions.delete(session))
    if (gga !== null) session.hear(gga)
    session.read(rest)
  }
}
