// The access log: one line per request, whether answered or aborted by the client. Costs nothing while disabled.
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../../base/serving/app.ts'
import { shownPath } from '../../../domain/text/shown-path.ts'

/** Max error lines per second; `fraction` does not apply to errors. */
const ERRORS_A_SECOND = 100

export interface AccessLog {
  /** Share of successful requests that are logged; 1 logs all. */
  readonly fraction: number
  readonly write: (line: AccessLine) => void
}

export interface AccessLine {
  /** `null` if the input was not HTTP. */
  readonly method: string | null
  /** Pattern of the route; `null` if no route matched. */
  readonly route: string | null
  readonly path: string | null
  /** `null` if nothing was sent. */
  readonly status: number | null
  readonly ms: number
  /** Size of the answer, including its headers. */
  readonly bytes: number
  readonly address: string
  readonly reqId: string
  readonly tokenId?: number
  readonly ownerId?: number
  readonly userId?: number
  readonly traceId?: string
  readonly aborted?: true
}

interface Beginning {
  readonly at: number
  readonly written: number
  readonly reply: FastifyReply
}

export class AccessLines {
  readonly #log: AccessLog
  readonly #beginnings = new WeakMap<IncomingMessage, Beginning>()
  #second = 0
  #errors = 0

  constructor(log: AccessLog) {
    this.#log = log
  }

  follow(app: App): void {
    app.addHook('onRequest', (request, reply, done) => {
      this.begin(request, reply)
      done()
    })
    app.addHook('onResponse', (request, _, done) => {
      this.#end(request)
      done()
    })
    app.addHook('onRequestAbort', (request, done) => {
      this.#end(request, { aborted: true })
      done()
    })
  }

  begin(request: FastifyRequest, reply: FastifyReply): void {
    const written = request.raw.socket.bytesWritten
    this.#beginnings.set(request.raw, { at: performance.now(), written, reply })
  }

  /** For a request that matched no route, and therefore runs no hook. */
  followAlone(request: FastifyRequest, reply: FastifyReply): void {
    this.begin(request, reply)
    reply.raw.once('close', () => this.#end(request))
  }

  /** For input that was not HTTP; `bytes` is the size of the answer. */
  notHttp(reqId: string, status: number, address: string, bytes: number): void {
    const nothing = { method: null, route: null, path: null, ms: 0 }
    if (this.#isWanted(status)) this.#log.write({ ...nothing, status, bytes, address, reqId })
  }

  #end(request: FastifyRequest, more: Pick<AccessLine, 'aborted'> = {}): void {
    const beginning = this.#beginnings.get(request.raw)
    this.#beginnings.delete(request.raw)
    if (!beginning) return // already logged
    const { raw } = beginning.reply
    const status = raw.headersSent ? raw.statusCode : null
    if (!this.#isWanted(status)) return
    const { method, id: reqId, ip: address, token, signedIn, traceId } = request
    const route = request.routeOptions?.url
    this.#log.write({
      method,
      route: route ?? null,
      path: shownPath(request.originalUrl, route),
      status,
      ms: Math.round((performance.now() - beginning.at) * 10) / 10,
      bytes: Math.max(0, request.raw.socket.bytesWritten - beginning.written),
      address,
      reqId,
      ...(token && { tokenId: token.id, ownerId: token.ownerId }),
      ...(signedIn && { userId: signedIn.user.id }),
      ...(traceId && { traceId }),
      ...more,
    })
  }

  #isWanted(status: number | null): boolean {
    const { fraction } = this.#log
    return fraction === 1 || Math.random() < fraction || (status !== null && status >= 400 && this.#hasRoom())
  }

  #hasRoom(): boolean {
    const second = Math.floor(performance.now() / 1000)
    if (second !== this.#second) {
      this.#second = second
      this.#errors = 0
    }
    this.#errors += 1
    return this.#errors <= ERRORS_A_SECOND
  }
}
