// The compose files are consistent: names, files, ports and settings are valid, and they contain no secrets.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { projectRoot, readConfig } from '../../src/base/config/config.ts'
import { isWithin, parseCidr } from '../../src/domain/webhooks/public-address.ts'
import { backupFolder } from '../../src/start/backups/folder.ts'

interface Service {
  readonly image: string
  readonly build?: string
  readonly command?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly depends_on?: readonly string[] | Record<string, unknown>
  readonly networks?: readonly string[] | Record<string, { readonly ipv4_address: string }>
  readonly volumes?: readonly string[]
  readonly ports?: readonly string[]
  readonly read_only?: boolean
  readonly tmpfs?: readonly string[]
  readonly cap_drop?: readonly string[]
}

interface Compose {
  readonly name: string
  readonly services: Readonly<Record<string, Service>>
  readonly networks?: Record<string, { readonly ipam: { readonly config: readonly { readonly subnet: string }[] } }>
  readonly volumes: Record<string, unknown>
}

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8')
const parsed = (file: string): Compose => parse(read(file), { merge: true })
const one = parsed('compose.yaml')
const several = parsed('deploy/compose.yaml')
const example = read('.env.example')

const isOurs = ({ build }: Service) => build !== undefined

/** The environment with placeholders for the variables of .env. */
const settingsOf = ({ environment }: Service): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment!).map(([key, value]) => [
      key,
      value.replace(/\$\{(\w+):(\?[^}]*|-([^}]*))\}/g, (_, variable, _rest, fallback) =>
        variable === 'BASE_URL' ? 'https://rtk.example.mx' : (fallback ?? `of-${variable}`),
      ),
    ]),
  )

describe.each([
  ['compose.yaml', one],
  ['deploy/compose.yaml', several],
])('%s', (file, { services, networks = {}, volumes: kept }) => {
  const folder = join(projectRoot, dirname(file))

  it('refers only to existing services, networks, volumes and files', () => {
    const namesIn = (value: readonly string[] | object = []) => (Array.isArray(value) ? value : Object.keys(value))
    for (const { build, depends_on, networks: its, volumes = [] } of Object.values(services)) {
      for (const name of namesIn(depends_on)) expect(services).toHaveProperty(name)
      for (const name of namesIn(its)) expect(networks).toHaveProperty(name)
      for (const from of volumes.map((volume) => volume.split(':')[0]!))
        if (from.startsWith('.')) expect(existsSync(join(folder, from)), from).toBe(true)
        else expect(kept).toHaveProperty(from)
      if (build) expect(existsSync(join(folder, build, 'Dockerfile'))).toBe(true)
    }
  })

  it('sets only known settings, to valid values', () => {
    for (const service of Object.values(services).filter(isOurs)) {
      const settings = settingsOf(service)
      for (const name of Object.keys(settings)) expect(example, name).toMatch(new RegExp(`^${name}=`, 'm'))
      readConfig(settings)
    }
  })

  it('runs our services with a read-only root and without capabilities', () => {
    for (const { read_only, tmpfs, cap_drop, image } of Object.values(services).filter(isOurs))
      expect({ read_only, hasTmp: tmpfs?.includes('/tmp'), cap_drop, image }).toEqual({
        read_only: true,
        hasTmp: true,
        cap_drop: ['ALL'],
        image: 'vertice:local',
      })
  })
})

it('can run both on one machine, with separate volumes', () => {
  expect(one.name).not.toBe(several.name)
})

describe('the service with its own database', () => {
  const { vertice } = one.services
  const config = readConfig(settingsOf(vertice!))

  it('is one container, with a volume each for data and daily backups', () => {
    expect(Object.keys(one.services)).toEqual(['vertice'])
    expect(vertice!.volumes).toEqual([`data:${config.dataDir}`, `backups:${backupFolder(config.dataDir)}`])
    expect(config).toMatchObject({ databaseUrl: null, roles: ['api', 'caster', 'worker'] })
  })

  it('publishes the ports of the service, the API on this machine only', () => {
    expect(config).toMatchObject({ host: '0.0.0.0', casterHost: '0.0.0.0' })
    expect(vertice!.ports).toEqual([
      `127.0.0.1:${config.port}:${config.port}`,
      `${config.casterPort}:${config.casterPort}`,
    ])
  })
})

describe('the network of several containers', () => {
  const { services } = several
  const ROLES = { api: ['api'], worker: ['worker'], 'caster-1': ['caster'], 'caster-2': ['caster'] }
  const names = Object.keys(ROLES) as (keyof typeof ROLES)[]

  it('has PostgreSQL, NATS, the API, the worker, two casters and a proxy', () => {
    expect(Object.keys(services)).toEqual(['postgres', 'nats', 'migrate', ...names, 'proxy'])
  })

  it.each(names)('gives %s valid settings', (name) => {
    const config = readConfig(settingsOf(services[name]!))
    expect(config).toMatchObject({
      nodeName: name,
      roles: ROLES[name],
      nats: { servers: ['nats:4222'], user: 'vertice' },
    })
    expect(config.databaseUrl).toContain('@postgres:5432/')
    expect(config.encryptionKeys).not.toBeNull()
    expect(config.baseUrl).toBe('https://rtk.example.mx')
  })

  const proxy = (services.proxy!.networks as Record<string, { ipv4_address: string }>).inside!.ipv4_address

  it('makes the API and the casters trust client addresses from its proxy only', () => {
    const { subnet } = several.networks!.inside!.ipam.config[0]!
    expect(isWithin(proxy, [parseCidr(subnet)])).toBe(true)
    expect(readConfig(settingsOf(services.api!)).trustProxy).toEqual([proxy])
    for (const name of ['caster-1', 'caster-2'])
      expect(readConfig(settingsOf(services[name]!)).casterTrustedProxies).toEqual([proxy])
  })

  it('has a proxy in front of the API and all casters, which forwards client addresses', () => {
    const settings = read('deploy/haproxy.cfg')
    const servers = Array.from(settings.matchAll(/^ {2}server (\S+) \1:\d+$/gm), ([, name]) => name!)
    expect(servers).toEqual(['caster-1', 'caster-2', 'api'])
    for (const name of servers) expect(services).toHaveProperty(name)
    expect(settings).toMatch(/^backend casters\n(?: .*\n)* {2}default-server send-proxy-v2\n/m)
    expect(settings).toMatch(/^frontend api\n(?: .*\n)* {2}option forwardfor\n/m)
  })

  it('publishes only the ports of the proxy', () => {
    const published = Object.entries(services).filter(([, { ports }]) => ports)
    expect(published.map(([name]) => name)).toEqual(['proxy'])
    const listens = Array.from(read('deploy/haproxy.cfg').matchAll(/^ {2}bind :(\d+)/gm), ([, port]) => port!)
    expect(services.proxy!.ports!.map((port) => port.split(':').at(-1)).toSorted()).toEqual(listens.toSorted())
  })

  it('contains no secrets: each is required from outside', () => {
    const text = read('deploy/compose.yaml')
    for (const name of ['POSTGRES_PASSWORD', 'NATS_PASSWORD', 'ENCRYPTION_KEYS']) {
      const uses = Array.from(text.matchAll(new RegExp(`\\$\\{${name}[^}]*\\}`, 'g')), ([use]) => use)
      expect(new Set(uses)).toEqual(new Set([`\${${name}:?deploy/.env says it}`]))
    }
  })
})
