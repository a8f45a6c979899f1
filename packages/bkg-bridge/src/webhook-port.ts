// The bridge's HTTP port: signed webhooks wake the bridge, and `GET /healthz` reports whether the caster is in step.
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { verifyWebhook } from './vertice/client.ts'

const MAX_BODY_BYTES = 1_024 * 1_024
/** Without keep-alive: the rest of a body that is too large is never read. */
const HEADERS = { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' }

export interface PortOptions {
  readonly host: string
  readonly port: number
  /** If empty, webhooks are rejected. */
  readonly secrets: readonly string[]
  readonly wake: () => void
  /** A sentence that describes the problem; `null` if all is well. */
  readonly trouble: () => string | null
}

export function openPort({ host, port, secrets, wake, trouble }: PortOptions): Promise<Server> {
  const answer = async (request: IncomingMessage): Promise<[status: number, text: string]> => {
    if (request.method === 'GET' && request.url === '/healthz') {
      const sentence = trouble()
      return sentence === null ? [200, 'in step\n'] : [503, `${sentence}\n`]
    }
    if (request.method !== 'POST') return [404, '']
    if (!(await isGenuine(request, secrets))) return [401, '']
    wake()
    return [204, '']
  }
  const server = createServer((request, response) => {
    answer(request)
      .catch((): [number, string] => [400, ''])
      .then(([status, text]) => response.writeHead(status, HEADERS).end(text))
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve(server))
  })
}

/** The body only makes the bridge poll the API, so a replay does no harm and either signature is accepted. */
async function isGenuine(request: IncomingMessage, secrets: readonly string[]): Promise<boolean> {
  const body = await bodyOf(request)
  if (body === null || secrets.length === 0) return false
  const signature = request.headers['webhook-signature'] ? 'standard' : 'service'
  return verifyWebhook(body, request.headers, secrets, { signature }).then(
    () => true,
    () => false,
  )
}

/** `null` if the body is too large. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of request) {
    length += piece.length
    if (length > MAX_BODY_BYTES) return null
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
