// Checks the nodes of the service by their leases in the database, and the casters of this machine by its metrics.
import type { ListedNode } from '../../../store/operations/nodes/rows.ts'
import { about, type Finding } from './finding.ts'

const { ok, warn, fail } = about('nodes')

/**
 * After an outage the database gives all nodes time to renew their leases. If it was only started for this check, no
 * node will, so a lease that was not renewed for this long counts as expired.
 */
const SILENT_MS = 20_000

export function nodeFindings(nodes: readonly ListedNode[], release: string, now: Date): Finding[] {
  const isHeard = ({ alive, seenAt }: ListedNode) => alive && now.getTime() - seenAt.getTime() < SILENT_MS
  const alive = nodes.filter(isHeard)
  const found = nodes
    .filter((node) => !isHeard(node))
    .map(({ name, roles, seenAt }) =>
      warn(
        [
          `${name} (${roles.join(', ')}) has sent no heartbeat since ${seenAt.toISOString()}`,
          `${name} (${roles.join(', ')}) no da señales desde ${seenAt.toISOString()}`,
        ],
        [
          'check its machine and its log; it is listed for an hour',
          'revise su equipo y su registro; aparece durante una hora',
        ],
      ),
    )
  for (const { name, bus } of alive)
    if (bus === 'away')
      found.push(
        warn(
          [`${name} cannot reach the message bus`, `${name} no alcanza el bus de mensajes`],
          ['check NATS and NATS_URL on that node', 'revise NATS y NATS_URL en ese nodo'],
        ),
      )
  const others = [...new Set(alive.map(({ version }) => version))].filter((version) => version !== release)
  if (others.length > 0)
    found.push(
      warn(
        [
          `nodes run release ${others.join(', ')}, but this is ${release}`,
          `hay nodos con la versión ${others.join(', ')}, pero esta es la ${release}`,
        ],
        [
          'restart them with this release, one by one (docs/operations/upgrade.md)',
          'reinícielos con esta versión, uno por uno (docs/es/operations/upgrade.md)',
        ],
      ),
    )
  if (found.length > 0) return found
  const names = alive.map(({ name }) => name).join(', ')
  return [
    ok(
      alive.length === 0
        ? ['no node is running', 'ningún nodo está en marcha']
        : [`${names}: online`, `${names}: en línea`],
    ),
  ]
}

const CASTER_FIGURE = /^vertice_caster_(up|hangs_total)\{process="([^"]+)"\} (\d+)$/gm

/** `metrics` are those of the running service. A caster that hangs is killed after 10 s, so its past hangs are reported too. */
export function casterFindings(metrics: string): Finding[] {
  return [...metrics.matchAll(CASTER_FIGURE)].flatMap(([, figure, process, value]) => {
    if (figure === 'up')
      return value === '0'
        ? [
            fail(
              [
                `the process ${process} does not run or does not answer; it is started again`,
                `el proceso ${process} no corre o no responde; se vuelve a iniciar`,
              ],
              ['read the log of the service', 'lea el registro del servicio'],
            ),
          ]
        : []
    return value === '0'
      ? []
      : [
          warn(
            [
              `the process ${process} hung ${value === '1' ? 'once' : `${value} times`} since the service started, and was restarted`,
              `el proceso ${process} dejó de responder ${value === '1' ? 'una vez' : `${value} veces`} desde que arrancó el servicio, y se reinició`,
            ],
            [
              'look for the cause (docs/runbook.md, VerticeCasterHung)',
              'busque la causa (docs/es/runbook.md, VerticeCasterHung)',
            ],
          ),
        ]
  })
}
