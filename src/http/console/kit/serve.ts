// Registers a route of the contract on the server: schemas validate the request, and the handler returns the answer.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { jsonInTurns } from '../../../base/running/turns.ts'
import type { App } from '../../../base/serving/app.ts'
import type { RouteContract } from '../contract/pieces.ts'
import {
  type AnswerOf,
  type BodyOf,
  CONSOLE_ROUTES,
  type ParamNames,
  type QueryOf,
  type RouteName,
} from '../contract/routes.ts'
import type { Access } from '../services.ts'

type RequestOf<Name extends RouteName> = FastifyRequest<{
  Params: Record<ParamNames<Name>, string>
  Querystring: QueryOf<Name>
  Body: BodyOf<Name>
}>

/** Handlers send files themselves, and return everything else. */
type RouteAnswer<Name extends RouteName> = AnswerOf<Name> extends 'file' ? FastifyReply : AnswerOf<Name>

export function serve<Name extends RouteName>(
  app: App,
  name: Name,
  access: Access,
  handle: (request: RequestOf<Name>, reply: FastifyReply) => RouteAnswer<Name> | Promise<RouteAnswer<Name>>,
): void {
  const [method, url] = name.split(' ') as ['GET', string]
  const {
    params,
    query,
    body,
    mostBytes,
    confirmed,
    beforeFactor,
    whileViewing,
    answer,
    status = 200,
  }: RouteContract = CONSOLE_ROUTES[name]
  app.route({
    method,
    url,
    ...(mostBytes !== undefined && { bodyLimit: mostBytes }),
    config: {
      access,
      answer,
      isFile: answer === 'file' || body === 'file',
      confirmed: confirmed ?? false,
      beforeFactor: beforeFactor ?? false,
      whileViewing: whileViewing ?? false,
    },
    schema: {
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && body !== 'file' && { body }),
    },
    async handler(request, reply) {
      const told = await handle(request as RequestOf<Name>, reply)
      if (answer === 'file') return told
      return reply
        .code(status)
        .type('application/json; charset=utf-8')
        .send(await jsonInTurns({ ok: true, ...(told as object) }))
    },
  })
}
