// The proxy of the compose file as a real HAProxy with two casters and the API: TLS and client addresses.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request as plainRequest } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addCertificate, requireCertificate } from '../../src/actions/stations/certificates.ts'
import { projectRoot } from '../../src/base/config/config.ts'
import { freePorts } from '../../src/demo/ports.ts'
import { listSessionsOf } from '../../src/store/sessions/rows.ts'
import { flowingBase } from '../caster/helpers.ts'
import { byTest } from '../support/action-context.ts'
import { Peer, rev1Request, TestCaster } from '../support/caster.ts'
import { selfSigned } from '../support/certificate.ts'
import { clientCertificate } from '../support/client-certificate.ts'
import { lacks } from '../support/needs.ts'
import { until } from '../support/process.ts'
import { STATIONS, TestService } from '../support/service.ts'
import { passingTlsThrough } from './proxy-settings.ts'

const { cdmx, toluca } = STATIONS
const HOST = '127.0.0.1'
const PROXY = '127.0.0.9'
const CALLER = '127.0.0.21'

type Ports = Record<'2101' | '2102' | '8080' | '8443', number>

/** The configuration with other addresses: here all servers share one address. */
function settingsWith(
  file: string,
  ports: Readonly<Record<string, number>>,
  servers: Readonly<Record<string, number>>,
  folder: string,
) {
  const isRoot = process.getuid?.() === 0
  return file
    .replaceAll('/etc/haproxy/tls/', `${folder}/`)
    .replace(/^ {2}(user|group) haproxy\n/gm, (line) => (isRoot ? line : ''))
    .replace(/maxconn \d+/, 'maxconn 100') // needs two open files per connection
    .replace(/^defaults\n/m, `defaults\n  source ${PROXY}\n`)
    .replace(/bind :(\d+)/g, (_, port) => `bind ${HOST}:${ports[port]}`)
    .replace(/server (\S+) (\1:\d+)/g, (_, name, place) => `server ${name} ${HOST}:${servers[place]}`)
}

describe.skipIf(lacks('the proxy of the compose file', 'haproxy'))('the proxy of the compose file', () => {
  const { cert, key } = selfSigned()
  let folder: string
  let caster: TestCaster
  let ports: Ports
  let servers: Record<string, number>
  const proxies: ChildProcess[] = []

  beforeAll(async () => {
    const service = await TestService.start({ trustProxy: [PROXY] })
    folder = mkdtempSync(join(tmpdir(), 'vertice-proxy-'))
    const [certFile, keyFile] = [join(folder, 'vertice.pem'), join(folder, 'vertice.pem.key')]
    writeFileSync(certFile, cert)
    writeFileSync(keyFile, key)
    const more = { trustedProxies: [PROXY], tls: { port: 0, certFile, keyFile } }
    caster = await TestCaster.start({}, more, service)
    const second = await caster.addNode({}, more)
    await service.saveStations(cdmx, toluca)
    await flowingBase(caster, cdmx)
    await flowingBase(caster, cdmx, second)
    await (await service.app).listen({ host: HOST, port: 0 })
    servers = {
      'caster-1:2101': caster.port,
      'caster-1:2102': caster.role.caster.tlsAddress!.port,
      'caster-2:2101': second.caster.address.port,
      'caster-2:2102': second.caster.tlsAddress!.port,
      'api:8080': ((await service.app).server.address() as AddressInfo).port,
    }
    ports = await startProxy('haproxy.cfg', (settings) => settings)
  })

  async function startProxy(name: string, changed: (settings: string) => string): Promise<Ports> {
    const any = { host: HOST, port: 0 }
    const ports = await freePorts<keyof Ports>({ 2101: any, 2102: any, 8080: any, 8443: any })
    const file = join(folder, name)
    const settings = changed(readFileSync(join(projectRoot, 'deploy/haproxy.cfg'), 'utf8'))
    writeFileSync(file, settingsWith(settings, ports, servers, folder))
    const haproxy = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] })
    proxies.push(haproxy)
    let said = ''
    haproxy.stderr!.setEncoding('utf8').on('data', (part) => {
      said += part
    })
    await until(async () => {
      if (haproxy.exitCode !== null) throw new Error(said)
      return (await page('/readyz', ports).catch(() => null))?.status === 200
    })
    return ports
  }
  afterAll(async () => {
    for (const haproxy of proxies.filter(({ exitCode }) => exitCode === null)) {
      const ended = once(haproxy, 'exit')
      haproxy.kill('SIGTERM')
      await ended
    }
    await caster?.stop()
    if (folder) rmSync(folder, { recursive: true })
  })

  const asked = async (send: typeof request, port: number, path: string) => {
    const question = send({ host: HOST, port, path, ca: cert, localAddress: CALLER, agent: false })
    question.end()
    const [answer] = await once(question, 'response')
    answer.resume()
    return { status: answer.statusCode as number, headers: answer.headers }
  }
  const page = (path: string, { 8443: port } = ports) => asked(request, port, path)

  it('serves the API with its certificate, and redirects HTTP to HTTPS', async () => {
    expect((await page('/api/v1/stations')).status).toBe(401)
    const { status, headers } = await asked(plainRequest as typeof request, ports['8080'], '/docs')
    expect(status).toBe(301)
    expect(headers.location).toBe(`https://${HOST}:${ports['8080']}/docs`)
  })

  it.each([
    ['with TLS', '2102'],
    ['without', '2101'],
  ] as const)('forwards rovers %s, with their own addresses', async (_, port) => {
    const login = await caster.issue({ station_codigo: 'CDMX' })
    const head = rev1Request(cdmx.mountpoint, login.username, login.password)
    const socket =
      port === '2102'
        ? connect({ host: HOST, port: ports[port], ca: cert, localAddress: CALLER } as never)
        : (await Peer.open(ports[port], '', CALLER)).socket
    let got = ''
    socket.on('data', (data) => {
      got += data.toString('latin1')
    })
    socket.write(head)
    await until(() => got.startsWith('ICY 200 OK\r\n\r\n') && got.endsWith('.'))
    const [session] = await listSessionsOf(caster.service.db, login.id, 1)
    expect(session!.address).toBe(CALLER)
    socket.destroy()
  })

  it('forwards a station with a required certificate only with TLS passthrough', async () => {
    const mine = clientCertificate('TOLU')
    const { code } = toluca
    const secret = await caster.secretOf(code)
    const context = byTest(caster.service.services)
    await addCertificate(context, { code }, { pem: mine.cert, source: 'first' })
    await requireCertificate(context, { code }, true)
    const passing = await startProxy('passing.cfg', passingTlsThrough)
    const pushed = async ({ 2102: port }: Ports) => {
      const { cert: shown, key } = mine
      const socket = connect({ host: HOST, port, ca: cert, cert: shown, key, localAddress: CALLER } as never)
      socket.write(`SOURCE ${secret} /${toluca.mountpoint}\r\n\r\n`)
      const [told] = await once(socket, 'data')
      socket.destroy()
      return told.toString('latin1')
    }
    expect(await pushed(ports)).toContain('requires its client certificate')
    // Casters ask for certificates once they have heard that there is one.
    await until(async () => (await pushed(passing)) === 'ICY 200 OK\r\n\r\n')
  })
})
