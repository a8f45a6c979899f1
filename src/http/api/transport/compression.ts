// Compresses larger answers on the thread pool, only on routes marked `isOpen`: the compressed length of an answer that
// contains a secret beside text chosen by an attacker reveals the secret (BREACH).
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../../base/serving/app.ts'

/** Best first. */
const ENCODINGS = ['br', 'gzip'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** Smaller answers fit into one packet. */
const LEAST_BYTES = 1024
/** A seventh smaller than gzip; as fast for the OpenAPI description, up to twice as slow for small answers. */
const BROTLI_QUALITY = 5
/** Max cached values of Accept-Encoding. Browsers and libraries send one of a few. */
const MOST_REMEMBERED = 100

const makers: Readonly<Record<Encoding, (body: Buffer) => Promise<Buffer>>> = {
  gzip: promisify(gzip) as (body: Buffer) => Promise<Buffer>,
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
}

export const compress = (encoding: Encoding, body: Buffer): Promise<Buffer> => makers[encoding](body)

const remembered = new Map<string, Encoding | null>()

/** Encoding for a request with this Accept-Encoding; `null` means uncompressed. */
export function encodingFor(accepted: string | undefined, bytes: number): Encoding | null {
  if (accepted === undefined || bytes < LEAST_BYTES) return null
  const known = remembered.get(accepted)
  if (known !== undefined) return known
  const encoding = negotiated(accepted)
  if (remembered.size < MOST_REMEMBERED) remembered.set(accepted, encoding)
  return encoding
}

/** RFC 9110, 12.5.3: the encoding with the highest weight. `identity` is acceptable unless it has a weight. */
function negotiated(accepted: string): Encoding | null {
  const weights = new Map<string, number>()
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.trim().split(/\s*;\s*/)
    const quality = parameters.map((parameter) => /^q=([\d.]+)$/.exec(parameter)?.[1]).find(Boolean)
    weights.set(name === 'x-gzip' ? 'gzip' : name, Number(quality ?? 1))
  }
  const weightOf = (name: string, unnamed = 0) => weights.get(name) ?? weights.get('*') ?? unnamed
  const [best = 'gzip'] = ENCODINGS.toSorted((one, other) => weightOf(other) - weightOf(one))
  return weightOf(best) > 0 && weightOf(best) >= (weights.get('identity') ?? 0) ? best : null
}

export function varyByEncoding(reply: FastifyReply): void {
  const varies = [reply.getHeader('vary') ?? []].flat().join(', ')
  if (!varies.includes('accept-encoding'))
    reply.header('vary', varies ? `${varies}, accept-encoding` : 'accept-encoding')
}

/** Applies to routes with `config.isOpen`. Skips answers that are already compressed. */
export function compressOpenAnswers(app: App): void {
  app.addHook('onRoute', (route) => {
    const hooks = [route.onSend ?? []].flat()
    if (route.config?.isOpen && !hooks.includes(compressAnswer)) route.onSend = [compressAnswer, ...hooks]
  })
}

async function compressAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  varyByEncoding(reply)
  if ((typeof payload !== 'string' && !Buffer.isBuffer(payload)) || reply.hasHeader('content-encoding')) return payload
  const encoding = encodingFor(request.headers['accept-encoding'], payload.length)
  if (encoding === null) return payload
  reply.header('content-encoding', encoding)
  return compress(encoding, Buffer.from(payload as string))
}
