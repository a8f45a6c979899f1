// The settings that the demo runs with: its own, but for where it listens and how much it logs.
import { type Config, readConfig } from '../base/config/config.ts'
import { freePorts } from './ports.ts'

/** Everything else of `own` is left out: no demo on somebody's database, no mail to somebody's customers. */
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
    // The receiver is on this machine.
    WEBHOOK_ALLOW: '127.0.0.0/8',
    // So is the VRS engine.
    CASTER_PULL_ALLOW: '127.0.0.0/8',
    // What a station's trouble does to the log would bury the lines to paste; the demo tells it in words.
    LOG_LEVEL: own.logLevel === 'info' ? 'error' : own.logLevel,
  })
  const moved = (Object.keys(ports) as (keyof typeof ports)[])
    .filter((name) => wanted[name].port !== 0 && ports[name] !== wanted[name].port)
    .map((name) => `port ${wanted[name].port} is in use here: ${ports[name]} instead (${name} sets another)`)
  return { config: { ...config, simulated: true }, moved }
}

/** Where to reach what listens there from this machine. */
export const reachable = (host: string): string => (host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host)

export const inUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host)
