// What deploy/ holds is what its programs can read: the compose file, the units, the settings of NATS and of the balancer.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { projectRoot, readConfig } from '../../src/config.ts'
import { isWithin, parseCidr } from '../../src/domain/webhooks/public-address.ts'
import { selfSigned } from '../support/certificate.ts'
import { lacks } from '../support/needs.ts'

const DEPLOY = join(projectRoot, 'deploy')
const read = (...path: string[]) => readFileSync(join(DEPLOY, ...path), 'utf8')

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vertice-deploy-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

interface Compose {
  readonly services: Record<
    string,
    {
      readonly environment?: Record<string, string>
      readonly image: string
      readonly depends_on?: readonly string[] | Record<string, unknown>
      readonly networks: readonly string[] | Record<string, { readonly ipv4_address: string }>
      readonly volumes?: readonly string[]
    }
  >
  readonly networks: Record<string, { readonly ipam: { readonly config: readonly { readonly subnet: string }[] } }>
  readonly volumes: Record<string, unknown>
}

describe('the compose file', () => {
  const compose: Compose = parse(read('compose.yaml'), { merge: true })
  /** Whatever .env would say. */
  const settingsOf = (name: string) =>
    Object.fromEntries(
      Object.entries(compose.services[name]!.environment!).map(([key, value]) => [
        key,
        value.replace(
          /\$\{(\w+):(\?[^}]*|-([^}]*))\}/g,
          (_, variable, _rest, fallback) => fallback ?? `of-${variable}`,
        ),
      ]),
    )

  it('has three casters, three NATS servers, and two processes for the rest', () => {
    const names = Object.keys(compose.services)
    const like = (name: RegExp) => names.filter((candidate) => name.test(candidate))
    expect(like(/^caster-/)).toHaveLength(3)
    expect(like(/^nats-/)).toHaveLength(3)
    expect(like(/^app-/)).toHaveLength(2)
  })

  it.each(['app-1', 'app-2', 'caster-1', 'caster-2', 'caster-3'])('gives %s settings that make sense', (name) => {
    const config = readConfig(settingsOf(name))
    expect(config.nodeName).toBe(name)
    expect(config.roles).toEqual(name.startsWith('caster') ? ['caster'] : ['api', 'worker'])
    expect(config.nats).toMatchObject({ servers: ['nats-1:4222', 'nats-2:4222', 'nats-3:4222'], user: 'vertice' })
    expect(config.databaseUrl).toContain('@postgres:5432/')
    expect(config.encryptionKeys).not.toBeNull()
  })

  it('names only what it has: services, networks, volumes, files', () => {
    const namesIn = (value: readonly string[] | object = []) => (Array.isArray(value) ? value : Object.keys(value))
    for (const { depends_on, networks, volumes = [] } of Object.values(compose.services)) {
      for (const name of namesIn(depends_on)) expect(compose.services).toHaveProperty(name)
      for (const name of namesIn(networks)) expect(compose.networks).toHaveProperty(name)
      for (const from of volumes.map((volume) => volume.split(':')[0]!))
        if (from.startsWith('.')) expect(existsSync(join(DEPLOY, from)), from).toBe(true)
        else expect(compose.volumes).toHaveProperty(from)
    }
  })

  it('has the API and the casters believe its balancer, and nobody else, whose a connection is', () => {
    const { ipv4_address: balancer } = (compose.services.balancer!.networks as { inside: { ipv4_address: string } })
      .inside
    const { subnet } = compose.networks.inside!.ipam.config[0]!
    expect(isWithin(balancer, [parseCidr(subnet)])).toBe(true)
    for (const app of ['app-1', 'app-2']) expect(readConfig(settingsOf(app)).trustProxy).toEqual([balancer])
    for (const caster of ['caster-1', 'caster-2', 'caster-3'])
      expect(readConfig(settingsOf(caster)).casterTrustedProxies).toEqual([balancer])
  })

  it('has a balancer in front of all that it should be in front of, which tells whose a connection is', () => {
    const balancer = read('haproxy.cfg')
    const servers = [...balancer.matchAll(/^ {2}server (\S+) \1:\d+$/gm)].map(([, name]) => name!)
    expect(servers).toEqual(['caster-1', 'caster-2', 'caster-3', 'app-1', 'app-2'])
    for (const name of servers) expect(compose.services).toHaveProperty(name)
    expect(balancer).toMatch(/^backend casters\n(?: .*\n)* {2}default-server send-proxy-v2\n/m)
    expect(balancer).toMatch(/^frontend api\n(?: .*\n)* {2}option forwardfor\n/m)
  })

  it('holds no secret: each comes from outside, and without it nothing starts', () => {
    const text = read('compose.yaml')
    for (const name of ['POSTGRES_PASSWORD', 'NATS_PASSWORD', 'ENCRYPTION_KEYS']) {
      const uses = [...text.matchAll(new RegExp(`\\$\\{${name}[^}]*\\}`, 'g'))].map(([use]) => use)
      expect(new Set(uses)).toEqual(new Set([`\${${name}:?deploy/.env says it}`]))
    }
  })
})

describe.skipIf(lacks('the settings of NATS', 'nats-server'))('the settings of NATS', () => {
  const check = (file: string) =>
    spawnSync('nats-server', ['-t', '--config', file], {
      env: { PATH: process.env.PATH, NATS_PASSWORD: 'n0123456789abcdef' },
      encoding: 'utf8',
    })

  it('of the compose file are understood', () => {
    expect(check(join(DEPLOY, 'nats.conf'))).toMatchObject({ status: 0 })
  })

  it('of a machine are understood', () => {
    const folder = emptyFolder()
    const { cert, key } = selfSigned()
    for (const [name, content] of [
      ['nats.crt', cert],
      ['nats-ca.crt', cert],
      ['nats.key', key],
    ] as const)
      writeFileSync(join(folder, name), content)
    const file = join(folder, 'nats-server.conf')
    writeFileSync(file, read('systemd', 'nats-server.conf').replaceAll('/etc/vertice/', `${folder}/`))
    expect(check(file)).toMatchObject({ status: 0 })
  })
})

describe.skipIf(lacks('the settings of the balancer', 'haproxy'))('the settings of the balancer', () => {
  it('are understood, and nothing in them is doubtful', () => {
    const { status, stdout, stderr } = spawnSync('haproxy', ['-c', '-f', join(DEPLOY, 'haproxy.cfg')], {
      encoding: 'utf8',
    })
    const said = `${stdout}${stderr}`
    // Its servers have their names in the network of the compose file only.
    const doubts = said.split('\n').filter((line) => /ALERT|WARNING/.test(line) && !/could not resolve/.test(line))
    expect(doubts).toEqual([])
    expect(status, said).toBe(0)
  })
})

describe.skipIf(lacks('the units of systemd', 'systemd-analyze'))('the units of systemd', () => {
  const units = readdirSync(join(DEPLOY, 'systemd')).filter((name) => name.endsWith('.service'))

  it.each(units)('%s is understood', (name) => {
    const folder = emptyFolder()
    const file = join(folder, name)
    // The checkout instead of where it would be installed: a unit is checked with the program that it names.
    writeFileSync(file, read('systemd', name).replaceAll('/srv/vertice', projectRoot.replace(/\/$/, '')))
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', '--recursive-errors=no', file], {
      encoding: 'utf8',
    })
    expect(stderr.split('\n').filter((line) => line.includes(name))).toEqual([])
    expect(status).toBe(0)
  })
})
