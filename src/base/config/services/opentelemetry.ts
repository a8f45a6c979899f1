// OpenTelemetry by its standard variables. Off unless OTEL_EXPORTER_OTLP_ENDPOINT names a collector.
import { ConfigError, list, oneOf } from '../values.ts'

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

export interface Collector {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

export interface TracesConfig extends Collector {
  readonly sampler: {
    /** Follow the caller's sampling decision. */
    readonly parentBased: boolean
    /** Share of sampled traces that start here. */
    readonly ratio: number
  }
}

export interface MetricsConfig extends Collector {
  readonly sendEveryMs: number
}

export interface OpenTelemetryConfig {
  /** Attributes of this service, besides the built-in ones. */
  readonly resource: Readonly<Record<string, string>>
  readonly traces: TracesConfig | null
  readonly metrics: MetricsConfig | null
}

type Text = (name: string) => string | null

export function openTelemetry(text: Text, sendEveryMs: number): OpenTelemetryConfig | null {
  const collector = collectorOf(text)
  const sampler = samplerOf(text)
  const exporter = oneOf('OTEL_METRICS_EXPORTER', text('OTEL_METRICS_EXPORTER') ?? 'otlp', ['otlp', 'none'])
  const resource = {
    ...pairs('OTEL_RESOURCE_ATTRIBUTES', text('OTEL_RESOURCE_ATTRIBUTES')),
    ...named('service.name', text('OTEL_SERVICE_NAME')),
  }
  const traces = collector && sampler && { ...collector('v1/traces'), sampler }
  const metrics = collector && exporter === 'otlp' ? { ...collector('v1/metrics'), sendEveryMs } : null
  return traces === null && metrics === null ? null : { resource, traces, metrics }
}

const named = (name: string, value: string | null) => (value === null ? {} : { [name]: value })

/** `null` if no trace is ever sampled. */
function samplerOf(text: Text): TracesConfig['sampler'] | null {
  const kind = oneOf('OTEL_TRACES_SAMPLER', text('OTEL_TRACES_SAMPLER') ?? 'parentbased_always_on', SAMPLERS)
  const ratio = ratioOf(text('OTEL_TRACES_SAMPLER_ARG'))
  if (kind === 'always_off') return null
  const own = kind.endsWith('always_on') ? 1 : kind.endsWith('always_off') ? 0 : ratio
  return { parentBased: kind.startsWith('parentbased'), ratio: own }
}

function collectorOf(text: Text): ((path: string) => Collector) | null {
  const headers = pairs('OTEL_EXPORTER_OTLP_HEADERS', text('OTEL_EXPORTER_OTLP_HEADERS'))
  const endpoint = text('OTEL_EXPORTER_OTLP_ENDPOINT')
  if (endpoint === null) return null
  const base = address('OTEL_EXPORTER_OTLP_ENDPOINT', endpoint).replace(/\/+$/, '')
  return (path) => ({ url: `${base}/${path}`, headers })
}

function address(name: string, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.hash) return value
  throw new ConfigError(`${name}: expected an address such as http://localhost:4318, got "${value}"`)
}

/** KEY=VALUE pairs, separated by commas, values percent-encoded. Errors never repeat them: a value may be a secret. */
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
