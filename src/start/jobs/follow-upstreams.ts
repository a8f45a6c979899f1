// Fetches the sourcetables of upstream casters every few minutes, and on request. Any worker can run this; each
// table is fetched by one.
import { type ReadTableOf, takeAnswer } from '../../actions/network/upstreams/follow.ts'
import type { OpensLogins } from '../../actions/network/upstreams/set.ts'
import { upstreamContext } from '../../base/secrets/contexts.ts'
import { streamAt } from '../../domain/network/upstreams/upstream.ts'
import type { Database } from '../../store/kit/database.ts'
import { type DueUpstream, takeDueUpstreams } from '../../store/network/upstreams/rows.ts'

const AT_ONCE = 8
/** Lease of an upstream; longer than a fetch can take. */
const TAKEN_FOR_MS = 90_000

export interface FollowServices {
  readonly db: Database
  readonly keys: OpensLogins
  readonly clock: () => Date
  readonly readTable: ReadTableOf
  readonly info: (facts: object, message: string) => void
}

export const upstreamFollowing = (services: FollowServices) => async (): Promise<void> => {
  const { db, clock } = services
  for (;;) {
    const now = clock()
    const due = await takeDueUpstreams(db, now, new Date(now.getTime() + TAKEN_FOR_MS), AT_ONCE)
    if (due.length === 0) return
    await Promise.all(due.map((one) => follow(services, one)))
  }
}

async function follow({ db, keys, clock, readTable, info }: FollowServices, due: DueUpstream): Promise<void> {
  const { id, name: upstream, url } = due
  const login = due.login === null ? null : keys.decrypt(due.login, upstreamContext(id))
  const answer = await readTable(streamAt(url, login, ''))
  const outcome = await takeAnswer({ db, now: clock() }, due, answer)
  if (outcome === null) return
  if ('trouble' in outcome) {
    if (!outcome.wasAway)
      info({ upstream, why: outcome.trouble.code }, 'Could not load the sourcetable of an external caster')
    return
  }
  const { leftOut, ...changes } = outcome.followed
  if (outcome.wasAway || Object.values(changes).some((count) => count > 0))
    info({ upstream, ...changes, leftOut }, 'Updated the stations of an external caster from its sourcetable')
}
