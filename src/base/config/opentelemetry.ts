// OpenTelemetry by its standard names. Off unless a collector is named, or an exporter is asked for: then one is looked for where they usually are.
import { ConfigError, integer, isTrue, list, oneOf } from './values.ts'

const PROTOCOLS = ['http/protobuf', 'http/json'] as const
const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const
const USUAL_COLLECTOR = 'http://localhost:4318'

/** Where one kind of figures goes, and how. */
export interface Collector {
  readonly url: string
  readonly protocol: (typeof PROTOCOLS)[number]
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly gzip: boolean
}

export interface TracesConfig extends Collector {
  readonly sampler: {
    /** Callers who say whether they record theirs are followed. */
    readonly parentBased: boolean
    /** Of traces that begin here. */
    readonly ratio: number
  }
  readonly sendEveryMs: number
  /** Spans that wait for the collector; more are lost. */
  readonly mostWaiting: number
  readonly atOnce: number
}

export interface MetricsConfig extends Collector {
  readonly sendEveryMs: number
}

export interface OpenTelemetryConfig {
  /** What is said of this service, beside what it knows itself. */
  readonly resource: Readonly<Record<string, string>>
  readonly traces: TracesConfig | null
  readonly metrics: MetricsConfig | null
}

type Text = (name: string) => string | null

/** null: off. */
export function openTelemetry(text: Text): OpenTelemetryConfig | null {
  const isDisabled = isTrue('OTEL_SDK_DISABLED', text('OTEL_SDK_DISABLED')?.toLowerCase() ?? 'false')
  const traces = tracesOf(text)
  const metrics = metricsOf(text)
  const resource = {
    ...pairs('OTEL_RESOURCE_ATTRIBUTES', text('OTEL_RESOURCE_ATTRIBUTES')),
    ...named('service.name', text('OTEL_SERVICE_NAME')),
  }
  return isDisabled || (traces === null && metrics === null) ? null : { resource, traces, metrics }
}

const named = (name: string, value: string | null) => (value === null ? {} : { [name]: value })

function tracesOf(text: Text): TracesConfig | null {
  const collector = collectorOf(text, 'TRACES', 'v1/traces')
  const kind = oneOf('OTEL_TRACES_SAMPLER', text('OTEL_TRACES_SAMPLER') ?? 'parentbased_always_on', SAMPLERS)
  const ratio = ratioOf(text('OTEL_TRACES_SAMPLER_ARG'))
  const mostWaiting = integer('OTEL_BSP_MAX_QUEUE_SIZE', text('OTEL_BSP_MAX_QUEUE_SIZE'), 2_048, 1, 100_000)
  const asked = integer('OTEL_BSP_MAX_EXPORT_BATCH_SIZE', text('OTEL_BSP_MAX_EXPORT_BATCH_SIZE'), 512, 1, 10_000)
  const sendEveryMs = integer('OTEL_BSP_SCHEDULE_DELAY', text('OTEL_BSP_SCHEDULE_DELAY'), 5_000, 10, 600_000)
  const ofThemselves = kind.endsWith('always_on') ? 1 : kind.endsWith('always_off') ? 0 : ratio
  return (
    collector && {
      ...collector,
      sampler: { parentBased: kind.startsWith('parentbased'), ratio: ofThemselves },
      sendEveryMs,
      mostWaiting,
      atOnce: Math.min(asked, mostWaiting),
    }
  )
}

function metricsOf(text: Text): MetricsConfig | null {
  const collector = collectorOf(text, 'METRICS', 'v1/metrics')
  const every = text('OTEL_METRIC_EXPORT_INTERVAL')
  const sendEveryMs = integer('OTEL_METRIC_EXPORT_INTERVAL', every, 60_000, 100, 3_600_000)
  return collector && { ...collector, sendEveryMs }
}

function collectorOf(text: Text, signal: 'TRACES' | 'METRICS', path: string): Collector | null {
  const own = (what: string) => `OTEL_EXPORTER_OTLP_${signal}_${what}`
  const common = (what: string) => `OTEL_EXPORTER_OTLP_${what}`
  const either = (what: string) => {
    const [mine, everybodys] = [text(own(what)), text(common(what))]
    return mine === null ? { name: common(what), value: everybodys } : { name: own(what), value: mine }
  }
  const exporter = text(`OTEL_${signal}_EXPORTER`)
  if (exporter !== null) oneOf(`OTEL_${signal}_EXPORTER`, exporter, ['otlp', 'none'])
  const ownUrl = text(own('ENDPOINT'))
  const base = text(common('ENDPOINT'))
  const protocol = either('PROTOCOL')
  const headers = either('HEADERS')
  const collector = {
    url:
      ownUrl === null
        ? `${address(common('ENDPOINT'), base ?? USUAL_COLLECTOR).replace(/\/+$/, '')}/${path}`
        : address(own('ENDPOINT'), ownUrl),
    protocol: oneOf(protocol.name, protocol.value ?? 'http/protobuf', PROTOCOLS),
    headers: pairs(headers.name, headers.value),
    timeoutMs: integer(common('TIMEOUT'), text(common('TIMEOUT')), 10_000, 1, 60_000),
    gzip: oneOf(common('COMPRESSION'), text(common('COMPRESSION')) ?? 'none', ['gzip', 'none']) === 'gzip',
  }
  const isOn = exporter === 'otlp' || (exporter === null && (ownUrl ?? base) !== null)
  return isOn ? collector : null
}

function address(name: string, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.hash) return value
  throw new ConfigError(`${name}: expected an address such as http://localhost:4318, got "${value}"`)
}

/** KEY=VALUE, separated by commas; values percent-encoded. What is wrong is not repeated: a value may be a secret. */
function pairs(name: string, value: string | null): Record<string, string> {
  const wrong = () => new ConfigError(`${name}: expected KEY=VALUE, separated by commas, the values percent-encoded`)
  return Object.fromEntries(
    list(value ?? '').map((pair) => {
      const at = pair.indexOf('=')
      const key = pair.slice(0, at).trim()
      if (at < 1 || !/^[\w.\-/]+$/.test(key)) throw wrong()
      try {
        return [key, decodeURIComponent(pair.slice(at + 1).trim())]
      } catch {
        throw wrong()
      }
    }),
  )
}

function ratioOf(value: string | null): number {
  if (value === null) return 1
  if (/^(0?\.\d{1,9}|[01](\.0{1,9})?)$/.test(value)) return Number(value)
  throw new ConfigError(`OTEL_TRACES_SAMPLER_ARG: expected a number from 0 to 1, got "${value}"`)
}
