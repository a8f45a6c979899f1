// The 404 page for browsers, with the operator's brand and in the visitor's language. Programs get the usual problem
// response.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { securityHeaders } from '../pages/security-headers.ts'
import { type CustomerServices, languageIn } from './customer.ts'

/** Paths for programs never get the page, whatever their Accept header says. */
const FOR_PROGRAMS = /^\/(api|console\/api|public)(\/|$)/

/** Browsers list text/html by name; a client that accepts anything is a program. */
const wantsPage = ({ method, url, headers: { accept = '' } }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && !FOR_PROGRAMS.test(url) && /\btext\/html\b/.test(accept)

/** `null` if the client wants no page. */
export type ShowLost = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | null

export function lostPage(
  baseUrl: string,
  services: Pick<CustomerServices, 'troublePage' | 'preferredLanguage'>,
): ShowLost {
  const headers = {
    ...securityHeaders(baseUrl),
    'x-robots-tag': 'noindex',
    'cache-control': 'no-store',
    vary: 'accept, accept-language',
  }
  return (request, reply) => (wantsPage(request) ? show(request, reply) : null)

  async function show(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const page = await services.troublePage('lost', languageIn(request, services))
    return reply.code(404).headers(headers).type('text/html; charset=utf-8').send(page)
  }
}
