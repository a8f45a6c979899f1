// The bus over which casters share their streams, where there is one.
import type { Logger } from 'pino'
import type { NatsConfig } from '../../base/config/nats.ts'
import type { OpenBus } from './nats.ts'

/** `name`: as the servers of NATS show it. */
export async function openBus(nats: NatsConfig | null, name: string, log: Logger): Promise<OpenBus | null> {
  if (!nats) return null
  const { openNatsBus } = await import('./nats.ts')
  return openNatsBus(nats, {
    name: `vertice ${name}`,
    warn: (message, detail) => log.warn(detail, message),
    info: (message) => log.info(message),
  })
}
