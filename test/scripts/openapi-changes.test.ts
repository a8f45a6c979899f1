import { describe, expect, it } from 'vitest'
import { brokenPromises } from '../../scripts/openapi/changes.ts'
import { promiseOf } from '../../scripts/openapi/promise.ts'

const thing = (overrides: object = {}) => ({
  type: 'object',
  required: ['id', 'estado'],
  properties: {
    id: { type: 'integer', minimum: 1 },
    estado: { type: 'string', enum: ['activa', 'expirada'] },
    label: { type: ['string', 'null'], maxLength: 200 },
    ...overrides,
  },
})

const request = (overrides: object = {}) => ({
  type: 'object',
  required: ['segundos'],
  additionalProperties: false,
  properties: {
    segundos: { type: 'integer', minimum: 3600, maximum: 7200 },
    tipo: { type: 'string', enum: ['base', 'red'], default: 'red' },
    ...overrides,
  },
})

interface Parts {
  readonly answer?: object
  readonly body?: object
  readonly parameters?: readonly object[]
  readonly more?: object
  readonly event?: object
}

const LIMIT = { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100 } }

const description = ({
  answer = thing(),
  body = request(),
  parameters = [LIMIT],
  more = {},
  event = thing(),
}: Parts) => ({
  paths: {
    '/things': {
      post: {
        operationId: 'makeThing',
        parameters,
        requestBody: { required: true, content: { 'application/json': { schema: body } } },
        responses: {
          201: {
            headers: { Location: { required: true, schema: { type: 'string' } } },
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
          },
          ...more,
        },
      },
    },
  },
  webhooks: { 'thing.made': { post: { requestBody: { content: { 'application/json': { schema: event } } } } } },
  components: { schemas: { Thing: answer } },
})

const changes = (after: Parts, before: Parts = {}) => brokenPromises(description(before), description(after))
const { estado: _, ...withoutState } = thing().properties

describe('compatible changes', () => {
  it.each<[string, Parts]>([
    ['nothing new', {}],
    ['a new field in an answer', { answer: thing({ prueba: { type: 'boolean' } }) }],
    ['a new optional field in a request', { body: request({ label: { type: 'string', maxLength: 10 } }) }],
    ['a new parameter', { parameters: [LIMIT, { name: 'q', in: 'query', schema: { type: 'string' } }] }],
    ['a new status', { more: { 409: {} } }],
    ['wider limits of a request', { body: request({ segundos: { type: 'integer', minimum: 60, maximum: 9000 } }) }],
    ['more words in a request', { body: request({ tipo: { enum: ['base', 'red', 'vrs'], default: 'red' } }) }],
    ['narrower limits of an answer', { answer: thing({ id: { type: 'integer', minimum: 1, maximum: 9 } }) }],
    ['an answer that is never null any more', { answer: thing({ label: { type: 'string', maxLength: 100 } }) }],
    ['a size of integers', { body: request({ segundos: { ...request().properties.segundos, format: 'int32' } }) }],
  ])('%s', (_, after) => {
    expect(changes(after)).toEqual([])
  })

  it('a name for an inline schema, and another notation for null', () => {
    const before = description({
      answer: thing({ of: { type: ['object', 'null'], properties: { a: { type: 'string' } } } }),
    })
    const after = description({
      answer: thing({ of: { anyOf: [{ $ref: '#/components/schemas/Inner' }, { type: 'null' }] } }),
    })
    Object.assign(after.components.schemas, { Inner: { type: 'object', properties: { a: { type: 'string' } } } })
    expect(brokenPromises(before, after)).toEqual([])
  })

  it('an answer that is described as one of several forms of what it was', () => {
    const form = (estado: string, ...required: string[]) => ({ ...thing({ estado: { enum: [estado] } }), required })
    const answer = (...forms: object[]) => ({ answer: { anyOf: forms } })
    expect(changes(answer(form('activa', 'id', 'estado', 'label'), form('expirada', 'id', 'estado')))).toEqual([])
    expect(changes(answer(form('activa', 'id', 'estado'), form('expirada', 'id')))).toEqual([
      'POST /things 201 /estado: may be missing now',
    ])
    expect(changes(answer(form('activa', 'id', 'estado'), form('nueva', 'id', 'estado')))).toEqual([
      'POST /things 201 /estado: "expirada" is gone',
      'POST /things 201 /estado: "nueva" is new to its readers',
    ])
  })

  it('words of a set of which it was said that it may grow', () => {
    const code = (...words: string[]) => ({ answer: thing({ code: { enum: words, 'x-may-grow': true } }) })
    expect(changes(code('one', 'two'), code('one'))).toEqual([])
    expect(changes(code('two'), code('one'))).toEqual(['POST /things 201 /code: "one" is gone'])
  })
})

describe('breaking changes', () => {
  it.each<[string, Parts, string]>([
    ['a field lost', { answer: { ...thing(), properties: withoutState } }, '201 /estado: is gone'],
    ['a field that may be missing', { answer: { ...thing(), required: ['id'] } }, '201 /estado: may be missing now'],
    ['another type', { answer: thing({ id: { type: 'string', minimum: 1 } }) }, '201 /id: is string, was integer'],
    [
      'null in an answer',
      { answer: thing({ id: { type: ['integer', 'null'], minimum: 1 } }) },
      '201 /id: is integer or null, was integer',
    ],
    [
      'a number that was an integer',
      { answer: thing({ id: { type: 'number', minimum: 1 } }) },
      '201 /id: is number, was integer',
    ],
    [
      'a wider limit of an answer',
      { answer: thing({ label: { type: 'string' } }) },
      '201 /label: maxLength is not said, was 200',
    ],
    [
      'a word that readers do not know',
      { answer: thing({ estado: { enum: ['activa', 'expirada', 'nueva'] } }) },
      '201 /estado: "nueva" is new to its readers',
    ],
    ['a word lost', { answer: thing({ estado: { enum: ['activa'] } }) }, '201 /estado: "expirada" is gone'],
    [
      'a new field that a request needs',
      { body: { ...request(), required: ['segundos', 'tipo'] } },
      'body /tipo: must be given now',
    ],
    [
      'a field that is not taken any more',
      { body: { ...request(), properties: { segundos: request().properties.segundos } } },
      'body /tipo: is gone',
    ],
    [
      'a narrower limit of a request',
      { body: request({ segundos: { type: 'integer', minimum: 3600, maximum: 7000 } }) },
      'body /segundos: maximum is 7000, was 7200',
    ],
    [
      'a new limit of a parameter',
      { parameters: [{ ...LIMIT, schema: { type: 'integer', minimum: 1, maximum: 100, exclusiveMaximum: 50 } }] },
      'query limit: exclusiveMaximum is 50, was not said',
    ],
    [
      'a pattern in a request',
      { body: request({ tipo: { ...request().properties.tipo, pattern: '^b' } }) },
      'body /tipo: pattern is "^b", was not said',
    ],
    [
      'fewer words in a request',
      { body: request({ tipo: { enum: ['red'], default: 'red' } }) },
      'body /tipo: "base" is gone',
    ],
    [
      'another default',
      { body: request({ tipo: { enum: ['base', 'red'], default: 'base' } }) },
      'body /tipo: default is "base", was "red"',
    ],
    ['a parameter lost', { parameters: [] }, 'query limit: is gone'],
    ['a parameter that is needed', { parameters: [{ ...LIMIT, required: true }] }, 'query limit: must be given now'],
  ])('%s', (_, after, line) => {
    expect(changes(after)).toEqual([`POST /things ${line}`])
  })

  it('a removed path, method, status, header, event or name', () => {
    const before = description({ more: { 404: {} } })
    const after = structuredClone(description({}))
    Object.assign(after.paths['/things'].post, { operationId: 'createThing' })
    after.paths['/things'].post.responses[201].headers.Location.required = false
    expect(brokenPromises(before, after)).toEqual([
      'POST /things: operationId is createThing, was makeThing',
      'POST /things 201 header Location: may be missing now',
      'POST /things 404: is gone',
    ])
    expect(brokenPromises(before, { paths: { '/things': {} }, components: {} })).toEqual([
      'POST /things: is gone',
      'thing.made: is gone',
      'schema Thing: is gone',
    ])
  })

  it('unknown fields rejected that were accepted before', () => {
    const { additionalProperties: _, ...open } = request()
    expect(changes({ body: request() }, { body: open })).toEqual(['POST /things body: refuses unknown fields now'])
  })

  it('an event with fewer fields', () => {
    expect(changes({ event: { ...thing(), required: [] } })).toEqual([
      'thing.made body /id: may be missing now',
      'thing.made body /estado: may be missing now',
    ])
  })

  it('a removed or additional variant of a union', () => {
    const form = (type: string) => ({ type: 'object', required: ['type'], properties: { type: { const: type } } })
    const choice = (...types: string[]) => ({ event: { oneOf: types.map(form) } })
    expect(changes(choice('a', 'b'), choice('a', 'b'))).toEqual([])
    expect(changes(choice('a'), choice('a', 'b'))).toEqual(['thing.made body: form 2 is gone or another one'])
    expect(changes(choice('a', 'b'), choice('a'))).toEqual(['thing.made body: has more forms'])
  })
})

it('the promise contains no texts, but keeps fields with such names', () => {
  const schema = {
    description: 'A text.',
    examples: [1],
    properties: { description: { type: 'string', description: 'Text.' } },
  }
  const { components } = promiseOf({ components: { schemas: { Thing: schema } } })
  expect(components).toEqual({ schemas: { Thing: { properties: { description: { type: 'string' } } } } })
})
