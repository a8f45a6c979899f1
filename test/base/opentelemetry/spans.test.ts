import { describe, expect, it } from 'vitest'
import { readTraceparent, traceparentOf } from '../../../src/base/opentelemetry/context.ts'
import { encode } from '../../../src/base/opentelemetry/messages/protobuf.ts'
import { SPANS, spansMessage } from '../../../src/base/opentelemetry/messages/spans.ts'
import { isWithin, type Sampler, type Span, Tracer } from '../../../src/base/opentelemetry/tracer.ts'
import { followed } from '../../../src/base/running/around.ts'
import { placeOf } from '../../../src/store/kit/followed.ts'
import { readProtobuf, spansIn, TRACES } from '../../support/collector.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'
const ALL: Sampler = { parentBased: true, ratio: 1 }

function traced(sampler = ALL) {
  const ended: Span[] = []
  return { ended, tracer: new Tracer(sampler, (span) => ended.push(span)) }
}

describe('traceparent', () => {
  it('is parsed and written', () => {
    const header = `00-${TRACE}-${PARENT}-01`
    expect(readTraceparent(header)).toEqual({ traceId: TRACE, spanId: PARENT, sampled: true })
    expect(traceparentOf(readTraceparent(header)!)).toBe(header)
    expect(readTraceparent(`00-${TRACE}-${PARENT}-02`)).toMatchObject({ sampled: false })
    expect(readTraceparent(`cc-${TRACE}-${PARENT}-01-later`)).toMatchObject({ sampled: true })
  })

  it.each([
    undefined,
    '',
    'x',
    `ff-${TRACE}-${PARENT}-01`,
    `00-${TRACE.toUpperCase()}-${PARENT}-01`,
    `00-${'0'.repeat(32)}-${PARENT}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE}-${PARENT}-01-more`,
    `00-${TRACE}-${PARENT}`,
  ])('rejects %s', (header) => expect(readTraceparent(header)).toBeNull())
})

describe('spans', () => {
  it('nest with the work, also across awaits and concurrently', async () => {
    const { tracer, ended } = traced()
    const step = (name: string) => tracer.around({ name }, async () => new Promise((done) => setImmediate(done)))
    await tracer.around({ name: 'whole' }, async () => {
      await Promise.all([step('one'), step('two')])
      await step('three')
    })
    await step('another')
    const whole = ended.find(({ name }) => name === 'whole')!
    for (const name of ['one', 'two', 'three'])
      expect(ended.find((span) => span.name === name)).toMatchObject({
        parentId: whole.context.spanId,
        context: { traceId: whole.context.traceId },
      })
    const another = ended.find(({ name }) => name === 'another')!
    expect(another.parentId).toBeNull()
    expect(another.context.traceId).not.toBe(whole.context.traceId)
    for (const span of ended) expect(span.endMs).toBeGreaterThanOrEqual(span.startMs)
  })

  it('record a failure by its code, and rethrow the error', async () => {
    const { tracer, ended } = traced()
    const secret = Object.assign(new Error('Key (email)=(ana@example.mx) exists'), { code: '23505' })
    await expect(tracer.around({ name: 'x' }, () => Promise.reject(secret))).rejects.toBe(secret)
    expect(ended[0]).toMatchObject({ failure: '23505', attributes: { 'error.type': '23505' } })
    expect(JSON.stringify(spansMessage(ended, { resource: {}, version: '1' }))).not.toContain('ana@')
  })

  it('start a new trace for a job, whatever else is running', async () => {
    const { tracer, ended } = traced()
    const job = followed(tracer.around, 'job', async () => 1)
    await tracer.around({ name: 'request' }, job)
    expect(ended.map(({ name, parentId }) => [name, parentId])).toEqual([
      ['job', null],
      ['request', null],
    ])
    expect(followed(undefined, 'job', job)).toBe(job)
  })

  it('continue the trace that created their event', async () => {
    const { tracer, ended } = traced()
    await tracer.around({ name: 'request' }, async () => tracer.noteCause('evt_1'))
    await tracer.around({ name: 'delivery', cause: 'evt_1' }, async () => {})
    await tracer.around({ name: 'delivery', cause: 'evt_unknown' }, async () => {})
    const [request, delivery, alone] = ended
    expect(delivery).toMatchObject({ parentId: request!.context.spanId })
    expect(alone!.parentId).toBeNull()
  })

  it('are sampled as the caller does, or at the configured ratio', () => {
    const parent = { traceId: TRACE, spanId: PARENT, sampled: false }
    const isSampled = (sampler: Sampler, from: typeof parent | null) =>
      traced(sampler).tracer.start({ name: 'x' }, from).context.sampled
    expect(isSampled(ALL, parent)).toBe(false)
    expect(isSampled({ ...ALL, parentBased: false }, parent)).toBe(true)
    expect(isSampled({ parentBased: true, ratio: 0 }, { ...parent, sampled: true })).toBe(true)
    expect(isSampled({ parentBased: true, ratio: 0 }, null)).toBe(false)
    const ids = Array.from({ length: 4_000 }, () => traced().tracer.start({ name: 'x' }, null).context.traceId)
    expect(new Set(ids).size).toBe(4_000)
    const quarter = ids.filter((id) => isWithin(id, 0.25)).length
    expect(quarter).toBeGreaterThan(800)
    expect(quarter).toBeLessThan(1_200)
  })

  it('are not kept if not sampled', async () => {
    const { tracer, ended } = traced({ parentBased: true, ratio: 0 })
    await tracer.around({ name: 'x' }, async ({ traceparent }) => {
      expect(traceparent).toMatch(/-00$/)
      expect(tracer.isRecording).toBe(false)
    })
    expect(ended).toEqual([])
  })
})

it('encodes spans the same as JSON and as protobuf', async () => {
  const { tracer, ended } = traced()
  const attributes = { text: 'é', number: -7, big: 2 ** 40, half: 0.5, yes: true, no: false }
  await tracer.around({ name: 'ñ', kind: 'server', attributes }, async () => {
    await tracer.around({ name: 'inside', kind: 'client' }, async (underway) => underway.fail('08006'))
  })
  const message = spansMessage(ended, { resource: { 'service.name': 'x' }, version: '1.2.3' })
  const plain = JSON.parse(JSON.stringify(message))
  expect(readProtobuf(encode(SPANS, message), TRACES)).toEqual(plain)
  const [inside, outside] = spansIn(plain)
  expect(outside).toMatchObject({ name: 'ñ', kind: 2, attributes, failed: false, resource: { 'service.name': 'x' } })
  expect(inside).toMatchObject({ kind: 3, parentSpanId: outside!.spanId, failed: true })
  expect(Math.abs(outside!.startMs - Date.now())).toBeLessThan(60_000)
})

it.each([
  [{ name: 'credential-ids', text: 'select 1' }, 'credential-ids'],
  [{ text: 'select id from credentials where id = $1' }, 'select credentials'],
  [{ text: '\n  with due as (select id from mails) update mails set x = 1' }, 'select mails'],
  [{ text: 'insert into events (id) values ($1)' }, 'insert events'],
  [{ text: 'DELETE FROM nodes' }, 'delete nodes'],
  [{ text: 'notify deliveries' }, 'statement'],
])('names a statement by its name, or by its verb and table: %o', (statement, place) => {
  expect(placeOf(statement)).toBe(place)
})
