// Sessions and rejected attempts, from which the charts of the start page are derived.
import type { Static } from 'typebox'
import type { App } from '../../../base/serving/app.ts'
import { maySeeSources, scopeOf } from '../../../domain/people/permissions.ts'
import { isNetworkName } from '../../../domain/sessions/access.ts'
import { withoutSources } from '../../../domain/sessions/hidden-sources.ts'
import { noDataReason } from '../../../domain/sessions/no-data.ts'
import { fixedPctOf } from '../../../domain/sessions/session-quality.ts'
import { isSimulatedAgent } from '../../../domain/stations/simulated.ts'
import { DAY_MS } from '../../../domain/time/units.ts'
import type { StationBook } from '../../../store/current/current.ts'
import {
  type ListedRefusal,
  type ListedSession,
  listPastRefusals,
  listPastSessions,
} from '../../../store/sessions/past.ts'
import type { PastRefusal, PastSession } from '../contract/sessions.ts'
import { timeOf } from '../kit/ids.ts'
import { cutAt, newestPage, scopeWithin } from '../kit/paging.ts'
import { serve } from '../kit/serve.ts'
import type { ConsoleServices } from '../services.ts'
import { sessionIn, sessionPlace } from './places.ts'

const DEFAULT_LIMIT = 50
const USUAL_SPAN_MS = 30 * DAY_MS

export function activityRoutes(app: App, { db, clock, current }: ConsoleServices): void {
  const spanOf = ({ from, to }: { from?: string; to?: string }) => ({
    from: from === undefined ? new Date(clock().getTime() - USUAL_SPAN_MS) : timeOf(from, 'from'),
    to: to === undefined ? null : timeOf(to, 'to'),
  })

  serve(app, 'GET /activity/sessions', 'credentials.read', async ({ query, signedIn }) => {
    const { book } = await current()
    const { limit = DEFAULT_LIMIT, state, solution, stationId } = query
    const scope = scopeWithin(scopeOf(signedIn.user), query.ownerId)
    const filter = { ...spanOf(query), state, solution, stationId }
    const rows = scope === null ? [] : await listPastSessions(db, scope, filter, sessionIn(query.cursor), limit + 1)
    const { page, nextCursor } = cutAt(rows, limit, sessionPlace)
    const shown = maySeeSources(signedIn.user) ? page : page.map(withoutSources)
    return { sessions: shown.map((session) => sessionAnswer(session, book)), nextCursor }
  })

  serve(app, 'GET /activity/refusals', 'credentials.read', async ({ query, signedIn }) => {
    const scope = scopeWithin(scopeOf(signedIn.user), query.ownerId)
    const filter = { ...spanOf(query), reason: query.reason }
    const { page, nextCursor } = await newestPage({ limit: DEFAULT_LIMIT, ...query }, async (wanted) =>
      scope === null ? [] : listPastRefusals(db, scope, filter, wanted),
    )
    return { refusals: page.map(refusalAnswer), nextCursor }
  })
}

const sessionAnswer = (session: ListedSession, book: StationBook): Static<typeof PastSession> => ({
  id: session.id,
  ownerId: session.ownerId,
  ownerName: session.ownerName,
  credentialId: session.credentialId,
  username: session.username,
  label: session.label,
  customerName: session.customerName,
  mountpoint: session.mountpoint,
  stationCode: (session.stationId !== null && book.byId.get(session.stationId)?.code) || null,
  startedAt: session.startedAt,
  endedAt: session.endedAt,
  endReason: session.endReason,
  bytes: session.bytes,
  address: session.address,
  agent: session.agent,
  fixedPct: fixedPctOf(session),
  noData: noDataReason(session, (mountpoint) => isNetworkName(book.mounts, mountpoint)),
  simulated: isSimulatedAgent(session.agent),
})

const refusalAnswer = (refusal: ListedRefusal): Static<typeof PastRefusal> => ({
  id: refusal.id,
  firstAt: refusal.firstAt,
  lastAt: refusal.lastAt,
  times: refusal.times,
  reason: refusal.reason,
  username: refusal.username,
  credentialId: refusal.credentialId,
  ownerName: refusal.ownerName,
  mountpoint: refusal.mountpoint,
  address: refusal.address,
  agent: refusal.agent,
  simulated: isSimulatedAgent(refusal.agent),
})
