// Downloads of RINEX files, behind an unguessable link that needs no login.
import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { clientOf, RateLimiter } from '../../base/limits/rate-limiter.ts'
import { downloadName } from '../../domain/archive/daily.ts'
import { RINEX_KEY_LENGTH, resultName } from '../../domain/archive/rinex-order.ts'
import { Refusal } from '../../domain/codes/refusal.ts'
import { findDailyFilesByKey } from '../../store/archive/daily.ts'
import { findRinexOrderByKey } from '../../store/archive/rinex-orders.ts'
import type { Database } from '../../store/kit/database.ts'
import { sendOwnProblem } from '../../wire/problems/problem.ts'

export interface RinexDownloads {
  readonly db: Database
  readonly clock: () => Date
  /** `null` if the storage no longer has the file. */
  readonly openFile: (name: string) => Promise<Readable | null>
}

/** A program downloads dozens of files in a row; offices share an address. */
const DOWNLOADS_PER_MINUTE = 300
const KEY = new RegExp(`^[0-9A-Za-z]{${RINEX_KEY_LENGTH}}$`)

const hide = { schema: { hide: true } as object }

export function rinexRoutes(app: FastifyInstance, { db, clock, openFile }: RinexDownloads): void {
  const limiter = new RateLimiter(DOWNLOADS_PER_MINUTE)

  /** A file of an order, or of a day. */
  async function fileAt(key: string, name: string): Promise<{ stored: string; bytes: number } | null> {
    const order = await findRinexOrderByKey(db, key, clock())
    const ordered = order?.state === 'ready' ? order.files.find((one) => one.name === name) : undefined
    if (order && ordered) return { stored: resultName(order, name), bytes: ordered.bytes }
    const daily = (await findDailyFilesByKey(db, key)).find((one) => downloadName(one) === name)
    return daily ? { stored: daily.name, bytes: daily.bytes } : null
  }

  app.register(async (inside) => {
    inside.setErrorHandler((error: Error, _, reply) => sendOwnProblem(error, reply))
    inside.addHook('onRequest', async ({ ip }, reply) => {
      reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow, noarchive' })
      const { allowed, resetSeconds } = limiter.hit(clientOf(ip), clock().getTime())
      if (!allowed)
        throw new Refusal('rate_limited', { perMinute: DOWNLOADS_PER_MINUTE, retryAfterSeconds: resetSeconds })
    })
    inside.get('/rinex/:key/:name', hide, async ({ params }, reply) => {
      const { key, name } = params as { key: string; name: string }
      const file = KEY.test(key) ? await fileAt(key, name) : null
      const stream = file && (await openFile(file.stored))
      if (!file || !stream) throw new Refusal('rinex_file_gone')
      return reply
        .headers({
          'content-disposition': `attachment; filename="${name}"`,
          'content-length': String(file.bytes),
          'x-content-type-options': 'nosniff',
        })
        .type(name.endsWith('.gz') ? 'application/gzip' : 'text/plain; charset=utf-8')
        .send(stream)
    })
  })
}
