// The addresses that a service listens on, and the sockets that a service manager passes to it.
import { isIP } from 'node:net'
import { list } from './values.ts'

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

const MAX_PORT = 65_535

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

export type CasterInput = { readonly from: number; readonly to: number } | { readonly device: string }

/**
 * Splits CASTER_PULL_ALLOW into the ports and serial devices of this machine, which stations may use without NTRIP, and
 * the other entries.
 */
export function pullAllowances(value: string | null): { inputs: CasterInput[]; networks: string[] } {
  const entries = list(value ?? '').map((entry) => inputIn(entry) ?? entry)
  return {
    inputs: entries.filter((entry) => typeof entry !== 'string'),
    networks: entries.filter((entry) => typeof entry === 'string'),
  }
}

function inputIn(entry: string): CasterInput | null {
  if (/^\/dev\/[A-Za-z0-9_./-]{1,100}$/.test(entry) && !entry.includes('..')) return { device: entry }
  const [, first, last = first] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(entry) ?? []
  const [from, to] = [Number(first), Number(last)]
  return from >= 1 && from <= to && to <= MAX_PORT ? { from, to } : null
}
