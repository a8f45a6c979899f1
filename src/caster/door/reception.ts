// What strangers are told at the door: the sourcetable, or why they are not let in; and that this is written down.
import type { Socket } from 'node:net'
import { type Dialect, type Request, reply } from '@vertice/ntrip'
import { type RefusalReason, reasonFor } from '../../domain/sessions/admission.ts'
import type { Book } from '../services.ts'
import { refusalReply, say } from './answers.ts'
import type { House } from './house.ts'
import { addressOf } from './peer.ts'
import { type MeasureMade, Table } from './table.ts'

export class Reception {
  readonly #house: House
  readonly #table = new Table()
  #troubledAt = Number.NEGATIVE_INFINITY

  constructor(house: House) {
    this.#house = house
  }

  /** The database is away, or something is wrong: said once a second, however many are at the door. */
  readonly troubled = (err: unknown): null => {
    const now = performance.now()
    if (now - this.#troubledAt <= 1_000) return null
    this.#troubledAt = now
    this.#house.services.warn('nobody can be let in now', { err })
    return null
  }

  /** null: it cannot be had now. */
  async newestBook(): Promise<Book | null> {
    try {
      const book = await this.#house.services.book()
      this.#house.bases.use(book)
      return book
    } catch (error) {
      return this.troubled(error)
    }
  }

  showTable(socket: Socket, book: Book, dialect: Dialect, filter = ''): void {
    const { bases, sources, standIns, services, network, made } = this.#house
    const now = services.clock()
    const servingFor = (stationId: number) => standIns.servingFor(stationId)
    const measure = (stationId: number) => sources.shapeOf(servingFor(stationId), now.getTime())
    const measureMade: MeasureMade = (mountpoint, station) => made.shapeOf(mountpoint, station, now.getTime())
    const table = this.#table.now(book, bases.open(servingFor), measure, dialect, filter, network.engine, measureMade)
    say(socket, reply.sourcetableHead(dialect, table.length, now), table)
  }

  refuse(
    socket: Socket,
    request: Request,
    reason: RefusalReason,
    credentialId: number | null,
    book: Book | null = null,
  ): void {
    const at = this.#house.services.clock()
    const { dialect, mountpoint } = request
    if (request.kind === 'stream') this.record(socket, request, reason, credentialId)
    // Rev1 has no other way to say it.
    if (reason === 'unknown_mountpoint' && dialect === 'ntrip1' && book) this.showTable(socket, book, dialect)
    else say(socket, refusalReply(reason, { dialect, at }, mountpoint))
  }

  record(socket: Socket, request: Request, reason: RefusalReason, credentialId: number | null): void {
    const { services } = this.#house
    const { mountpoint, agent } = request
    const username = request.credentials?.username ?? ''
    services.record.refused({
      ...{ at: services.clock(), username, credentialId, mountpoint, agent },
      reason: reasonFor(reason, username),
      address: addressOf(socket),
    })
  }
}
