// The systemd units, the NATS configuration and the proxy configuration of deploy/ are valid. See also compose.test.ts.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { projectRoot } from '../../src/base/config/config.ts'
import { selfSigned } from '../support/certificate.ts'
import { lacks } from '../support/needs.ts'
import { passingTlsThrough } from './proxy-settings.ts'

const DEPLOY = join(projectRoot, 'deploy')
const read = (...path: string[]) => readFileSync(join(DEPLOY, ...path), 'utf8')

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vertice-deploy-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

describe.skipIf(lacks('the settings of NATS', 'nats-server'))('the NATS configuration', () => {
  const check = (file: string) =>
    spawnSync('nats-server', ['-t', '--config', file], {
      env: { PATH: process.env.PATH, NATS_PASSWORD: 'n0123456789abcdef' },
      encoding: 'utf8',
    })

  it('is valid for the compose file', () => {
    expect(check(join(DEPLOY, 'nats.conf'))).toMatchObject({ status: 0 })
  })

  it('is valid for a machine', () => {
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

describe.skipIf(lacks('the settings of the proxy', 'haproxy'))('the proxy configuration', () => {
  it.each([
    ['as they are', (settings: string) => settings],
    ['with TLS that ends in the casters', passingTlsThrough],
  ])('is valid and causes no warnings: %s', (_, changed) => {
    const folder = emptyFolder()
    const { cert, key } = selfSigned()
    writeFileSync(join(folder, 'vertice.pem'), cert)
    writeFileSync(join(folder, 'vertice.pem.key'), key)
    const file = join(folder, 'haproxy.cfg')
    writeFileSync(file, changed(read('haproxy.cfg')).replaceAll('/etc/haproxy/tls/', `${folder}/`))
    const { status, stdout, stderr } = spawnSync('haproxy', ['-c', '-f', file], { encoding: 'utf8' })
    const said = `${stdout}${stderr}`
    // The server names exist only in the network of the compose file.
    const doubts = said.split('\n').filter((line) => /ALERT|WARNING/.test(line) && !/could not resolve/.test(line))
    expect(doubts).toEqual([])
    expect(status, said).toBe(0)
  })
})

describe.skipIf(lacks('the units of systemd', 'systemd-analyze'))('the systemd units', () => {
  const units = readdirSync(join(DEPLOY, 'systemd')).filter((name) => name.endsWith('.service'))

  it.each(units)('are valid: %s', (name) => {
    const folder = emptyFolder()
    const file = join(folder, name)
    // Uses the checkout: systemd-analyze requires the program of the unit to exist.
    writeFileSync(file, read('systemd', name).replace('/usr/local/bin/vertice', join(projectRoot, 'bin/vertice.js')))
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', '--recursive-errors=no', file], {
      encoding: 'utf8',
    })
    expect(stderr.split('\n').filter((line) => line.includes(name))).toEqual([])
    expect(status).toBe(0)
  })
})
