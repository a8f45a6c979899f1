// Types of the handlers, derived from the declarations of their operations.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from '../../store/kit/database.ts'
import type { AnswerOf, BodyOf, IdempotentName, OperationName, ParamsOf, QueryOf } from './contract/operations.ts'
import type { Ahead } from './services.ts'

export type RequestOf<Name extends OperationName> = FastifyRequest<{
  Params: ParamsOf<Name>
  Querystring: QueryOf<Name>
  Body: BodyOf<Name>
}>

/** Returns the answer, or the reply after sending text that was serialized elsewhere. */
type PlainHandler<Name extends OperationName> = (
  request: RequestOf<Name>,
  reply: FastifyReply,
) => Promise<AnswerOf<Name> | FastifyReply> | FastifyReply

/**
 * `ahead` starts the handler's first query together with the check of the token, for a token that is in memory. The
 * result is used only if the check finds the same token. It runs before the request is validated. `null` if `work` has to
 * start the query.
 */
export interface AheadHandler<Name extends OperationName> {
  ahead(request: RequestOf<Name>, ownerId: number): Ahead | null
  /** A method, so that a handler can name the type of what its `ahead` reads. */
  work(request: RequestOf<Name>, reply: FastifyReply, read: unknown): Promise<AnswerOf<Name>>
}

export interface Answered<Name extends IdempotentName> {
  readonly body: AnswerOf<Name>
  /** URL of the created resource, for the `Location` header. */
  readonly location?: string
}

/** `work` and the storing of its answer share a transaction: if no answer is stored for a key, nothing was changed. */
export interface IdempotentHandler<Name extends IdempotentName> {
  /** Validates what a schema cannot express. Runs before the key is looked up. */
  readonly check?: (request: RequestOf<Name>) => void
  /** Does network requests. Runs outside the transaction, and not for a replay. */
  readonly before?: (request: RequestOf<Name>) => Promise<void>
  readonly work: (request: RequestOf<Name>, tx: Transaction) => Promise<Answered<Name>>
  /** Replaces `work` for requests without a key: faster, because it needs no transaction of its own. */
  readonly withoutKey?: (request: RequestOf<Name>) => Promise<Answered<Name>>
  /** Called after a stored answer was returned. */
  readonly replayed?: (request: RequestOf<Name>) => void | Promise<void>
}

export type Handlers<Names extends OperationName = OperationName> = {
  readonly [Name in Names]: Name extends IdempotentName
    ? IdempotentHandler<Name>
    : PlainHandler<Name> | AheadHandler<Name>
}
