// Serves metrics and health on a separate port that must not be public.
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { Health } from '../health/health.ts'
import type { MetricFamily } from './figures.ts'
import type { Metrics } from './metrics.ts'
import { textOf } from './text.ts'

export interface MetricsSources {
  readonly metrics: Metrics
  /** Metrics of the child processes. */
  readonly others: () => Promise<MetricFamily[]>
  readonly health: () => Promise<Health>
}

export const metricsServer = (told: MetricsSources, log: Logger): Server =>
  createServer((request, response) => {
    answer(request.url ?? '', response, told).catch((err) => {
      log.error({ err }, 'Could not serve metrics')
      response.writeHead(500).end()
    })
  })

async function answer(
  url: string,
  response: ServerResponse,
  { metrics, others, health }: MetricsSources,
): Promise<void> {
  const path = url.split('?', 1)[0]
  if (path === '/livez') return json(response, 200, { ok: true })
  if (path === '/readyz') {
    const found = await health()
    return json(response, found.ok ? 200 : 503, found)
  }
  if (path !== '/metrics') return void response.writeHead(404).end()
  const { registry } = metrics
  const [own, theirs] = await Promise.all([registry.getMetricsAsJSON() as Promise<MetricFamily[]>, others()])
  const text = await textOf([...own, ...theirs])
  response.writeHead(200, { 'content-type': registry.contentType }).end(text)
}

const json = (response: ServerResponse, status: number, body: object): void =>
  void response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
