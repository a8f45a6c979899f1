import type { Logger } from 'pino'
import { type Config, ConfigError } from '../../base/config/config.ts'
import type { OwnNats } from './own-nats.ts'

/** The embedded server has 200 connections; this many casters leave enough for the rest. */
const MOST_ON_EMBEDDED = 24

/** Starts a local nats-server if several casters have no configured NATS; `null` if none is needed. */
export async function prepareSeveralCasters(config: Config, log: Logger): Promise<OwnNats | null> {
  if (config.casterProcesses === 1 || !config.roles.includes('caster')) return null
  if (process.platform !== 'linux')
    throw new ConfigError('CASTER_PROCESSES: expected 1, for only Linux lets several processes share a port')
  if (config.databaseUrl === null && config.casterProcesses > MOST_ON_EMBEDDED)
    throw new ConfigError(
      `CASTER_PROCESSES: expected at most ${MOST_ON_EMBEDDED} on the embedded database; DATABASE_URL names a larger one`,
    )
  return config.nats ? null : (await import('./own-nats.ts')).startOwnNats(config.dataDir, log)
}
