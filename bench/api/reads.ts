// Reading stations and choosing a mountpoint, against a bare Fastify route that answers a constant of the same size.
import { type BenchService, load, median, type Row, random, request, startFloor } from '../support/service.ts'
import { sized } from '../support/size.ts'

const CALLERS = 64
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
    'the bare route neither checks a token, counts a rate, reads a query, nor writes seven headers; a Fastify route with such hooks, headers and a checked query around a constant took 87 µs of CPU in a try, the bare one 67 to 74. ' +
    'The choice itself takes about 6 µs, writing it as JSON about 5 µs, of some 120 µs a request.'
  return against(service, token, 'GET /vrs with 10,000 stations, a new position each time', paths, why)
}

async function against(
  service: BenchService,
  token: string,
  what: string,
  paths: string[],
  why?: string,
): Promise<Row> {
  const requests = paths.map((path) => request('GET', path, token))
  const bytes = await averageSize(service, token, paths.slice(0, 50))
  const floor = await startFloor('constant', String(bytes))
  const constant = [request('GET', '/constant', token)]
  const warm = { connections: CALLERS, seconds: sized(3, 0.2) }
  await load({ ...warm, port: floor.port, requests: constant })
  await load({ ...warm, port: service.port, requests })

  const rounds: { ours: number; bare: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const bare = await load({ port: floor.port, connections: CALLERS, seconds: SECONDS, requests: constant })
    const ours = await load({ port: service.port, connections: CALLERS, seconds: SECONDS, requests })
    if (ours.failures > 0) throw new Error(`${ours.failures} requests failed`)
    rounds.push({ ours: ours.perSecond, bare: bare.perSecond })
  }
  await floor.stop()
  const ratio = median(rounds.map(({ ours, bare }) => ours / bare))
  return {
    what,
    measured: `${median(rounds.map(({ ours }) => ours)).toFixed(0)}/s`,
    floor: `${median(rounds.map(({ bare }) => bare)).toFixed(0)}/s`,
    ratio: ratio.toFixed(2),
    wanted: '≥ 0.8',
    met: ratio >= 0.8,
    ...(why && { why }),
  }
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
