// Checks the ports: free, or already used by this service.
import { createServer } from 'node:net'
import type { Config } from '../../../base/config/config.ts'
import { about, type Finding } from './finding.ts'
import { answersAsApi, answersAsCaster, answersAsMetrics, speaksTls } from './probes.ts'

const { ok, warn, fail } = about('ports')

export interface CheckedPort {
  readonly name: string
  readonly host: string
  readonly port: number
  readonly hostSetting: string
  readonly portSetting: string
  isOurs(host: string, port: number): Promise<boolean>
}

export function checkedPorts(config: Config): CheckedPort[] {
  const { roles, host, casterHost, metricsHost, casterTls } = config
  const caster = { host: casterHost, hostSetting: 'CASTER_HOST' }
  return [
    ...(roles.includes('api')
      ? [{ name: 'API', host, port: config.port, hostSetting: 'HOST', portSetting: 'PORT', isOurs: answersAsApi }]
      : []),
    ...(roles.includes('caster')
      ? [{ name: 'caster', ...caster, port: config.casterPort, portSetting: 'CASTER_PORT', isOurs: answersAsCaster }]
      : []),
    ...(roles.includes('caster') && casterTls
      ? [{ name: 'caster (TLS)', ...caster, port: casterTls.port, portSetting: 'CASTER_TLS_PORT', isOurs: speaksTls }]
      : []),
    ...(roles.includes('caster')
      ? [
          ...config.casterPorts.map((port) => ({
            ...{ name: 'caster', ...caster, port, portSetting: 'CASTER_PORT', isOurs: answersAsCaster },
          })),
          ...config.casterTlsPorts.map((port) => ({
            ...{ name: 'caster (TLS)', ...caster, port, portSetting: 'CASTER_TLS_PORT', isOurs: speaksTls },
          })),
        ]
      : []),
    {
      name: 'metrics',
      host: metricsHost,
      port: config.metricsPort,
      hostSetting: 'METRICS_HOST',
      portSetting: 'METRICS_PORT',
      isOurs: answersAsMetrics,
    },
  ]
}

export type PortState = 'free' | 'ours' | 'taken' | { readonly refused: string }

/** Binds the port briefly. */
export async function portState({ host, port, isOurs }: CheckedPort): Promise<PortState> {
  const code = await new Promise<string | null>((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)))
  })
  if (code === null) return 'free'
  if (code !== 'EADDRINUSE') return { refused: code }
  return (await isOurs(reachable(host), port)) ? 'ours' : 'taken'
}

/** Address to connect to a listener on all addresses. */
export const reachable = (host: string): string => (host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host)

export function portFinding({ name, host, port, hostSetting, portSetting }: CheckedPort, standing: PortState): Finding {
  const place = `${name} on ${host}, port ${port}`
  const placeEs = `${name} en ${host}, puerto ${port}`
  if (port === 0)
    return ok([`${name}: any free port (${portSetting}=0)`, `${name}: cualquier puerto libre (${portSetting}=0)`])
  if (standing === 'ours') return ok([`${place}: the service responds`, `${placeEs}: el servicio responde`])
  if (standing === 'free')
    return ok([`${place}: free; the service is not running here`, `${placeEs}: libre; el servicio no corre aquí`])
  if (standing === 'taken')
    return fail(
      [
        `${place}: used by a program that does not respond like Vértice`,
        `${placeEs}: lo usa un programa que no responde como Vértice`,
      ],
      [
        `find it with "ss -ltnp" and stop it, or set ${portSetting}; if it is a Vértice that hangs, restart it`,
        `encuéntrelo con «ss -ltnp» y deténgalo, o cambie ${portSetting}; si es un Vértice que no responde, reinícielo`,
      ],
    )
  if (standing.refused === 'EADDRNOTAVAIL')
    return fail(
      [`${place}: this machine has no such address`, `${placeEs}: este equipo no tiene esa dirección`],
      [
        `set ${hostSetting} to one of this machine, or to 0.0.0.0`,
        `ponga en ${hostSetting} una dirección de este equipo o 0.0.0.0`,
      ],
    )
  if (standing.refused === 'EACCES')
    return fail(
      [`${place}: no permission`, `${placeEs}: sin permiso`],
      [
        `set ${portSetting} to a port above 1023, or give the process CAP_NET_BIND_SERVICE`,
        `ponga en ${portSetting} un puerto mayor que 1023 o dé al proceso CAP_NET_BIND_SERVICE`,
      ],
    )
  return warn(
    [`${place}: could not be checked (${standing.refused})`, `${placeEs}: no se pudo comprobar (${standing.refused})`],
    [`check ${hostSetting} and ${portSetting}`, `revise ${hostSetting} y ${portSetting}`],
  )
}
