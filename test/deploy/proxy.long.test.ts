// The proxy of the compose file as a real HAProxy, in front of two casters and the API: TLS, and whose each connection is.
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
import { projectRoot } from '../../src/config.ts'
import { freePorts } from '../../src/demo/ports.ts'
import { listSessionsOf } from '../../src/store/sessions/rows.ts'
import { flowingBase } from '../caster/helpers.ts'
import { Peer, rev1Request, TestCaster } from '../support/caster.ts'
import { selfSigned } from '../support/certificate.ts'
import { lacks } from '../support/needs.ts'
import { until } from '../support/process.ts'
import { STATIONS, TestService } from '../support/service.ts'

const { cdmx } = STATIONS
const HOST = '127.0.0.1'
const PROXY = '127.0.0.9'
const CALLER = '127.0.0.21'

/** The file as it is, but for who listens where: containers have addresses of their own, here all are on one. */
function settingsWith(
  ports: Readonly<Record<string, number>>,
  servers: Readonly<Record<string, number>>,
  folder: string,
) {
  const file = readFileSync(join(projectRoot, 'deploy/haproxy.cfg'), 'utf8')
  const isRoot = process.getuid?.() === 0
  return file
    .replaceAll('/etc/haproxy/tls/', `${folder}/`)
    .replace(/^ {2}(user|group) haproxy\n/gm, (line) => (isRoot ? line : ''))
    .replace(/maxconn \d+/, 'maxconn 100') // it wants two open files for each
    .replace(/^defaults\n/m, `defaults\n  source ${PROXY}\n`)
    .replace(/bind :(\d+)/g, (_, port) => `bind ${HOST}:${ports[port]}`)
    .replace(/server (\S+) \1:\d+/g, (_, name) => `server ${name} ${HOST}:${servers[name]}`)
}

describe.skipIf(lacks('the proxy of the compose file', 'haproxy'))('the proxy of the compose file', () => {
  const { cert } = selfSigned()
  let folder: string
  let caster: TestCaster
  let haproxy: ChildProcess
  let ports: Record<'2101' | '2102' | '8080' | '8443', number>

  beforeAll(async () => {
    const service = await TestService.start({ trustProxy: [PROXY] })
    caster = await TestCaster.start({}, { trustedProxies: [PROXY] }, service)
    const second = await caster.addNode({}, { trustedProxies: [PROXY] })
    await service.saveStations(cdmx)
    await flowingBase(caster, cdmx)
    await flowingBase(caster, cdmx, second)
    await service.app.listen({ host: HOST, port: 0 })
    folder = mkdtempSync(join(tmpdir(), 'vertice-proxy-'))
    writeFileSync(join(folder, 'vertice.pem'), cert)
    const any = { host: HOST, port: 0 }
    ports = await freePorts({ 2101: any, 2102: any, 8080: any, 8443: any })
    const servers = {
      'caster-1': caster.port,
      'caster-2': second.caster.address.port,
      api: (service.app.server.address() as AddressInfo).port,
    }
    const file = join(folder, 'haproxy.cfg')
    writeFileSync(file, settingsWith(ports, servers, folder))
    haproxy = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    haproxy.stderr!.setEncoding('utf8').on('data', (part) => {
      said += part
    })
    await until(async () => {
      if (haproxy.exitCode !== null) throw new Error(said)
      return (await page('/readyz').catch(() => null))?.status === 200
    })
  })
  afterAll(async () => {
    if (haproxy?.exitCode === null) {
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
  const page = (path: string) => asked(request, ports['8443'], path)

  it('answers for the API with the certificate that it was given, and sends there whoever comes without TLS', async () => {
    expect((await page('/api/v1/stations')).status).toBe(401)
    const { status, headers } = await asked(plainRequest as typeof request, ports['8080'], '/docs')
    expect(status).toBe(301)
    expect(headers.location).toBe(`https://${HOST}:${ports['8080']}/docs`)
  })

  it.each([
    ['with TLS', '2102'],
    ['without', '2101'],
  ] as const)('rovers come %s, and are recorded under their own addresses', async (_, port) => {
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
})
