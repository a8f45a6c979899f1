// The demo's configuration. It takes only the listen addresses and the log level from the environment.
import { type Config, readConfig } from '../base/config/config.ts'
import { freePorts } from './ports.ts'

/** Ignores everything else in `own`, so that the demo never uses a real database or mails real customers. */
export async function demoConfig(own: Config, dataDir: string): Promise<{ config: Config; moved: readonly string[] }> {
  const wanted = {
    PORT: { host: own.host, port: own.port },
    CASTER_PORT: { host: own.casterHost, port: own.casterPort },
    METRICS_PORT: { host: own.metricsHost, port: own.metricsPort },
  }
  const ports = await freePorts(wanted)
  const env = Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)]))
  const config = readConfig({
    ...env,
    HOST: own.host,
    CASTER_HOST: own.casterHost,
    METRICS_HOST: own.metricsHost,
    BASE_URL: `http://${inUrl(reachable(own.host))}:${ports.PORT}`,
    DATA_DIR: dataDir,
    // The webhook receiver runs on this machine.
    WEBHOOK_ALLOW: '127.0.0.0/8',
    // The VRS engine runs on this machine.
    CASTER_PULL_ALLOW: '127.0.0.0/8',
    // Warnings about station failures would hide the commands to paste; the demo reports failures itself.
    LOG_LEVEL: own.logLevel === 'info' ? 'error' : own.logLevel,
  })
  const moved = (Object.keys(ports) as (keyof typeof ports)[])
    .filter((name) => wanted[name].port !== 0 && ports[name] !== wanted[name].port)
    .map((name) => `port ${wanted[name].port} is in use here: ${ports[name]} instead (${name} sets another)`)
  return { config: { ...config, simulated: true }, moved }
}

/** The address at which this machine reaches a listening host. */
export const reachable = (host: string): string => (host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host)

export const inUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host)
