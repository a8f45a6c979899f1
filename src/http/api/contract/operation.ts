// Type of an operation's declaration: which tokens may call the operation, its input and its answer.
import type { TSchema } from 'typebox'
import type { Scope, TokenLimit } from '../../../domain/people/tokens/token.ts'
import type { PUBLISHED } from '../../../wire/problems/problem.ts'
import type { Spread } from '../services.ts'

export type ProblemCode = (typeof PUBLISHED)[number]

export interface Operation {
  readonly id: string
  readonly tag: 'Stations' | 'Mountpoint' | 'Credentials' | 'Orders' | 'Archive' | 'Webhooks' | 'Account'
  readonly summary: string
  /** Without the scope; `describe` appends it. */
  readonly description: string
  readonly scope: Scope | 'any'
  /** Alternative to `scope`. A token that has only `scope` is rejected if it has the limit `no_webhooks`. */
  readonly orScope?: 'webhooks'
  /** Tokens with this limit are rejected. */
  readonly closedBy?: TokenLimit
  readonly params?: TSchema
  readonly query?: TSchema
  readonly body?: TSchema
  /** A request without a body is treated as an empty object. */
  readonly isBodyOptional?: true
  /** The operation takes no body, and rejects one that has fields. */
  readonly rejectsBody?: true
  readonly maxBodyBytes?: number
  readonly spread?: Spread
  /** Accepts `Idempotency-Key`; the handler runs in the transaction that stores the answer. */
  readonly idempotent?: true
  /** The answer has the `ETag` of the resource; a change accepts it in `If-Match`. */
  readonly isTagged?: true
  /** The answer contains no secret, so it may be compressed. */
  readonly isOpen?: true
  readonly status?: 201 | 202
  readonly answer: Answer
  /** In addition to the problems of every operation and those that follow from the fields above. */
  readonly problems?: readonly ProblemCode[]
}

interface Answer {
  readonly description: string
  readonly schema: TSchema
  readonly example: unknown
}

export const answer = <Schema extends TSchema>(description: string, schema: Schema, example: unknown) => ({
  description,
  schema,
  example,
})
