// An address that leads nowhere, asked for by somebody with a browser: a page in the operator's name, in their language. Programs get
// the same as ever.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { securityHeaders } from '../pages/security-headers.ts'
import { type CustomerServices, languageIn } from './customer.ts'

/** What programs ask for is answered to programs, whatever they say that they take. */
const FOR_PROGRAMS = /^\/(api|console\/api|public)(\/|$)/

/** Browsers say that they take HTML, by its name; whoever takes anything is a program. */
const wantsPage = ({ method, url, headers: { accept = '' } }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && !FOR_PROGRAMS.test(url) && /\btext\/html\b/.test(accept)

/** Null: whoever asks wants no page. */
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
