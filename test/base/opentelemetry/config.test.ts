import { describe, expect, it } from 'vitest'
import { environmentWithoutSecrets, readConfig } from '../../../src/base/config/config.ts'

const read = (env: NodeJS.ProcessEnv) => readConfig(env).openTelemetry
const AT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }

describe('off', () => {
  it.each<NodeJS.ProcessEnv>([
    {},
    { OTEL_SERVICE_NAME: 'vertice', OTEL_TRACES_SAMPLER: 'always_on' },
    { OTEL_TRACES_EXPORTER: 'none', OTEL_METRICS_EXPORTER: 'none', ...AT },
    { OTEL_SDK_DISABLED: 'true', ...AT },
    { OTEL_SDK_DISABLED: 'TRUE', OTEL_TRACES_EXPORTER: 'otlp' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: '  ' },
  ])('%o', (env) => expect(read(env)).toBeNull())
})

describe('on', () => {
  it('by the address of a collector, with what the standard says', () => {
    expect(read(AT)).toEqual({
      resource: {},
      traces: {
        url: 'http://collector:4318/v1/traces',
        protocol: 'http/protobuf',
        headers: {},
        timeoutMs: 10_000,
        gzip: false,
        sampler: { parentBased: true, ratio: 1 },
        sendEveryMs: 5_000,
        mostWaiting: 2_048,
        atOnce: 512,
      },
      metrics: {
        url: 'http://collector:4318/v1/metrics',
        protocol: 'http/protobuf',
        headers: {},
        timeoutMs: 10_000,
        gzip: false,
        sendEveryMs: 60_000,
      },
    })
  })

  it('by an exporter, at the usual address, and one kind alone', () => {
    expect(read({ OTEL_TRACES_EXPORTER: 'otlp' })).toMatchObject({
      traces: { url: 'http://localhost:4318/v1/traces' },
      metrics: null,
    })
    expect(read({ OTEL_TRACES_EXPORTER: 'none', ...AT })).toMatchObject({ traces: null, metrics: {} })
  })

  it('what is said of one kind goes before what is said of both', () => {
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otlp.example.mx/tenant/',
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://traces:9999/anywhere',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: 'http/protobuf',
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20b, x-team = rtk',
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'authorization=Bearer%20x',
      OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
      OTEL_EXPORTER_OTLP_TIMEOUT: '2000',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=production,service.name=other',
      OTEL_SERVICE_NAME: 'rtk',
    }
    expect(read(env)).toMatchObject({
      resource: { 'deployment.environment.name': 'production', 'service.name': 'rtk' },
      traces: {
        url: 'http://traces:9999/anywhere',
        protocol: 'http/json',
        headers: { authorization: 'Bearer x' },
        gzip: true,
        timeoutMs: 2_000,
      },
      metrics: {
        url: 'https://otlp.example.mx/tenant/v1/metrics',
        protocol: 'http/protobuf',
        headers: { 'api-key': 'a b', 'x-team': 'rtk' },
      },
    })
  })

  it.each([
    ['always_on', undefined, { parentBased: false, ratio: 1 }],
    ['always_off', undefined, { parentBased: false, ratio: 0 }],
    ['traceidratio', '0.25', { parentBased: false, ratio: 0.25 }],
    ['parentbased_always_off', '0.25', { parentBased: true, ratio: 0 }],
    ['parentbased_traceidratio', '0.25', { parentBased: true, ratio: 0.25 }],
    ['parentbased_traceidratio', undefined, { parentBased: true, ratio: 1 }],
  ])('%s %s', (sampler, argument, expected) => {
    const env = { ...AT, OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: argument }
    expect(read(env)!.traces!.sampler).toEqual(expected)
  })

  it('never sends more at once than may wait', () => {
    expect(read({ ...AT, OTEL_BSP_MAX_QUEUE_SIZE: '100' })!.traces).toMatchObject({ mostWaiting: 100, atOnce: 100 })
  })
})

it.each([
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4317'],
  ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'grpc://collector'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://u:p@collector'],
  ['OTEL_TRACES_EXPORTER', 'jaeger'],
  ['OTEL_METRICS_EXPORTER', 'prometheus'],
  ['OTEL_TRACES_SAMPLER', 'sometimes'],
  ['OTEL_TRACES_SAMPLER_ARG', '2'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'hunter2'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'key=hunter2%'],
  ['OTEL_RESOURCE_ATTRIBUTES', '=x'],
  ['OTEL_EXPORTER_OTLP_TIMEOUT', '0'],
  ['OTEL_EXPORTER_OTLP_COMPRESSION', 'zstd'],
  ['OTEL_SDK_DISABLED', 'maybe'],
])('%s=%s stops the start with one line that names it, and repeats no secret', (name, value) => {
  const said = () => read({ [name]: value })
  expect(said).toThrow(new RegExp(`^${name}: expected `))
  expect(said).not.toThrow(/hunter2/)
})

it('keys of receivers are in no environment that others may read', () => {
  const env = { OTEL_EXPORTER_OTLP_HEADERS: 'k=v', OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'k=v', OTEL_SERVICE_NAME: 'x' }
  expect(environmentWithoutSecrets(env)).toEqual({ OTEL_SERVICE_NAME: 'x' })
})
