// Checks NATS, through which casters share their streams.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Config } from '../../../base/config/config.ts'
import { natsRisks } from '../../../base/config/services/nats.ts'
import { openNats } from '../../bus/nats.ts'
import { about, type Finding } from './finding.ts'

const { ok, warn, fail } = about('nats')

export async function natsFindings({ nats, roles, casterProcesses }: Config): Promise<Finding[]> {
  if (nats === null) {
    if (!roles.includes('caster') || casterProcesses === 1) return []
    const version = await promisify(execFile)('nats-server', ['--version']).catch(() => null)
    return [
      version
        ? ok([
            `the service starts its own for ${casterProcesses} casters (${version.stdout.trim()})`,
            `el servicio inicia el suyo para ${casterProcesses} casters (${version.stdout.trim()})`,
          ])
        : fail(
            [
              'CASTER_PROCESSES requires nats-server, which is not installed',
              'CASTER_PROCESSES necesita nats-server, que no está instalado',
            ],
            ['install nats-server, or set NATS_URL', 'instale nats-server o configure NATS_URL'],
          ),
    ]
  }
  const servers = nats.servers.join(', ')
  let why = 'no response'
  const hearWhy = (_: string, detail: { why?: string }) => {
    why = detail.why ?? why
  }
  const bus = await openNats(nats, { name: 'vertice doctor', warn: hearWhy, info: () => {} })
  const isUp = bus.isUp()
  await bus.close()
  const risks = natsRisks(nats).map(({ what, todo }) => warn(what, todo))
  if (isUp) return [ok([`${servers}: login accepted`, `${servers}: acceso aceptado`]), ...risks]
  return [
    fail(`${servers}: ${why}`, [
      'start NATS there, or correct NATS_URL, NATS_NKEY and NATS_CA',
      'inicie NATS ahí o corrija NATS_URL, NATS_NKEY y NATS_CA',
    ]),
    ...risks,
  ]
}
