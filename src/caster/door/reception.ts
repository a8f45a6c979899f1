// Answers clients that are not admitted: with the sourcetable, or a rejection, which is recorded.
import type { Socket } from 'node:net'
import { type Dialect, type Request, reply } from '@vertice/ntrip'
import { type RefusalReason, reasonFor } from '../../domain/sessions/admission.ts'
import type { Book } from '../services.ts'
import { addressOf } from './connections/peer.ts'
import type { DoorDependencies } from './dependencies.ts'
import { refusalReply, say, sayAndStay } from './replies.ts'
import { type MeasureMade, Sourcetable } from './sourcetable.ts'

export class Reception {
  readonly #dependencies: DoorDependencies
  readonly #table = new Sourcetable()
  #troubledAt = Number.NEGATIVE_INFINITY

  constructor(dependencies: DoorDependencies) {
    this.#dependencies = dependencies
  }

  /** Logged once per second, however many clients wait. */
  readonly troubled = (err: unknown): null => {
    const now = performance.now()
    if (now - this.#troubledAt <= 1_000) return null
    this.#troubledAt = now
    this.#dependencies.services.warn('Could not admit a connection', { err })
    return null
  }

  /** `null` if the stations cannot be read. */
  async newestBook(): Promise<Book | null> {
    try {
      const book = await this.#dependencies.services.book()
      this.#dependencies.bases.use(book)
      return book
    } catch (error) {
      return this.troubled(error)
    }
  }

  /** Closes the connection afterwards, unless it is kept alive; then resolves to whether the client took everything. */
  showTable(
    socket: Socket,
    book: Book,
    dialect: Dialect,
    { filter = '', headOnly = false, keepsAlive = false } = {},
  ): Promise<boolean> | undefined {
    const { bases, sources, fallbacks, services, engines, derived } = this.#dependencies
    const now = services.clock()
    const servingFor = (stationId: number) => fallbacks.servingFor(stationId)
    const measure = (stationId: number) => sources.shapeOf(servingFor(stationId), now.getTime())
    const measureMade: MeasureMade = (mountpoint, station) => derived.shapeOf(mountpoint, station, now.getTime())
    const engineOf = (networkId: number) => engines.now(networkId)
    const table = this.#table.now(book, bases.open(servingFor), measure, dialect, filter, engineOf, measureMade)
    const head = reply.sourcetableHead(dialect, table.length, now, { keepsAlive })
    const words = headOnly ? [head] : [head, table]
    if (keepsAlive) return sayAndStay(socket, Buffer.concat(words))
    say(socket, ...words)
  }

  refuse(
    socket: Socket,
    request: Request,
    reason: RefusalReason,
    credentialId: number | null,
    book: Book | null = null,
  ): void {
    const at = this.#dependencies.services.clock()
    const { dialect, mountpoint } = request
    if (request.kind === 'stream') this.record(socket, request, reason, credentialId)
    // Rev1 has no other way to say that the mountpoint is unknown.
    if (reason === 'unknown_mountpoint' && dialect === 'ntrip1' && book) void this.showTable(socket, book, dialect)
    else say(socket, refusalReply(reason, { dialect, at }, mountpoint))
  }

  record(socket: Socket, request: Request, reason: RefusalReason, credentialId: number | null): void {
    const { services } = this.#dependencies
    const { mountpoint, agent } = request
    const username = request.credentials?.username ?? ''
    services.record.refused({
      ...{ at: services.clock(), username, credentialId, mountpoint, agent },
      reason: reasonFor(reason, username),
      address: addressOf(socket),
    })
  }
}
