// Live state of customers' equipment and their renewal requests: one shared query for all open pages of this node.
// Casters are notified which credentials are watched and write those sessions every second.

import { SharedRound } from '../base/running/shared-round.ts'
import type { Credential } from '../domain/credentials/credential.ts'
import { type Live, liveOf } from '../domain/delivery/live.ts'
import type { Current } from '../store/current/current.ts'
import {
  listSeenRefusals,
  listSeenSessions,
  notifyWatched,
  type SeenRefusal,
  type SeenSessionRow,
} from '../store/delivery/live.ts'
import { listRenewalRequests } from '../store/delivery/renewals.ts'
import type { Database } from '../store/kit/database.ts'
import { accessTargetOf } from './access-target.ts'

/** Min time between shared queries; a single request does not wait. */
const APART_MS = 100
const TELL_EVERY_MS = 2_000

export interface CustomerNow {
  readonly live: Live
  /** Last renewal request of the customer; `null` if never requested. */
  readonly renewalAskedAt: Date | null
}

interface Seen {
  readonly session: SeenSessionRow | null
  readonly refusal: SeenRefusal | null
  readonly renewalAskedAt: Date | null
}

export interface LiveServices {
  readonly db: Database
  readonly current: () => Promise<Current>
  readonly warn: (error: unknown) => void
}

export function liveReader({ db, current, warn }: LiveServices): (credential: Credential) => Promise<CustomerNow> {
  const watched = new Set<number>()
  let toldAt = Number.NEGATIVE_INFINITY

  /** Runs in the background; its effect shows in later rounds. */
  function watch(open: readonly number[]): void {
    for (const id of open) watched.add(id)
    if (watched.size === 0 || performance.now() - toldAt < TELL_EVERY_MS) return
    toldAt = performance.now()
    const ids = [...watched]
    watched.clear()
    notifyWatched(db, ids).catch(warn)
  }

  const round = new SharedRound<number, Seen>(
    async (asked) => {
      const ids = [...new Set(asked)]
      const [sessions, refusals, requests] = await Promise.all([
        listSeenSessions(db, ids),
        listSeenRefusals(db, ids),
        listRenewalRequests(db, ids),
      ])
      const [session, refusal, request] = [firsts(sessions), firsts(refusals), firsts(requests)]
      watch(ids.filter((id) => session.get(id)?.isOpen))
      return asked.map((id) => ({
        session: session.get(id) ?? null,
        refusal: refusal.get(id) ?? null,
        renewalAskedAt: request.get(id)?.askedAt ?? null,
      }))
    },
    { apartMs: APART_MS },
  )

  return async ({ id, ...access }) => {
    const [{ session, refusal, renewalAskedAt }, { book }] = await Promise.all([round.join(id), current()])
    const { mountpoint: opens } = accessTargetOf(access, book)
    const base = session?.stationId == null ? null : (book.byId.get(session.stationId)?.code ?? null)
    return { live: liveOf({ opens, session: session && { ...session, base }, refusal }), renewalAskedAt }
  }
}

/** First row of each credential; an open session precedes the newest. */
const firsts = <Row extends { readonly credentialId: number }>(rows: readonly Row[]): Map<number, Row> =>
  new Map(rows.toReversed().map((row) => [row.credentialId, row]))
