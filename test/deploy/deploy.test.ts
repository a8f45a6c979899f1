// What deploy/ holds is what its programs can read: the compose file, the units, the settings of NATS.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { projectRoot, readConfig } from '../../src/config.ts'
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
  readonly services: Record<string, { environment?: Record<string, string>; image: string; depends_on?: unknown }>
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
