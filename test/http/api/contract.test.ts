import { Ajv } from 'ajv'
import type { TSchema } from 'typebox'
import { expect, it } from 'vitest'
import type { Operation } from '../../../src/http/api/contract/operation.ts'
import { API_OPERATIONS, type IdempotentName } from '../../../src/http/api/contract/operations.ts'
import { NAMED_SCHEMAS } from '../../../src/http/api/description/openapi.ts'
import type { Handlers } from '../../../src/http/api/handler.ts'
import { validatorCompiler } from '../../../src/http/api/transport/validation.ts'
import { CONSOLE_ROUTES } from '../../../src/http/console/contract/routes.ts'
import * as publicContract from '../../../src/http/public/contract.ts'
import type { Database } from '../../../src/store/kit/database.ts'

type RequestSchemas = Partial<Record<'body' | 'query' | 'params', TSchema | 'file'>> & { readonly answer: unknown }

const CONTRACT = {
  'GET /stations': 'read',
  'GET /stations/:id/health': 'read',
  'GET /vrs': 'read',
  'GET /credentials': 'read',
  'POST /credentials': 'provision',
  'GET /credentials/:id': 'read',
  'DELETE /credentials/:id': 'revoke',
  'GET /webhooks': 'read',
  'POST /webhooks': 'read',
  'DELETE /webhooks/:id': 'read',
} as const

it('declares the ten operations of the contract with their scopes', () => {
  const names = Object.keys(CONTRACT) as (keyof typeof CONTRACT)[]
  expect(Object.fromEntries(names.map((name) => [name, API_OPERATIONS[name].scope]))).toEqual(CONTRACT)
})

it('gives every operation a unique name', () => {
  const ids = Object.values(API_OPERATIONS).map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})

it('accepts an idempotency key on every operation that creates something', () => {
  const creating = Object.values(API_OPERATIONS).filter((operation) => 'status' in operation)
  expect(creating.length).toBeGreaterThan(0)
  for (const operation of creating) expect([operation.id, operation.idempotent]).toEqual([operation.id, true])
})

it('describes requests with valid schemas, in the console and on the public pages too', () => {
  const ajv = new Ajv({ strict: false })
  const ofRoutes = Object.values<RequestSchemas>({ ...API_OPERATIONS, ...CONSOLE_ROUTES }).flatMap(
    ({ body, query, params }) => [body, query, params],
  )
  for (const schema of [...NAMED_SCHEMAS, ...ofRoutes, ...Object.values(publicContract)])
    if (typeof schema === 'object')
      expect([schema, ajv.validateSchema(schema), ajv.errors]).toEqual([schema, true, null])
  expect(ajv.validateSchema({ type: 'text' })).toBe(false)
})

it('describes requests with schemas that compile', () => {
  const compile = validatorCompiler(NAMED_SCHEMAS)
  for (const [name, { body, query, params }] of Object.entries<Operation>(API_OPERATIONS)) {
    const [method, url] = name.split(' ') as [string, string]
    for (const [httpPart, schema] of Object.entries({ body, querystring: query, params })) {
      if (schema) expect(() => compile({ schema, httpPart, method, url })({}), `${name} ${httpPart}`).not.toThrow()
    }
  }
})

type TransactionOf<Name extends IdempotentName> = Parameters<Handlers[Name]['work']>[1]

it('passes a transaction to idempotent handlers; passing the pool does not compile', () => {
  const isRejected: Database extends TransactionOf<'POST /credentials'> ? false : true = true
  expect(isRejected).toBe(true)
})
