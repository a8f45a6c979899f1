// The public coverage, if the operator allows it: a page with a mountpoint finder, the same page to embed in other
// websites, and the areas as GeoJSON and KML.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify'
import { type Static, Type } from 'typebox'
import { clientOf, RateLimiter } from '../../../base/limits/rate-limiter.ts'
import { settledWithin } from '../../../base/running/settled-within.ts'
import { sharedReading } from '../../../base/running/shared-reading.ts'
import { inTurns, jsonInTurns } from '../../../base/running/turns.ts'
import { Refusal } from '../../../domain/codes/refusal.ts'
import { type CoverageArea, coverageArea } from '../../../domain/network/coverage-area.ts'
import { type Choice, Coverage } from '../../../domain/network/mountpoint-choice.ts'
import { openChoices } from '../../../domain/network/mountpoints/open-choices.ts'
import type { Network } from '../../../domain/network/network.ts'
import type { Language } from '../../../domain/people/user.ts'
import { simulatedShare } from '../../../domain/stations/simulated.ts'
import { isStatusFounded } from '../../../domain/stations/status.ts'
import type { Current, StationBook } from '../../../store/current/current.ts'
import { derivedFromStations } from '../../../store/current/derived.ts'
import { featuresOf } from '../../../wire/network/coverage.ts'
import * as T from '../../../wire/pieces.ts'
import { sendOwnProblem } from '../../../wire/problems/problem.ts'
import { en } from '../../../words/en.ts'
import { es } from '../../../words/es.ts'
import { choiceText } from '../../../words/network.ts'
import { type PlaceAnswer, PlaceQuery } from '../contract.ts'
import { kmlOf } from './kml.ts'

export interface CoverageServices {
  readonly current: () => Promise<Current>
  readonly clock: () => Date
  readonly simulated: boolean
  readonly coveragePage: boolean
}

type ReadCoverage = (book: StationBook) => Promise<Coverage>
type Page = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Max wait for the setting: if the database does not respond in time, the last known one applies. */
const TIMEOUT_MS = 1_000
/** A whole town may share one address. */
const REQUESTS_PER_MINUTE = 600
/** The areas of a thousand stations take a quarter of a second. */
const FRESH_MS = 30_000
/** Stations that are checked for open network mountpoints: a group can lack the nearest ones. */
const MOST_REACHING = 30

const hide = { schema: { hide: true } as object }
const LanguageQuery = Type.Object({ language: Type.Optional(T.LanguageField) })

export function coverageRoutes(app: FastifyInstance, services: CoverageServices, page: Page): void {
  const { current, clock } = services
  const coverageOf = coverageReader(clock)
  const limiter = new RateLimiter(REQUESTS_PER_MINUTE)
  app.register(async (inside) => {
    inside.setErrorHandler((error: Error, _, reply) => sendOwnProblem(error, reply))
    inside.addHook('onRequest', async ({ ip }, reply) => {
      const { allowed, resetSeconds } = limiter.hit(clientOf(ip), clock().getTime())
      if (!allowed)
        throw new Refusal('rate_limited', { perMinute: REQUESTS_PER_MINUTE, retryAfterSeconds: resetSeconds })
      await settledWithin(current(), TIMEOUT_MS)
      if (!services.coveragePage) return reply.callNotFound()
    })
    inside.get('/coverage', { ...hide, onSend: allowsLocation }, page)
    inside.get('/coverage/embed', { ...hide, onSend: [allowsLocation, allowsFraming] }, page)
    const placed = { schema: { hide: true, querystring: PlaceQuery } as object }
    inside.get('/public/coverage/at', placed, async (request, reply) => {
      const { language, ...position } = request.query as Static<typeof PlaceQuery>
      const { book } = await current()
      const coverage = await coverageOf(book)
      reply.header('cache-control', 'no-store')
      const choice = coverage.choose(position, book.network)
      const open = openChoices(book, coverage.reaching(position, MOST_REACHING), choice.mountpoint)
      return { ok: true, place: { ...placeAnswer(choice, book.network, language, clock()), open } }
    })
    dataRoutes(inside, services, coverageOf)
  })
}

function coverageReader(clock: () => Date): ReadCoverage {
  const coverageAt = derivedFromStations<Coverage>((book, now, before) => new Coverage(book.active, now, before))
  return async (book) => {
    const coverage = coverageAt(book, clock())
    if (!coverage.isPrepared) await inTurns(coverage.prepare())
    return coverage
  }
}

/** The page asks the browser for the visitor's position when the visitor presses a button. */
const allowsLocation: onSendHookHandler = (_, reply, payload, done) => {
  reply.header('permissions-policy', 'geolocation=(self)')
  done(null, payload)
}

const allowsFraming: onSendHookHandler = (_, reply, payload, done) => {
  reply.removeHeader('x-frame-options')
  const policy = String(reply.getHeader('content-security-policy'))
  reply.header('content-security-policy', policy.replace("frame-ancestors 'none'", 'frame-ancestors *'))
  done(null, payload)
}

function dataRoutes(app: FastifyInstance, services: CoverageServices, coverageOf: ReadCoverage): void {
  const read = fileReader(services, coverageOf)
  const send = async (request: FastifyRequest, reply: FastifyReply, key: FileKey, type: string) => {
    const { text, compressed, etag } = await read(key)
    reply.headers({
      etag,
      'cache-control': 'public, max-age=60',
      vary: 'accept-encoding',
      // Maps on other websites load these.
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    reply.type(type)
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(text)
    return reply.header('content-encoding', 'gzip').send(compressed)
  }
  app.get('/coverage.geojson', hide, (request, reply) => send(request, reply, 'geojson', 'application/geo+json'))
  const inLanguage = { schema: { hide: true, querystring: LanguageQuery } as object }
  app.get('/coverage.kml', inLanguage, (request, reply) => {
    const { language = 'es' } = request.query as Static<typeof LanguageQuery>
    reply.header('content-disposition', `attachment; filename="coverage.kml"`)
    return send(request, reply, language, 'application/vnd.google-earth.kml+xml')
  })
}

/** `geojson`, or the language of the KML. */
type FileKey = 'geojson' | Language

interface File {
  readonly text: Buffer
  readonly compressed: Buffer
  readonly etag: string
}

/** Each file is made at most every 30 s however many visitors there are. */
function fileReader(services: CoverageServices, coverageOf: ReadCoverage): (key: FileKey) => Promise<File> {
  const reader = (key: FileKey) => sharedReading(FRESH_MS, () => makeFile(services, coverageOf, key), 0)
  const readers: Record<FileKey, () => Promise<File>> = {
    geojson: reader('geojson'),
    es: reader('es'),
    en: reader('en'),
  }
  return (key) => readers[key]()
}

async function makeFile(
  { current, clock, simulated }: CoverageServices,
  coverageOf: ReadCoverage,
  key: FileKey,
): Promise<File> {
  const { book } = await current()
  const area = await inTurns(coverageArea(book.active, await coverageOf(book), book.network, clock()))
  const isSimulated = simulated || simulatedShare(book.active) !== 'none'
  const text = Buffer.from(
    key === 'geojson'
      ? await geojsonOf(area, book.network, isSimulated)
      : kmlOf(area, { name: book.network.name, simulated: isSimulated }, key),
  )
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  return { text, compressed: await promisify(gzip)(text), etag }
}

const geojsonOf = (area: CoverageArea, { name, mountpoint }: Network, simulated: boolean) =>
  jsonInTurns({ type: 'FeatureCollection', red: name, simulada: simulated, features: featuresOf(area, mountpoint) })

function placeAnswer(
  choice: Choice,
  network: Network,
  language: Language,
  now: Date,
): Omit<Static<typeof PlaceAnswer>, 'open'> {
  const station = choice.station ?? choice.stations[0]
  const isCovered = choice.mode !== 'none'
  const measured = isCovered && choice.stations.every((one) => isStatusFounded(one.station, now))
  return {
    mountpoint: choice.mountpoint,
    isNetwork: choice.mode === 'vrs',
    host: network.casterHost,
    port: network.casterPort,
    format: choice.format,
    datum: choice.datum,
    station: station ? { code: station.station.code, name: station.station.name } : null,
    distanceKm: choice.distanceKm,
    errorMm: measured ? choice.expectedErrorMm : null,
    measured,
    reason: choiceText(language === 'es' ? es : en, choice.reason),
  }
}
