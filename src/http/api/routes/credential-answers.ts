// What the operations on one credential share: how it is shown, and the trace of whoever was shown a password.
import type { FastifyRequest } from 'fastify'
import { program } from '../../../domain/audit/deed.ts'
import type { Credential } from '../../../domain/credentials/credential.ts'
import type { Traces } from '../../../recording/traces.ts'
import type { StationBook } from '../../../store/current/current.ts'
import type { ServedBy } from '../../../wire/credentials/credential.ts'

export const around = (book: StationBook, { stationId }: Credential, now: Date): ServedBy => ({
  network: book.network,
  groups: book.groups,
  station: stationId === null ? null : (book.byId.get(stationId) ?? null),
  now,
})

/** Whoever was shown the password of one that was there before; what is issued or changed is a trace by itself. */
export const revealNoter =
  (traces: Traces, clock: () => Date) =>
  (request: FastifyRequest, { id, ownerId, username }: Credential): void => {
    if (request.token.limits.includes('no_passwords')) return
    const subject = { kind: 'credential', id } as const
    const deed = { action: 'credential.revealed', subject, ownerId, details: { username } } as const
    traces.note(program(request.token, request), deed, clock(), { passwords: 1 })
  }
