// The socket unit of a machine with all roles. systemd keeps its sockets open while the service restarts.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { isIP } from 'node:net'
import { type Config, readConfig } from '../../base/config/config.ts'
import { apiAddresses, canBePassed, casterAddresses, type ListenAddress } from '../../base/config/listening.ts'
import { BACKLOG, SOCKETS_PER_CASTER_PORT } from '../../base/serving/listen.ts'
import * as machine from './machine.ts'
import { beneath, UNITS } from './places.ts'
import { environmentOf } from './unit-environment.ts'
import { isOurs, MARK, type UnitName } from './units.ts'

export const SOCKET_UNIT = 'vertice.socket'

const pathOf = (root: string | null) => `${beneath(root, UNITS)}/${SOCKET_UNIT}`

/** True if the unit exists and "vertice service install" wrote it. */
export const hasOwnSocketUnit = (root: string | null): boolean =>
  existsSync(pathOf(root)) && isOurs(readFileSync(pathOf(root), 'utf8'))

/** Path and content of the socket unit for an installed unit; the content is `null` if it needs none. */
export function socketUnitFor(unit: UnitName, root: string | null): { path: string; content: string | null } {
  const content = unit === 'vertice' ? renderSocketUnit(readConfig(environmentOf(unit, root))) : null
  return { path: pathOf(root), content }
}

/** Returns `null` if there is nothing to listen on. */
export function renderSocketUnit(config: Config): string | null {
  // With a bus, this is one of several machines: load balancers must see refused connections while it is stopped.
  if (config.nats !== null) return null
  const perPort = SOCKETS_PER_CASTER_PORT * config.casterProcesses
  const caster = casterAddresses(config).flatMap((address) => Array<ListenAddress>(perPort).fill(address))
  const streams = [...apiAddresses(config), ...caster].filter(canBePassed)
  if (streams.length === 0) return null
  const lines = streams.map(({ host, port }) => `ListenStream=${isIP(host) === 6 ? `[${host}]` : host}:${port}\n`)
  return `${MARK}# The ports of HOST, PORT and CASTER_…, as they were set then. They stay open while the service restarts: connections wait, none is refused.
# A stopped service is started by the next connection. To stop it: "systemctl stop ${SOCKET_UNIT} vertice".
[Unit]
Description=Listening sockets of Vértice

[Socket]
# Several sockets per caster port: they fill and are emptied independently when thousands of rovers reconnect.
${lines.join('')}ReusePort=yes
Backlog=${BACKLOG}
BindIPv6Only=both
# The address may be assigned after the socket is opened.
FreeBind=yes
NoDelay=yes
# The socket stays open even if the service fails again and again.
TriggerLimitIntervalSec=0

[Install]
RequiredBy=vertice.service
`
}

/** A running service keeps the sockets until it stops. */
export function removeSocketUnit(root: string | null): void {
  if (root === null) machine.disableAndStop(SOCKET_UNIT)
  rmSync(pathOf(root))
}
