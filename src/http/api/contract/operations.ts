// Every operation of the API. Each is declared once, in the file of its noun. `serve` validates requests by the
// declaration, and the OpenAPI description is generated from it. A handler in handlers/ that takes or returns anything
// else does not compile.
//
// The first ten operations, which the others extend, and their handlers:
//
//   GET    /stations              handlers/stations.ts
//   GET    /stations/:id/health   handlers/stations.ts
//   GET    /vrs                   handlers/vrs.ts
//   GET    /credentials           handlers/credentials/read.ts
//   POST   /credentials           handlers/credentials/issue.ts
//   GET    /credentials/:id       handlers/credentials/read.ts
//   DELETE /credentials/:id       handlers/credentials/revoke.ts
//   GET    /webhooks              handlers/webhooks.ts
//   POST   /webhooks              handlers/webhooks.ts
//   DELETE /webhooks/:id          handlers/webhooks.ts
import type { Static, TSchema } from 'typebox'
import { ACCOUNT_OPERATIONS } from './account.ts'
import { ARCHIVE_OPERATIONS } from './archive.ts'
import { CREDENTIAL_CHANGE_OPERATIONS } from './credential-changes.ts'
import { CREDENTIAL_USE_OPERATIONS } from './credential-use.ts'
import { CREDENTIAL_OPERATIONS } from './credentials.ts'
import { DELIVERY_OPERATIONS } from './deliveries.ts'
import { ORDER_OPERATIONS } from './orders.ts'
import { STATION_OPERATIONS } from './stations.ts'
import { WEBHOOK_OPERATIONS } from './webhooks.ts'

export const API_OPERATIONS = {
  ...STATION_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
  ...DELIVERY_OPERATIONS,
  ...ACCOUNT_OPERATIONS,
  ...CREDENTIAL_USE_OPERATIONS,
  ...ORDER_OPERATIONS,
  ...ARCHIVE_OPERATIONS,
  ...CREDENTIAL_OPERATIONS,
  ...CREDENTIAL_CHANGE_OPERATIONS,
}

type Operations = typeof API_OPERATIONS
/** For example `GET /stations/:id`. */
export type OperationName = keyof Operations

export type IdempotentName = {
  [Name in OperationName]: Operations[Name] extends { idempotent: true } ? Name : never
}[OperationName]

type StaticOf<Declared, Field extends string, Default> =
  Declared extends Record<Field, infer Schema extends TSchema> ? Static<Schema> : Default

export type ParamsOf<Name extends OperationName> = StaticOf<Operations[Name], 'params', unknown>
export type QueryOf<Name extends OperationName> = StaticOf<Operations[Name], 'query', unknown>
export type BodyOf<Name extends OperationName> = StaticOf<Operations[Name], 'body', unknown>
export type AnswerOf<Name extends OperationName> = Static<Operations[Name]['answer']['schema']>
