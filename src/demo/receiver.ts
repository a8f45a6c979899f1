// The demo's webhook receivers. One verifies the signatures, as a reseller's software should, and counts the events. The
// other always fails, as software that is down does.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { MINUTE_MS } from '../domain/time/units.ts'

const BROKEN_PATH = '/erp/events'
const LARGEST_BODY = 1_000_000
/** Interval of the summary lines. */
const TELL_EVERY_MS = MINUTE_MS

export interface Receiver {
  readonly url: string
  /** Responds with 503 to every event. */
  readonly brokenUrl: string
  trust(secret: string): void
  close(): Promise<void>
}

export async function openReceiver(tell: (line: string) => void): Promise<Receiver> {
  let secret: string | null = null
  const tally = new Tally(tell)
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request)
    if (request.url === BROKEN_PATH) {
      response.writeHead(503).end('maintenance')
      return
    }
    const isGenuine = secret !== null && isSigned(body, String(request.headers['x-service-signature']), secret)
    tally.count(isGenuine ? JSON.parse(String(body)).type : null)
    response.writeHead(isGenuine ? 204 : 401).end()
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `${origin}/events`,
    brokenUrl: `${origin}${BROKEN_PATH}`,
    trust(given) {
      secret = given
    },
    async close() {
      tally.stop()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length
    if (length > LARGEST_BODY) request.destroy()
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** Checks X-Service-Signature over the raw bytes, before parsing. */
function isSigned(body: Buffer, given: string, secret: string): boolean {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)
  const signature = Buffer.from(given)
  return signature.length === expected.length && timingSafeEqual(signature, expected)
}

/** Prints the first event immediately, and the following ones as a summary. */
class Tally {
  readonly #tell: (line: string) => void
  readonly #counts = new Map<string, number>()
  #badlySigned = 0
  #timer: NodeJS.Timeout | null = null
  #untold = false

  constructor(tell: (line: string) => void) {
    this.#tell = tell
  }

  /** `null` if the signature is invalid. */
  count(type: string | null): void {
    if (type === null) this.#badlySigned += 1
    else this.#counts.set(type, (this.#counts.get(type) ?? 0) + 1)
    this.#untold = true
    if (this.#timer === null) this.#say()
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer)
  }

  #say(): void {
    this.#timer = null
    if (!this.#untold) return
    this.#untold = false
    const types = [...this.#counts].sort().map(([type, count]) => `${count} ${type}`)
    const good = `${types.join(', ') || 'none'}, ${this.#badlySigned === 0 ? 'every' : 'their'} signature verified`
    this.#tell(`webhooks received so far: ${good}${this.#badlySigned > 0 ? `; ${this.#badlySigned} badly signed` : ''}`)
    this.#timer = setTimeout(() => this.#say(), TELL_EVERY_MS)
  }
}
