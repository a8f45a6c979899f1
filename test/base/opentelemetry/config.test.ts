import { describe, expect, it } from 'vitest'
import { environmentWithoutSecrets, readConfig } from '../../../src/base/config/config.ts'

const read = (env: NodeJS.ProcessEnv) => readConfig(env).openTelemetry
const AT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }

describe('telemetry is off', () => {
  it.each<NodeJS.ProcessEnv>([
    {},
    { OTEL_SERVICE_NAME: 'vertice', OTEL_TRACES_SAMPLER: 'always_on' },
    { OTEL_TRACES_SAMPLER: 'always_off', OTEL_METRICS_EXPORTER: 'none', ...AT },
    { OTEL_METRICS_EXPORTER: 'otlp' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: '  ' },
  ])('%o', (env) => expect(read(env)).toBeNull())
})

describe('telemetry is on', () => {
  it('with a collector address and the defaults of the standard', () => {
    expect(read(AT)).toEqual({
      resource: {},
      traces: {
        url: 'http://collector:4318/v1/traces',
        headers: {},
        sampler: { parentBased: true, ratio: 1 },
      },
      metrics: {
        url: 'http://collector:4318/v1/metrics',
        headers: {},
        sendEveryMs: 60_000,
      },
    })
  })

  it('for one signal alone', () => {
    expect(read({ OTEL_METRICS_EXPORTER: 'none', ...AT })).toMatchObject({ traces: {}, metrics: null })
    expect(read({ OTEL_TRACES_SAMPLER: 'always_off', ...AT })).toMatchObject({ traces: null, metrics: {} })
  })

  it('with its own address, headers and attributes', () => {
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otlp.example.mx/tenant/',
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20b, x-team = rtk',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=production,service.name=other',
      OTEL_SERVICE_NAME: 'rtk',
    }
    expect(read(env)).toMatchObject({
      resource: { 'deployment.environment.name': 'production', 'service.name': 'rtk' },
      traces: {
        url: 'https://otlp.example.mx/tenant/v1/traces',
        headers: { 'api-key': 'a b', 'x-team': 'rtk' },
      },
      metrics: {
        url: 'https://otlp.example.mx/tenant/v1/metrics',
        headers: { 'api-key': 'a b', 'x-team': 'rtk' },
        sendEveryMs: 60_000,
      },
    })
  })

  it.each([
    ['always_on', undefined, { parentBased: false, ratio: 1 }],
    ['traceidratio', '0.25', { parentBased: false, ratio: 0.25 }],
    ['parentbased_always_off', '0.25', { parentBased: true, ratio: 0 }],
    ['parentbased_traceidratio', '0.25', { parentBased: true, ratio: 0.25 }],
    ['parentbased_traceidratio', undefined, { parentBased: true, ratio: 1 }],
  ])('%s %s', (sampler, argument, expected) => {
    const env = { ...AT, OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: argument }
    expect(read(env)!.traces!.sampler).toEqual(expected)
  })
})

it.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4317'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://u:p@collector'],
  ['OTEL_METRICS_EXPORTER', 'prometheus'],
  ['OTEL_TRACES_SAMPLER', 'sometimes'],
  ['OTEL_TRACES_SAMPLER_ARG', '2'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'hunter2'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'key=hunter2%'],
  ['OTEL_RESOURCE_ATTRIBUTES', '=x'],
])('%s=%s stops the start with one line that names it, and prints no secret', (name, value) => {
  const said = () => read({ [name]: value })
  expect(said).toThrow(new RegExp(`^${name}: expected `))
  expect(said).not.toThrow(/hunter2/)
})

it('keeps collector keys out of the environment of child processes', () => {
  const env = { OTEL_EXPORTER_OTLP_HEADERS: 'k=v', OTEL_SERVICE_NAME: 'x' }
  expect(environmentWithoutSecrets(env)).toEqual({ OTEL_SERVICE_NAME: 'x' })
})
