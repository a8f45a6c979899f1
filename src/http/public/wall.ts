// The public wall: the live state of the network behind an unguessable link that the operator can withdraw. It shows
// neither customers nor the exact positions of rovers.
import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { clientOf, RateLimiter } from '../../base/limits/rate-limiter.ts'
import { sharedReading } from '../../base/running/shared-reading.ts'
import { jsonInTurns, mapInTurns } from '../../base/running/turns.ts'
import { Refusal } from '../../domain/codes/refusal.ts'
import { coarsePosition, isWallKey } from '../../domain/network/overview/wall.ts'
import { isShown } from '../../domain/stations/serving.ts'
import { simulatedShare } from '../../domain/stations/simulated.ts'
import { isStatusFounded, statusAt } from '../../domain/stations/status.ts'
import { listPublishedIncidents } from '../../store/alerts/incidents/rows.ts'
import { readTrafficNow } from '../../store/network/figures.ts'
import { isWallLinkOpen } from '../../store/network/wall-links.ts'
import { countLiveRovers, listLocatedRovers } from '../../store/sessions/live-rovers.ts'
import { sendOwnProblem } from '../../wire/problems/problem.ts'
import type { Wall } from './contract.ts'
import type { StateServices } from './network-state.ts'

type WallServices = Omit<StateServices, 'subscribable'>
type Page = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** A wall polls every 5 s; many screens may share one address. */
const WALLS_PER_MINUTE = 600
/** All screens share one read. */
const FRESH_MS = 3_000
const MOST_ROVERS = 2_000
const MOST_INCIDENTS = 10

const hide = { schema: { hide: true } as object }

export function wallRoutes(app: FastifyInstance, services: WallServices, page: Page): void {
  const { db, clock } = services
  const limiter = new RateLimiter(WALLS_PER_MINUTE)
  const read = sharedReading(FRESH_MS, async () => jsonInTurns({ ok: true, ...(await readWall(services)) }), 0)
  app.register(async (inside) => {
    inside.setErrorHandler((error: Error, _, reply) => sendOwnProblem(error, reply))
    inside.addHook('onRequest', async ({ ip }, reply) => {
      reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
      const { allowed, resetSeconds } = limiter.hit(clientOf(ip), clock().getTime())
      if (!allowed) throw new Refusal('rate_limited', { perMinute: WALLS_PER_MINUTE, retryAfterSeconds: resetSeconds })
    })
    inside.get('/wall/:key', hide, page)
    inside.get('/public/wall/:key', hide, async ({ params }, reply) => {
      const { key } = params as { key: string }
      if (!isWallKey(key) || !(await isWallLinkOpen(db, hash('sha256', key, 'buffer'))))
        throw new Refusal('wall_link_not_found')
      return reply.type('application/json; charset=utf-8').send(await read())
    })
  })
}

async function readWall({ db, current, clock, simulated }: WallServices): Promise<Static<typeof Wall>> {
  const now = clock()
  const { book } = await current()
  const shown = book.active.filter(isShown)
  const places = new Map(shown.map(({ id }, place) => [id, place]))
  const [rovers, located, traffic, incidents] = await Promise.all([
    countLiveRovers(db, 'all'),
    listLocatedRovers(db, 'all', MOST_ROVERS),
    readTrafficNow(db, now),
    listPublishedIncidents(db, now, MOST_INCIDENTS),
  ])
  return {
    network: { name: book.network.name, simulated: simulated ? 'all' : simulatedShare(book.active) },
    at: now,
    rovers: { connected: rovers.connected, fixed: rovers.fixed },
    bytesPerMinute: traffic?.bytes ?? null,
    stations: await mapInTurns(shown, (station, id) => ({
      id,
      code: station.code,
      name: station.name,
      federalState: station.federalState,
      lat: station.lat,
      lng: station.lng,
      status: statusAt(station, now),
      measured: isStatusFounded(station, now),
      measuredAt: station.health?.measuredAt ?? null,
    })),
    // Sorted by position and numbered, so that neither order nor id identifies a rover.
    located: located
      .map(({ stationId, quality, ...rover }) => ({
        ...coarsePosition(rover),
        stationId: stationId === null ? null : (places.get(stationId) ?? null),
        quality,
      }))
      .sort((a, b) => a.lat - b.lat || a.lng - b.lng)
      .map((rover, place) => ({ id: String(place), ...rover })),
    incidents: incidents.map(({ id, title, createdAt }) => ({ id, title, createdAt })),
  }
}
