// The exact bytes of GET /docs/openapi.json, without a running service.
import { buildApi } from '../../src/http/api/server.ts'
import type { ApiServices } from '../../src/http/api/services.ts'
import { openLog } from '../../src/start/log.ts'

/** Needs no database, because only this document is requested. */
export async function description(): Promise<string> {
  const services: Partial<ApiServices> = {
    log: openLog('silent'),
    baseUrl: 'https://rtk.example.mx',
    clock: () => new Date(),
    trustProxy: [],
    rateLimitPerMinute: 240,
    observe: () => {},
  }
  const app = await buildApi(services as ApiServices)
  const { body, statusCode } = await app.inject('/docs/openapi.json')
  await app.close()
  if (statusCode !== 200) throw new Error(`/docs/openapi.json answered ${statusCode}: ${body}`)
  return body
}
