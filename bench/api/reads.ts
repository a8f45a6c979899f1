// Reading stations and choosing a mountpoint, against a bare Fastify route that returns a constant of the same size;
// reading credentials, against a route that reads the same rows.
import { join } from 'node:path'
import type { Load } from '../support/load.ts'
import { type BenchService, load, median, type Row, random, request, startFloor } from '../support/service.ts'
import { sized } from '../support/size.ts'

const CALLERS = 64
const PAGE = 100
const SECONDS = sized(4, 0.2)
const ROUNDS = sized(5, 1)

export async function benchStations(service: BenchService, token: string): Promise<Row> {
  return against(service, token, 'GET /stations with 1,000 stations', ['/api/v1/stations'])
}

export async function benchChoice(service: BenchService, token: string): Promise<Row> {
  const next = random(7)
  const paths = Array.from(
    { length: 2000 },
    () => `/api/v1/vrs?lat=${(15 + next() * 17).toFixed(5)}&lng=${(-116 + next() * 28).toFixed(5)}`,
  )
  const why =
    'the bare route checks no token, counts no rate, reads no query and writes no own headers. A profile of a request (120 µs of CPU): the choice takes 15 µs. The question to the database, whether a token or a station changed, takes 13 µs. JSON takes 8 µs, garbage 5 µs, and token, rate limit and query 6 µs. The rest is HTTP and Fastify, which the bare route needs too. A Fastify route with such hooks and headers took 87 µs in a try, the bare one 67 to 74.'
  return against(service, token, 'GET /vrs with 10,000 stations, a new position each time', paths, why)
}

const WHY_ONE_CREDENTIAL =
  'one statement reads the row, whether its rover is connected, and whether a token or a station changed: 120 µs of PostgreSQL ' +
  'and 160 µs of Node, against 50 and 95 µs for the row alone (measured beside other work). The rest is what the bare route does ' +
  'not do: token, rate limit, decryption, ETag, the audit entry for the password, and JSON by a schema. Callers that ask at the same ' +
  'time share the statement, so with 16 callers the difference is small.'
const WHY_PAGE =
  'the links of 100 credentials are encrypted. Decrypting them takes 1.0 to 1.4 ms of Node, about as much as reading the rows ' +
  '(1.5 ms; the bare route 1.4 ms): node:crypto needs 10 µs for each message, however short. PostgreSQL takes 1.0 ms, because it also finds ' +
  'out which rovers are connected; the bare route 0.5 ms. Mapping and JSON take 0.6 ms, in the bare route 1.2 ms. The page has 66 kB, that of ' +
  'the bare route 49 kB. Measured beside other work.'

/** One credential by id, and a page of the newest, with one caller and with many. The floor reads the same rows. */
export async function benchCredentials(service: BenchService, token: string, ownerId: number): Promise<Row[]> {
  const ids = await newestIds(service, token)
  const floor = await startFloor('rows', join(service.dataDir, 'postgres', 'socket'))
  const page = `/api/v1/credentials?limit=${PAGE}`
  const kinds = [
    {
      what: 'GET /credentials/{id}',
      paths: ids.map((id) => `/api/v1/credentials/${id}`),
      wanted: 0.6,
      why: WHY_ONE_CREDENTIAL,
    },
    { what: `GET /credentials, the newest ${PAGE}`, paths: [page], wanted: 0.7, why: WHY_PAGE },
  ]
  const bare = [ids.map((id) => `/one/${id}`), [`/newest/${ownerId}`]]
  const compared: Row[] = []
  for (const [index, { what, paths, wanted, why }] of kinds.entries())
    for (const callers of [1, 16]) {
      const sides = {
        ours: { port: service.port, requests: paths.map((path) => request('GET', path, token)) },
        bare: { port: floor.port, requests: bare[index]!.map((path) => request('GET', path, token)) },
      }
      const whole = `${what}, ${callers === 1 ? 'one caller' : `${callers} callers`}, against a bare Fastify route that reads the same rows`
      compared.push({ ...rowOf(whole, await compare(sides, callers), wanted), why })
    }
  await floor.stop()
  return compared
}

async function against(
  service: BenchService,
  token: string,
  what: string,
  paths: string[],
  why?: string,
): Promise<Row> {
  const bytes = await averageSize(service, token, paths.slice(0, 50))
  const floor = await startFloor('constant', String(bytes))
  const sides = {
    ours: { port: service.port, requests: paths.map((path) => request('GET', path, token)) },
    bare: { port: floor.port, requests: [request('GET', '/constant', token)] },
  }
  const rounds = await compare(sides, CALLERS)
  await floor.stop()
  return { ...rowOf(what, rounds, 0.8), ...(why && { why }) }
}

type Side = Pick<Load, 'port' | 'requests'>
type Rates = { readonly ours: number; readonly bare: number }

async function compare({ ours, bare }: { ours: Side; bare: Side }, connections: number): Promise<Rates[]> {
  const warm = { connections, seconds: sized(3, 0.2) }
  await load({ ...warm, ...bare })
  await load({ ...warm, ...ours })
  const rounds: Rates[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const floor = await load({ ...bare, connections, seconds: SECONDS })
    const measured = await load({ ...ours, connections, seconds: SECONDS })
    if (measured.failures > 0) throw new Error(`${measured.failures} requests failed`)
    rounds.push({ ours: measured.perSecond, bare: floor.perSecond })
  }
  return rounds
}

function rowOf(what: string, rounds: readonly Rates[], wanted: number): Row {
  const ratio = median(rounds.map(({ ours, bare }) => ours / bare))
  return {
    what,
    measured: `${median(rounds.map(({ ours }) => ours)).toFixed(0)}/s`,
    floor: `${median(rounds.map(({ bare }) => bare)).toFixed(0)}/s`,
    ratio: ratio.toFixed(2),
    wanted: `≥ ${wanted}`,
    met: ratio >= wanted,
  }
}

async function newestIds({ port }: BenchService, token: string): Promise<number[]> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/credentials?limit=${PAGE}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { credentials } = (await answer.json()) as { credentials: { id: number }[] }
  return credentials.map(({ id }) => id)
}

async function averageSize({ port }: BenchService, token: string, paths: string[]): Promise<number> {
  const sizes = await Promise.all(
    paths.map(async (path) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${token}` } })
      return (await answer.arrayBuffer()).byteLength
    }),
  )
  return Math.round(sizes.reduce((sum, size) => sum + size, 0) / sizes.length)
}
