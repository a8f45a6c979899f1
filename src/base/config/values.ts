import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { extname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Folder of the checkout or of the installed release; a release's folder is read-only. */
export const projectRoot = fileURLToPath(new URL('../../..', import.meta.url))

/** A release is compiled to JavaScript; a checkout runs TypeScript. */
export const isRelease = extname(import.meta.url) === '.js'

/** Base of relative paths. In a checkout it does not depend on the working directory. */
export const settingsFolder = isRelease ? process.cwd() : projectRoot

export const commandName = isRelease ? 'vertice' : 'npx vertice'

/** The message is one line that names the setting and what is expected. */
export class ConfigError extends Error {}

export const list = (value: string) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

export function integer(name: string, value: string | null, fallback: number, min: number, max: number): number {
  if (value === null) return fallback
  const number = /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN
  if (number >= min && number <= max) return number
  throw new ConfigError(`${name}: expected a whole number from ${min} to ${max}, got "${value}"`)
}

export function oneOf<T extends string>(name: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((candidate) => candidate === value)
  if (found) return found
  throw new ConfigError(`${name}: expected ${allowed.join(', ')}, got "${value}"`)
}

export function isTrue(name: string, value: string): boolean {
  return oneOf(name, value, ['true', 'false']) === 'true'
}

export function accessLog(value: string): number {
  if (value === 'off') return 0
  if (value === 'all') return 1
  if (/^(0?\.\d{1,9}|[01](\.0{1,9})?)$/.test(value)) return Number(value)
  throw new ConfigError(`ACCESS_LOG: expected off, all, or a fraction of all requests such as 0.01, got "${value}"`)
}

export const HOST_NAME = /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/

const LONGEST_NODE_NAME = 63

export function host(name: string, value: string): string {
  if (isIP(value) || HOST_NAME.test(value)) return value
  throw new ConfigError(`${name}: expected an address or a host name such as 0.0.0.0, got "${value}"`)
}

/** Name of this node, which operators type in commands. Defaults to the machine's host name. */
export function nodeName(value: string | null): string {
  const own = hostname().replace(/[^A-Za-z0-9._-]+/g, '-')
  const name = value ?? (own.replace(/^[._-]+/, '').slice(0, LONGEST_NODE_NAME) || 'node')
  if (/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name) && name.length <= LONGEST_NODE_NAME) return name
  throw new ConfigError(
    `NODE_NAME: expected up to ${LONGEST_NODE_NAME} letters, digits, dots and hyphens such as caster-1, got "${name}"`,
  )
}

/** Undefined if the percent-encoding is invalid. */
export function decoded(part: string | undefined): string | undefined {
  try {
    return decodeURIComponent(part ?? '')
  } catch {
    return undefined
  }
}

export function addressOrCidr(name: string, value: string): string {
  const [address = '', bits = '0', ...rest] = value.split('/')
  const most = isIP(address) === 4 ? 32 : 128
  // A zone (fe80::1%eth0) names an interface of one machine, which an address list cannot contain.
  if (isIP(address) && !address.includes('%') && /^\d{1,3}$/.test(bits) && Number(bits) <= most && rest.length === 0)
    return value
  throw new ConfigError(`${name}: expected addresses or CIDRs such as 10.0.0.0/8, got "${value}"`)
}

export function existingFile(name: string, value: string): string {
  const file = resolve(settingsFolder, value)
  if (!existsSync(file)) throw new ConfigError(`${name}: there is no file ${file}`)
  return file
}
