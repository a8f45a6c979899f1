// The page of a station's host: the state of that station only. GET changes nothing, because mail scanners open every
// link.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { confirmHost, leaveAsHost } from '../../actions/alerts/hosts/change.ts'
import { clientOf, RateLimiter } from '../../base/limits/rate-limiter.ts'
import { isHostKey } from '../../domain/alerts/hosts/host.ts'
import { Refusal } from '../../domain/codes/refusal.ts'
import { NO_DAY_VALUES } from '../../domain/stations/measured.ts'
import { isStatusFounded, statusAt } from '../../domain/stations/status.ts'
import { firstDay, uptimeHistory } from '../../domain/stations/uptime.ts'
import { findHostByKey, listMeasuredDays } from '../../store/alerts/hosts.ts'
import { sendOwnProblem } from '../../wire/problems/problem.ts'
import type { HostPage } from './contract.ts'
import type { StateServices } from './network-state.ts'

type HostServices = Omit<StateServices, 'subscribable'>
type Page = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** A page reloads every minute. Per client address: keys are too long to guess, but each request queries the database. */
const REQUESTS_PER_MINUTE = 60

const KeyParams = Type.Object({ key: Type.String() })
const ofOne = { schema: { hide: true, params: KeyParams } as object }

export function hostRoutes(app: FastifyInstance, services: HostServices, page: Page): void {
  const { db, clock } = services
  const limiter = new RateLimiter(REQUESTS_PER_MINUTE)
  app.register(async (inside) => {
    inside.setErrorHandler((error: Error, _, reply) => sendOwnProblem(error, reply))
    // Mail clients send this for one-click unsubscription (RFC 8058); the content does not matter.
    inside.addContentTypeParser('application/x-www-form-urlencoded', { bodyLimit: 1_000 }, (_, body, done) => {
      body.resume()
      body.on('end', () => done(null, {}))
    })
    inside.addHook('onRequest', async ({ ip }, reply) => {
      reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
      const { allowed, resetSeconds } = limiter.hit(clientOf(ip), clock().getTime())
      if (!allowed)
        throw new Refusal('rate_limited', { perMinute: REQUESTS_PER_MINUTE, retryAfterSeconds: resetSeconds })
    })
    inside.get('/host/:key', ofOne, page)
    inside.get('/public/hosts/:key', ofOne, async (request) => ({
      ok: true,
      ...(await readPage(services, keyOf(request))),
    }))
    inside.post('/public/hosts/:key/confirm', ofOne, async (request) => {
      const key = keyOf(request)
      await confirmHost({ db, now: clock() }, key)
      return { ok: true, ...(await readPage(services, key)) }
    })
    inside.post('/public/hosts/:key/leave', ofOne, async (request) => {
      await leaveAsHost({ db, now: clock() }, keyOf(request))
      return { ok: true }
    })
  })
}

function keyOf({ params }: FastifyRequest): string {
  const { key } = params as Static<typeof KeyParams>
  if (!isHostKey(key)) throw new Refusal('host_not_found')
  return key
}

async function readPage(
  { db, current, clock, simulated }: HostServices,
  key: string,
): Promise<Static<typeof HostPage>> {
  const now = clock()
  const host = await findHostByKey(db, key)
  const { book } = await current()
  const station = host && book.byId.get(host.stationId)
  if (!host || !station || station.archived) throw new Refusal('host_not_found')
  const days = await listMeasuredDays(db, station.id, firstDay(now), '9999-12-31')
  const records = days.map((day) => ({ healthPct: null, ...NO_DAY_VALUES, ...day }))
  const uptime = uptimeHistory(records, now)
  const { phone, whatsapp } = book.network
  return {
    network: { name: book.network.name, simulated: simulated || station.simulated ? 'all' : 'none' },
    host: { name: host.name, email: host.email, confirmed: host.confirmedAt !== null },
    station: {
      code: station.code,
      name: station.name,
      status: statusAt(station, now),
      measured: isStatusFounded(station, now),
      measuredAt: station.health?.measuredAt ?? null,
    },
    uptimePct: uptime.uptimePct,
    days: uptime.days.map(({ day, uptimePct, minutesUp, minutesDown, minutesUnknown }) => ({
      ...{ day, uptimePct, minutesUp, minutesDown, minutesUnknown },
    })),
    contact: { phone, whatsapp },
  }
}
