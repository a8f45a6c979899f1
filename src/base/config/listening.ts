// The addresses that a service listens on, and the sockets that a service manager passes to it.
import { isIP } from 'node:net'

export interface ListenAddress {
  readonly host: string
  readonly port: number
}

export interface PassedDescriptor {
  readonly fd: number
  readonly unit: string
}

/** A socket unit needs an IP address: neither a host name nor a zone after a `%`. */
export const canBePassed = ({ host }: ListenAddress): boolean => isIP(host) !== 0 && !host.includes('%')

/** SD_LISTEN_FDS_START of sd_listen_fds(3). */
const FIRST_PASSED = 3

/** Empty if the variables are meant for another process. */
export function descriptorsFor(pid: number, env: NodeJS.ProcessEnv): PassedDescriptor[] {
  if (env.LISTEN_PID !== String(pid) || !/^\d{1,4}$/.test(env.LISTEN_FDS ?? '')) return []
  const units = env.LISTEN_FDNAMES?.split(':') ?? []
  return Array.from({ length: Number(env.LISTEN_FDS) }, (_, index) => ({
    fd: FIRST_PASSED + index,
    unit: units[index] || 'unnamed socket',
  }))
}

interface ListenSettings {
  readonly roles: readonly string[]
  readonly host: string
  readonly port: number
  readonly casterHost: string
  readonly casterPort: number
  readonly casterTls: { readonly port: number } | null
  readonly casterPorts: readonly number[]
  readonly casterTlsPorts: readonly number[]
}

/** Leaves out port 0 (any free port), as does `casterAddresses`. */
export const apiAddresses = ({ roles, host, port }: ListenSettings): ListenAddress[] =>
  roles.includes('api') && port !== 0 ? [{ host, port }] : []

export function casterAddresses({ roles, ...config }: ListenSettings): ListenAddress[] {
  if (!roles.includes('caster')) return []
  const { casterHost: host, casterPort, casterTls, casterPorts, casterTlsPorts } = config
  const ports = [casterPort, casterTls?.port ?? 0, ...casterPorts, ...casterTlsPorts]
  return ports.filter((port) => port !== 0).map((port) => ({ host, port }))
}
