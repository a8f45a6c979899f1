import { expect, it } from 'vitest'
import type { Operation } from '../../../src/http/api/contract/operation.ts'
import { API_OPERATIONS, type IdempotentName } from '../../../src/http/api/contract/operations.ts'
import { NAMED_SCHEMAS } from '../../../src/http/api/description/openapi.ts'
import type { Handlers } from '../../../src/http/api/handler.ts'
import { validatorCompiler } from '../../../src/http/api/transport/validation.ts'
import type { Database } from '../../../src/store/kit/database.ts'

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
