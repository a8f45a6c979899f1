// The text that `vertice start` prints once the service runs.
import { type AddressInfo, isIP } from 'node:net'
import { type Config, commandName, envFilePath, isRelease } from '../../base/config/config.ts'
import { linkUrl } from '../../domain/people/login-link.ts'
import type { Service } from '../../start/service.ts'
import { done, framed, type Terminal } from './terminal.ts'

type Addresses = Pick<Service, 'apiAddress' | 'metricsAddress' | 'casterAddress' | 'casterTlsAddress' | 'nats'>

/** The link gives full access, so it is shown only at a terminal: a journal or a container's log would keep it. */
export async function setupText(
  { baseUrl }: Pick<Config, 'baseUrl'>,
  service: Pick<Service, 'makeSetupToken'>,
  terminal: Terminal,
): Promise<string> {
  const token = terminal.columns === null ? null : await service.makeSetupToken()
  return token
    ? framed(terminal, [
        'Open this link to create the first administrator (it works once):',
        linkUrl(baseUrl, 'setup', token),
      ])
    : `There is no administrator yet. Run this command to get a link that creates the first one:
  ${commandName} admin setup`
}

export const hostOf = ({ address }: AddressInfo) => (isIP(address) === 6 ? `[${address}]` : address)

/** What runs where, and the first command. */
export function startText(config: Config, service: Addresses, terminal: Terminal): string {
  const { apiAddress, metricsAddress, casterAddress, casterTlsAddress, nats } = service
  const lines = [done(terminal, 'Vértice is ready.')]
  if (apiAddress) {
    const onlyHere = ['127.0.0.1', '::1'].includes(apiAddress.address)
      ? '  (this machine only; set HOST=0.0.0.0 to allow others)'
      : ''
    lines.push(
      `  API        http://${hostOf(apiAddress)}:${apiAddress.port}/api/v1${onlyHere}`,
      `  reference  ${config.baseUrl}/docs`,
      `  console    ${config.baseUrl}/console/`,
    )
  }
  if (casterAddress) {
    const secure = casterTlsAddress ? `, ntrips on port ${casterTlsAddress.port}` : ''
    const several = config.casterProcesses > 1 ? `  (${config.casterProcesses} processes)` : ''
    lines.push(`  caster     ntrip://${hostOf(casterAddress)}:${casterAddress.port}${secure}${several}`)
    if (nats) lines.push(`  bus        NATS at ${nats.servers.join(', ')}${config.nats ? '' : '  (built in)'}`)
  }
  if (metricsAddress) lines.push(`  metrics    http://${metricsAddress.address}:${metricsAddress.port}/metrics`)
  lines.push(
    `  database   ${config.databaseUrl ? 'PostgreSQL at DATABASE_URL' : `embedded PostgreSQL under ${config.dataDir}`}`,
    `  mail       ${config.smtp ? `through ${config.smtp.host}, port ${config.smtp.port}` : 'console settings (SMTP_URL is not set)'}`,
    ...(isRelease
      ? [
          `  settings   the environment${envFilePath() ? ` and ${envFilePath()}` : ' (set VERTICE_ENV_FILE to read a file)'}`,
        ]
      : []),
    `Next, in another terminal (run "${commandName} --help" for more):`,
    `  ${commandName} token create --owner "My network" --name first --scopes read,provision,revoke`,
  )
  return lines.join('\n')
}
