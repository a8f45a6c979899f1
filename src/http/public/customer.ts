// The customer's page and its PDF, behind an unguessable link that needs no login.
//
// A valid link works however many invalid ones came from the same address, because a whole town may share one. Invalid
// links are counted per address, and throttled beyond a limit. Guessing is hopeless anyway (62^24 keys); throttling
// keeps it cheap for us. Valid links are counted per link, so that thousands of requests for one link cause no work.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CustomerDelivery } from '../../domain/delivery/delivery.ts'
import { type ReceiverKey, receiverOf } from '../../domain/delivery/receivers/names.ts'
import { LANGUAGES, type Language } from '../../domain/people/user.ts'
import { isEmailAddress } from '../../domain/text/email-address.ts'
import { fileNameOf } from '../../domain/text/file-name.ts'

export const PAPERS = ['letter', 'a4'] as const
export type Paper = (typeof PAPERS)[number]

export type ErrorKind = 'gone' | 'lost' | 'trouble' | 'busy' | { readonly waitSeconds: number }

export interface CustomerServices {
  /** `null` if the link is unknown or was withdrawn. */
  readonly openLink: (key: string) => Promise<CustomerDelivery | null>
  /** Counts an invalid link over all nodes. Returns the seconds that the client must wait, or `null`. */
  readonly noteWrongLink: (ip: string) => Promise<number | null>
  /** Seconds until a link that was opened too often works again, or `null`. */
  readonly restOf: (key: string) => number | null
  readonly noteOpened: (key: string) => void
  /** Like `restOf`, for pages that poll while they are open. */
  readonly secondsUntilNextPoll: (key: string) => number | null
  readonly notePoll: (key: string) => void
  readonly preferredLanguage: (acceptLanguage: string | undefined) => Language
  readonly page: (delivery: CustomerDelivery, language: Language, more: PageWish) => Promise<string>
  /** The part of the page that updates itself. */
  readonly livePart: (delivery: CustomerDelivery, language: Language, isOpening: boolean) => Promise<string>
  readonly calendar: (delivery: CustomerDelivery, language: Language) => Buffer
  /**
   * The customer orders a renewal, or requests one from the issuer. Returns the key of the order, the seconds that the
   * client must wait first, or `null` if the page shows what happened.
   */
  readonly renew: (
    delivery: CustomerDelivery,
    wish: RenewalWish,
    ip: string,
  ) => Promise<{ readonly orderKey: string } | { readonly waitSeconds: number } | null>
  /**
   * The customer orders RINEX files. Returns a sentence if the order was rejected, the seconds that the client must
   * wait first, or `null` if the page shows the order.
   */
  readonly orderRinex: (
    delivery: CustomerDelivery,
    form: URLSearchParams,
    language: Language,
    ip: string,
  ) => Promise<{ readonly problem: string } | { readonly waitSeconds: number } | null>
  /**
   * Admits a RINEX file of the customer before its content is received. Call `end` when the request is over. Returns a
   * sentence if files are rejected, or the seconds that the client must wait first.
   */
  readonly admitRover: (
    delivery: CustomerDelivery,
    language: Language,
    ip: string,
  ) => Promise<{ readonly end: () => void } | { readonly problem: string } | { readonly waitSeconds: number }>
  /** Reads where and when the customer worked from a RINEX file, as values of the form. */
  readonly readRover: (content: Buffer, language: Language) => Promise<RoverFields | { readonly problem: string }>
  readonly troublePage: (trouble: ErrorKind, language: Language) => Promise<string>
  /** Returns `busy` if too many are waiting for a PDF. */
  readonly pdf: (delivery: CustomerDelivery, language: Language, more: PdfWish) => Promise<Buffer | 'busy'>
  /** Stylesheet, script or logo, by a name that determines the content. */
  readonly fileOf: (name: string) => { readonly type: string; readonly content: Buffer } | null
}

export interface PageWish {
  /** `null` if the customer chose none. */
  readonly receiver: ReceiverKey | null
  /** Why a request for RINEX files was rejected. */
  readonly rinexProblem?: string
}

export interface PdfWish {
  readonly receiver: ReceiverKey | null
  readonly paper: Paper
  /** Aborts when the client has disconnected. */
  readonly signal: AbortSignal
}

/** Fields of the form for RINEX files. */
export interface RoverFields {
  readonly lat: string
  readonly lng: string
  readonly from: string
  readonly until: string
}

/** `productId`: `null` to request a renewal from the issuer. */
export interface RenewalWish {
  readonly productId: number | null
  readonly email: string | null
  readonly language: Language
}

/** Hours at 1 Hz, compressed. */
const ROVER_FILE_BYTES = 32_000_000

type Ending = 'pdf' | 'ics'

/** `Retry-After` of a busy response: enough time to make the PDFs that other clients are waiting for. */
const BUSY_SECONDS = 10

const hide = { schema: { hide: true } as object }

export function customerRoutes(parent: FastifyInstance, services: CustomerServices): void {
  parent.register(async (app) => {
    app.addHook('onRequest', async (_, reply) => {
      reply.headers({
        'x-robots-tag': 'noindex, nofollow, noarchive',
        'cache-control': 'no-store',
        vary: 'accept-language',
      })
    })
    app.setErrorHandler(async (error, request, reply) => {
      if (reply.raw.destroyed) return reply.hijack() // the client has disconnected
      request.log.error({ err: error, reqId: request.id }, 'Could not render a customer page')
      return sendPage(reply, 503, await services.troublePage('trouble', languageOf(request)))
    })

    app.get('/c/files/:name', hide, (request, reply) => {
      const file = services.fileOf((request.params as { name: string }).name)
      if (!file) return reply.callNotFound()
      return reply.header('cache-control', 'public, max-age=31536000, immutable').type(file.type).send(file.content)
    })

    const form = { parseAs: 'string', bodyLimit: 1024 } as const
    app.addContentTypeParser('application/x-www-form-urlencoded', form, (_, body, done) =>
      done(null, new URLSearchParams(String(body))),
    )

    app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_, body, done) => done(null, body))

    app.get('/c/:name', hide, async (request, reply) => {
      const { name } = request.params as { name: string }
      const [, key, kind] = /^(.*?)(?:\.(pdf|ics))?$/s.exec(name)! as unknown as [string, string, Ending | undefined]
      const delivery = await openDelivery(request, reply, key)
      if (!delivery) return reply
      const language = languageOf(request)
      const receiver = receiverIn(request)
      if (kind === undefined) return sendPage(reply, 200, await services.page(delivery, language, { receiver }))
      const file = fileNameOf(delivery.credential.username, kind)
      if (kind === 'ics')
        return reply
          .type('text/calendar; charset=utf-8')
          .header('content-disposition', `attachment; filename="${file}"`)
          .send(services.calendar(delivery, language))
      const wanted = (request.query as { paper?: unknown }).paper
      const paper = PAPERS.find((known) => known === wanted) ?? 'letter'
      const pdf = await services.pdf(delivery, language, { receiver, paper, signal: goneSignal(reply) })
      if (pdf === 'busy') {
        reply.header('retry-after', String(BUSY_SECONDS))
        return sendPage(reply, 503, await services.troublePage('busy', language))
      }
      return reply.type('application/pdf').header('content-disposition', `inline; filename="${file}"`).send(pdf)
    })

    app.get('/c/:key/now', hide, async (request, reply) => {
      const { key } = request.params as { key: string }
      const restSeconds = services.secondsUntilNextPoll(key)
      if (restSeconds !== null) return reply.code(429).header('retry-after', String(restSeconds)).send()
      const delivery = await services.openLink(key)
      if (!delivery) return sendWrong(request, reply)
      services.notePoll(key)
      const isOpening = (request.query as { opening?: unknown }).opening !== undefined
      return sendPage(reply, 200, await services.livePart(delivery, languageOf(request), isOpening))
    })

    app.post('/c/:key/renew', hide, async (request, reply) => {
      const { key } = request.params as { key: string }
      const delivery = await openDelivery(request, reply, key)
      if (!delivery) return reply
      const language = languageOf(request)
      const done = await services.renew(delivery, { ...wishIn(request.body), language }, request.ip)
      if (done && 'waitSeconds' in done) return sendWait(request, reply, done.waitSeconds)
      // Redirects, so that a reload does not repeat the POST. The page shows the result.
      return reply.redirect(done ? `/orders/${done.orderKey}` : `/c/${key}?lang=${language}#renovar`, 303)
    })

    app.post('/c/:key/rinex', hide, async (request, reply) => {
      const { key } = request.params as { key: string }
      const delivery = await openDelivery(request, reply, key)
      if (!delivery) return reply
      const language = languageOf(request)
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
      const done = await services.orderRinex(delivery, form, language, request.ip)
      if (done && 'waitSeconds' in done) return sendWait(request, reply, done.waitSeconds)
      if (done) {
        const page = await services.page(delivery, language, { receiver: null, rinexProblem: done.problem })
        return sendPage(reply, 422, page)
      }
      return reply.redirect(`/c/${key}?lang=${language}#rinex`, 303)
    })

    const rover = { ...hide, bodyLimit: ROVER_FILE_BYTES, onRequest: admitRover }
    app.post('/c/:key/rinex/rover', rover, async (request, reply) => {
      const content = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const found = await services.readRover(content, languageOf(request))
      return reply.code('problem' in found ? 422 : 200).send(found)
    })
  })

  /** Before the body is received: it is large, and held in memory. */
  async function admitRover(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    const { key } = request.params as { key: string }
    const delivery = await openDelivery(request, reply, key)
    if (!delivery) return reply
    const admitted = await services.admitRover(delivery, languageOf(request), request.ip)
    if ('waitSeconds' in admitted) return sendWait(request, reply, admitted.waitSeconds)
    if ('problem' in admitted) return reply.code(422).send(admitted)
    if (reply.raw.destroyed) admitted.end()
    else reply.raw.once('close', admitted.end)
    return undefined
  }

  /** Counts the opening. Answers the request and returns `null` if the link is wrong or was opened too often. */
  async function openDelivery(
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
  ): Promise<CustomerDelivery | null> {
    const restSeconds = services.restOf(key)
    if (restSeconds !== null) {
      await sendWait(request, reply, restSeconds)
      return null
    }
    const delivery = await services.openLink(key)
    if (delivery) services.noteOpened(key)
    else await sendWrong(request, reply)
    return delivery
  }

  async function sendWrong(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const waitSeconds = await services.noteWrongLink(request.ip)
    if (waitSeconds !== null) return sendWait(request, reply, waitSeconds)
    return sendPage(reply, 404, await services.troublePage('gone', languageOf(request)))
  }

  async function sendWait(request: FastifyRequest, reply: FastifyReply, waitSeconds: number): Promise<FastifyReply> {
    // Closes the connection while the client waits: the connections of a crowd took 100 MB.
    reply.headers({ 'retry-after': String(waitSeconds), connection: 'close' })
    return sendPage(reply, 429, await services.troublePage({ waitSeconds }, languageOf(request)))
  }

  function languageOf(request: FastifyRequest): Language {
    return languageIn(request, services)
  }
}

/** Fields of the form; values that the page cannot have sent are ignored. */
function wishIn(body: unknown): Omit<RenewalWish, 'language'> {
  const fields = body instanceof URLSearchParams ? body : new URLSearchParams()
  const productId = Number(fields.get('product'))
  const email = fields.get('email')?.trim() ?? ''
  return {
    productId: Number.isSafeInteger(productId) && productId > 0 ? productId : null,
    email: isEmailAddress(email) ? email : null,
  }
}

const receiverIn = ({ query }: FastifyRequest): ReceiverKey | null =>
  receiverOf((query as { receiver?: unknown }).receiver)

/** The language of the link, or what the browser prefers. */
export function languageIn(
  { query, headers }: FastifyRequest,
  { preferredLanguage }: Pick<CustomerServices, 'preferredLanguage'>,
): Language {
  const { lang } = query as { lang?: unknown }
  return LANGUAGES.find((known) => known === lang) ?? preferredLanguage(headers['accept-language'])
}

/** Aborts when the client has disconnected or has its answer. */
function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  return gone.signal
}

const sendPage = (reply: FastifyReply, status: number, page: string): FastifyReply =>
  reply.code(status).type('text/html; charset=utf-8').send(page)
