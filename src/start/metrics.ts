// Prometheus metrics on a port of their own, which is not for the outside.
import { createServer, type Server } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, type Metric, Registry } from 'prom-client'
import type { SharingCounts } from '../caster/sharing/sharing.ts'
import { askedMetrics } from './asked-metrics.ts'
import { inOne, type MetricFamily } from './figures.ts'
import { watchSharing } from './sharing-metrics.ts'

export interface Metrics {
  readonly observe: (route: string, status: number, milliseconds: number) => void
  readonly countMail: (outcome: string) => void
  readonly registry: Registry
  /** How many mails wait for a quota; asked when somebody reads the metrics. */
  readonly watchMails: (held: () => Promise<number>) => void
  /** What the caster counts; asked when somebody reads the metrics. */
  readonly watchCaster: (counts: () => CasterFigures) => void
  /** Which of the casters' processes run; told by the one that started them. */
  readonly watchCasterProcesses: (up: () => ReadonlyMap<string, boolean>) => void
  readonly watchClock: (skewSeconds: () => number) => void
}

export interface CasterFigures {
  readonly rovers: number
  readonly sources: number
  readonly bytesOut: number
  readonly bytesIn: number
  readonly droppedForSlowness: number
  readonly leftOutBytes: number
  /** null: it shares its streams with no other node. */
  readonly sharing: SharingCounts | null
  readonly refusals: ReadonlyMap<string, number>
  /** Sessions and refusals that could not be written down, by kind. */
  readonly unrecorded: ReadonlyMap<string, number>
  /** Open ones, by kind. */
  readonly alarms: ReadonlyMap<string, number>
}

/** `process`: which of the machine's processes it is, for what each of them has. */
export function createMetrics(
  pool: { totalCount: number; idleCount: number; waitingCount: number },
  process: string,
): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, labels: { process } })
  const requests = new RequestTimes()
  registry.registerMetric(requests as unknown as Metric)
  new Gauge({
    name: 'vertice_database_connections',
    help: 'Connections of a process: open, idle, and callers that wait for one.',
    labelNames: ['process', 'state'],
    registers: [registry],
    collect() {
      this.set({ process, state: 'open' }, pool.totalCount)
      this.set({ process, state: 'idle' }, pool.idleCount)
      this.set({ process, state: 'waiting' }, pool.waitingCount)
    },
  })
  const mails = new Counter({
    name: 'vertice_mails_total',
    help: 'Attempts of this process to send a mail, by what became of the mail: sent, pending (another attempt follows), failed.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  return {
    registry,
    observe: (route, status, milliseconds) => requests.observe(route, status, milliseconds),
    watchCaster: (counts) => watchCaster(registry, counts),
    watchCasterProcesses: (up) => watchCasterProcesses(registry, up),
    watchMails: (held) => watchMails(registry, held),
    watchClock: (skewSeconds) => watchClock(registry, process, skewSeconds),
    countMail: (outcome) => mails.inc({ outcome }),
  }
}

function watchMails(registry: Registry, held: () => Promise<number>): void {
  new Gauge({
    name: 'vertice_mails_held',
    help: 'Mails that wait because a quota of the day is used up; 10000 means that or more.',
    registers: [registry],
    async collect() {
      // Without the database the other figures are still worth reading.
      const count = await held().catch(() => null)
      if (count !== null) this.set(count)
    },
  })
}

function watchClock(registry: Registry, process: string, skewSeconds: () => number): void {
  new Gauge({
    name: 'vertice_clock_skew_seconds',
    help: "How far this machine's clock is ahead of the database's; negative: behind.",
    labelNames: ['process'],
    registers: [registry],
    collect() {
      this.set({ process }, skewSeconds())
    },
  })
}

function watchCasterProcesses(registry: Registry, up: () => ReadonlyMap<string, boolean>): void {
  new Gauge({
    name: 'vertice_caster_up',
    help: 'Whether the process of a caster runs; it is started again when it does not.',
    labelNames: ['process'],
    registers: [registry],
    collect() {
      for (const [process, isUp] of up()) this.set({ process }, isUp ? 1 : 0)
    },
  })
}

function watchCaster(registry: Registry, counts: () => CasterFigures): void {
  const registers = [registry]
  const { gauge, counter } = askedMetrics(registry)
  gauge('vertice_caster_rovers', 'Rovers that are connected.', () => counts().rovers)
  gauge('vertice_caster_sources', 'Stations whose stream flows.', () => counts().sources)
  counter('vertice_caster_sent_bytes_total', 'Bytes sent to rovers.', () => counts().bytesOut)
  counter('vertice_caster_received_bytes_total', 'Bytes received from stations.', () => counts().bytesIn)
  counter(
    'vertice_caster_dropped_total',
    'Rovers dropped because they took nothing any more.',
    () => counts().droppedForSlowness,
  )
  counter(
    'vertice_caster_left_out_bytes_total',
    'Bytes not sent because something newer was there when the rover took data again.',
    () => counts().leftOutBytes,
  )
  if (counts().sharing) watchSharing(registry, () => counts().sharing!)
  new Gauge({
    name: 'vertice_station_alarms',
    help: 'Stations with an open alarm, by kind.',
    labelNames: ['kind'],
    registers,
    collect() {
      this.reset()
      for (const [kind, count] of counts().alarms) this.set({ kind }, count)
    },
  })
  new Counter({
    name: 'vertice_caster_refusals_total',
    help: 'Attempts that were refused, by reason.',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset()
      for (const [reason, times] of counts().refusals) this.inc({ reason }, times)
    },
  })
  new Counter({
    name: 'vertice_caster_unrecorded_total',
    help: 'Sessions and refusals that were given up because they could not be written down, by kind.',
    labelNames: ['kind'],
    registers,
    collect() {
      this.reset()
      for (const [kind, times] of counts().unrecorded) this.inc({ kind }, times)
    },
  })
}

const BOUNDS_MS = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000]

interface Times {
  readonly buckets: number[]
  sum: number
  count: number
}

/** A histogram by route and status. The library's own sorts and joins its labels at each request, which showed in profiles. */
class RequestTimes {
  readonly name = 'vertice_http_request_seconds'
  readonly help = 'Time from request to answer, by route and status.'
  readonly type = 'histogram'
  readonly aggregator = 'sum'
  readonly #byRoute = new Map<string, Map<number, Times>>()

  observe(route: string, status: number, milliseconds: number): void {
    const times = this.#timesOf(route, status)
    times.count += 1
    times.sum += milliseconds
    const bucket = BOUNDS_MS.findIndex((bound) => milliseconds <= bound)
    if (bucket >= 0) times.buckets[bucket]! += 1
  }

  #timesOf(route: string, status: number): Times {
    const byStatus = this.#byRoute.get(route) ?? new Map<number, Times>()
    const times = byStatus.get(status) ?? { buckets: BOUNDS_MS.map(() => 0), sum: 0, count: 0 }
    if (times.count === 0) this.#byRoute.set(route, byStatus.set(status, times))
    return times
  }

  /** What the registry asks of a metric. */
  async get() {
    const values = [...this.#byRoute].flatMap(([route, byStatus]) =>
      [...byStatus].flatMap(([status, times]) => this.#series({ route, status }, times)),
    )
    return { name: this.name, help: this.help, type: this.type, aggregator: this.aggregator, values }
  }

  #series(labels: { route: string; status: number }, { buckets, sum, count }: Times) {
    const bucket = (le: number | string, value: number) => ({
      metricName: `${this.name}_bucket`,
      labels: { ...labels, le },
      value,
    })
    return [
      ...BOUNDS_MS.map((bound, index) => bucket(bound / 1000, sumOf(buckets.slice(0, index + 1)))),
      bucket('+Inf', count),
      { metricName: `${this.name}_sum`, labels, value: sum / 1000 },
      { metricName: `${this.name}_count`, labels, value: count },
    ]
  }
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)

/** `others`: the figures of processes that this one started. */
export function serveMetrics(
  { registry }: Metrics,
  host: string,
  port: number,
  others: () => Promise<MetricFamily[]>,
): Promise<Server> {
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    const [own, theirs] = await Promise.all([registry.getMetricsAsJSON() as Promise<MetricFamily[]>, others()])
    response.writeHead(200, { 'content-type': registry.contentType }).end(await inOne([...own, ...theirs]).metrics())
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve(server))
  })
}
