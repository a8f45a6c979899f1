// The cost of observability: the same service and database with the access log or traces on, against both off.
import { BenchService, load, median, type Row, request, startFloor } from '../support/service.ts'
import { sized } from '../support/size.ts'

const CALLERS = 64
const SECONDS = sized(3, 0.2)
const ROUNDS = sized(5, 1)

interface Way {
  readonly what: string
  readonly settings: Record<string, string>
  readonly wanted: number
}

export async function benchWatching(service: BenchService, token: string): Promise<Row[]> {
  const collector = await startFloor('collector')
  const traces = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.port}`,
    OTEL_METRICS_EXPORTER: 'none',
  }
  const ways: Way[] = [
    { what: 'every request logged', settings: { ACCESS_LOG: 'all' }, wanted: 0.7 },
    { what: 'one request in a hundred logged', settings: { ACCESS_LOG: '0.01' }, wanted: 0.9 },
    { what: 'every request traced, with its statements', settings: traces, wanted: 0.5 },
    {
      what: 'one request in a hundred traced',
      settings: { ...traces, OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.01' },
      wanted: 0.8,
    },
  ]
  const requests = [request('GET', '/api/v1/vrs?lat=19.4&lng=-99.1', token)]
  const open = async (settings: Record<string, string>) => {
    const opened = new BenchService(service.dataDir, { ROLES: 'api', ...settings }, { log: 'ignore' })
    await opened.start()
    await load({ port: opened.port, connections: CALLERS, seconds: sized(3, 0.2), requests })
    return opened
  }
  const measure = async ({ port }: BenchService) => {
    const { perSecond, failures } = await load({ port, connections: CALLERS, seconds: SECONDS, requests })
    if (failures > 0) throw new Error(`${failures} requests failed`)
    return perSecond
  }
  const off = await open({})
  const rows: Row[] = []
  for (const { what, settings, wanted } of ways) {
    const on = await open(settings)
    const rounds: { on: number; off: number }[] = []
    for (let round = 0; round < ROUNDS; round++) rounds.push({ off: await measure(off), on: await measure(on) })
    await on.stop()
    const ratio = median(rounds.map((round) => round.on / round.off))
    rows.push({
      what: `GET /vrs, ${what}, against the same with neither log nor traces`,
      measured: `${median(rounds.map((round) => round.on)).toFixed(0)}/s`,
      floor: `${median(rounds.map((round) => round.off)).toFixed(0)}/s`,
      ratio: ratio.toFixed(2),
      wanted: `≥ ${wanted}`,
      met: ratio >= wanted,
    })
  }
  await off.stop()
  await collector.stop()
  return rows
}
