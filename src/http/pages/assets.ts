// Serves the files of the browser app from disk, precompressed by the build.
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { keepBuild } from './build.ts'
import type { Bundle } from './bundle.ts'

/** Vite adds a content hash to the name. */
const NAMED_BY_CONTENT = /-[\w-]{8}\.\w+$/

/** Without a bundle, every asset is a 404. */
export function assetRoutes(app: FastifyInstance, bundle: Bundle | null): void {
  if (bundle) {
    app.register(fastifyStatic, {
      serve: false,
      root: join(bundle.folder, 'assets'),
      preCompressed: true,
      cacheControl: false,
      acceptRanges: false,
    })
    app.addHook('onClose', keepBuild(bundle.folder))
  }
  const route = { schema: { hide: true } as object, onSend: correctType }
  app.get('/assets/*', route, (request, reply) => {
    const name = (request.params as { '*': string })['*']
    if (!bundle?.assets.has(name)) return reply.callNotFound()
    const kept = NAMED_BY_CONTENT.test(name) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
    return reply.header('cache-control', kept).sendFile(name)
  })
}

/** @fastify/static sends a media type for scripts that RFC 9239 made obsolete. */
async function correctType(_: unknown, reply: FastifyReply): Promise<void> {
  if (reply.getHeader('content-type') === 'application/javascript; charset=utf-8')
    reply.header('content-type', 'text/javascript; charset=utf-8')
}
