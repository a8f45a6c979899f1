// Exports spans of the roles and the metrics of /metrics to an OpenTelemetry collector, if configured.
import { hostname } from 'node:os'
import type { Logger } from 'pino'
import { Counter, type Registry } from 'prom-client'
import { followEvents } from '../actions/event.ts'
import type { MetricsConfig, OpenTelemetryConfig, TracesConfig } from '../base/config/services/opentelemetry.ts'
import { Batches } from '../base/opentelemetry/batches.ts'
import type { TelemetryOrigin } from '../base/opentelemetry/messages/common.ts'
import { type Family, FIGURES, figuresMessage } from '../base/opentelemetry/messages/figures.ts'
import { SPANS, spansMessage } from '../base/opentelemetry/messages/spans.ts'
import { requestTracer } from '../base/opentelemetry/requests.ts'
import { Sender } from '../base/opentelemetry/sender.ts'
import { type Span, Tracer } from '../base/opentelemetry/tracer.ts'
import type { Around } from '../base/running/around.ts'
import { settledWithin } from '../base/running/settled-within.ts'
import { MINUTE_MS } from '../domain/time/units.ts'
import type { ApiServices } from '../http/api/services.ts'
import { reasonOf } from '../store/kit/connections/unavailable.ts'
import type { DatabasePool } from '../store/kit/database.ts'
import { followedPool } from '../store/kit/followed.ts'
import { version } from './version.ts'

/** Time for the last export when the process ends. */
const GOODBYE_MS = 3_000
const WARN_EVERY_MS = MINUTE_MS

export interface OpenTelemetry {
  /** `undefined` if traces are off. */
  readonly around: Around | undefined
  readonly traceRequests: ApiServices['traceRequests']
  followed(db: DatabasePool): DatabasePool
  /** Adds the number of lost spans to the metrics. */
  countLost(registry: Registry): void
  /** Exports metrics from now on. */
  tellFigures(families: () => Promise<readonly Family[]>): void
  stop(): Promise<void>
}

/** `name` identifies this process in the telemetry. */
export function startOpenTelemetry(
  { resource, traces, metrics }: OpenTelemetryConfig,
  name: string,
  log: Logger,
): OpenTelemetry {
  const origin: TelemetryOrigin = {
    version,
    resource: {
      'service.name': 'vertice',
      'service.version': version,
      'service.instance.id': name,
      'host.name': hostname(),
      ...resource,
    },
  }
  const spans =
    traces &&
    followSpans(
      traces,
      origin,
      warnings(log, 'Could not export spans to the OpenTelemetry collector; they were dropped'),
    )
  const stops: (() => Promise<void>)[] = spans ? [spans.stop] : []
  return {
    around: spans?.tracer.around,
    traceRequests: spans ? requestTracer(spans.tracer) : undefined,
    followed: (db) => (spans ? followedPool(db, spans.tracer.around, () => spans.tracer.isRecording) : db),
    countLost(registry) {
      if (spans) countLost(registry, spans.lost)
    },
    tellFigures(families) {
      if (metrics)
        stops.push(
          tellRegularly(
            metrics,
            families,
            origin,
            warnings(log, 'Could not export metrics to the OpenTelemetry collector'),
          ),
        )
    },
    async stop() {
      await Promise.all(stops.map((stop) => stop()))
    },
  }
}

/** The defaults of the OpenTelemetry specification (OTEL_BSP_*). */
const SPAN_BATCHES = { mostWaiting: 2_048, atOnce: 512, everyMs: 5_000 }

type Warn = (count: number, error: unknown) => void

function followSpans(config: TracesConfig, origin: TelemetryOrigin, warn: Warn) {
  const sender = new Sender(config, SPANS)
  let lost = 0
  const batches = new Batches<Span>({
    ...SPAN_BATCHES,
    send: (spans) => sender.send(spansMessage(spans, origin)),
    lost(count, error) {
      lost += count
      warn(count, error)
    },
  })
  const tracer = new Tracer(config.sampler, (span) => batches.add(span))
  followEvents((id) => tracer.noteCause(id))
  return {
    tracer,
    lost: () => lost,
    async stop() {
      followEvents(null)
      sender.hurry()
      await batches.stop(GOODBYE_MS)
    },
  }
}

/** Returns a function that exports once more and stops. */
function tellRegularly(
  config: MetricsConfig,
  families: () => Promise<readonly Family[]>,
  origin: TelemetryOrigin,
  warn: Warn,
): () => Promise<void> {
  const sender = new Sender(config, FIGURES)
  const startedMs = Date.now()
  let telling: Promise<void> | null = null
  const tell = async () => {
    try {
      await sender.send(figuresMessage(await families(), origin, { startedMs, nowMs: Date.now() }))
    } catch (error) {
      warn(1, error)
    }
  }
  const timer = setInterval(() => {
    telling ??= tell().finally(() => {
      telling = null
    })
  }, config.sendEveryMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    sender.hurry()
    await settledWithin((telling ?? Promise.resolve()).then(tell), GOODBYE_MS)
  }
}

function countLost(registry: Registry, lost: () => number): void {
  new Counter({
    name: 'vertice_spans_lost_total',
    help: 'Spans that did not reach the collector of OpenTelemetry.',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(lost())
    },
  })
}

/** A collector can be unreachable for long, so at most one line per minute is logged. */
function warnings(log: Logger, what: string): Warn {
  let saidAt = Number.NEGATIVE_INFINITY
  let times = 0
  return (count, error) => {
    times += count
    const now = performance.now()
    if (now - saidAt < WARN_EVERY_MS) return
    log.warn({ times, reason: error === null ? 'the queue is full' : fetchReason(error) }, what)
    saidAt = now
    times = 0
  }
}

/** `fetch` hides the reason behind "fetch failed". */
const fetchReason = (error: unknown) => reasonOf((error as { cause?: unknown }).cause ?? error)
