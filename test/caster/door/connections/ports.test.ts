import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { proxyHeader, proxyLine } from '../../../../packages/ntrip/test/support/proxy-headers.ts'
import { listSessionsOf } from '../../../../src/store/sessions/rows.ts'
import { type Login, rev1Request, TestCaster } from '../../../support/caster.ts'
import { selfSigned } from '../../../support/certificate.ts'
import { lastingPort } from '../../../support/ports.ts'
import { until } from '../../../support/process.ts'
import { STATIONS } from '../../../support/service.ts'
import { flowingBase } from '../../helpers.ts'

const { cdmx } = STATIONS
const BALANCER = '127.0.0.9'
const ROVER = '189.203.4.7'

let folder: string
let caster: TestCaster
let ports: { plain: number[]; secure: number[] }

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vertice-ports-'))
  const { cert, key } = selfSigned()
  const files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') }
  writeFileSync(files.certFile, cert)
  writeFileSync(files.keyFile, key)
  ports = { plain: [await lastingPort(), await lastingPort()], secure: [await lastingPort()] }
  caster = await TestCaster.start({}, { trustedProxies: [BALANCER], ports, tls: { port: 0, ...files } })
  await caster.service.saveStations(cdmx)
  await flowingBase(caster, cdmx)
})
afterAll(async () => {
  await caster.stop()
  rmSync(folder, { recursive: true })
})

const tlsPort = () => caster.role.caster.tlsAddress!.port

/** Connects, sends the proxy header if any, and requests the stream. */
async function rover(port: number, login: Login, isSecure: boolean, header: Buffer | string | null) {
  const raw = net.connect({ host: '127.0.0.1', port, localAddress: header === null ? '127.0.0.1' : BALANCER })
  await once(raw, 'connect')
  if (header !== null) raw.write(header)
  await ask(raw, login, isSecure)
  return raw
}

async function ask(raw: net.Socket, { username, password }: Login, isSecure: boolean): Promise<void> {
  const socket = isSecure ? tls.connect({ socket: raw, rejectUnauthorized: false }) : raw
  if (isSecure) await once(socket, 'secureConnect')
  let text = ''
  socket.on('data', (data) => {
    text += data.toString('latin1')
  })
  socket.on('error', () => {})
  socket.write(rev1Request(cdmx.mountpoint, username, password))
  await until(() => text.includes('ICY 200 OK\r\n\r\n') && text.length > 20)
}

describe('every port', () => {
  it.each([
    ['without TLS', () => ports.plain[0]!, false, null],
    ['a third one', () => ports.plain[1]!, false, null],
    ['with TLS', () => ports.secure[0]!, true, null],
    ['behind a balancer', () => ports.plain[0]!, false, proxyLine(ROVER)],
    ['with TLS, behind a balancer', () => ports.secure[0]!, true, proxyHeader(ROVER)],
  ] as const)('serves the stream: %s', async (_, port, isSecure, header) => {
    const login = await caster.issue({ station_codigo: cdmx.code })
    const socket = await rover(port(), login, isSecure, header)
    await until(async () => (await listSessionsOf(caster.service.db, login.id, 1)).length === 1)
    const [session] = await listSessionsOf(caster.service.db, login.id, 1)
    expect(session).toMatchObject({ address: header === null ? '127.0.0.1' : ROVER })
    socket.destroy()
  })

  it('tells apart two connections that a proxy opens from the same local port', async () => {
    const [first, second] = [
      { address: ROVER, port: ports.secure[0]! },
      { address: '189.203.4.8', port: tlsPort() },
    ]
    const begun: net.Socket[] = []
    for (const { port, address } of [first, second]) {
      const localPort = begun[0]?.localPort
      const raw = net.connect({ host: '127.0.0.1', port, localAddress: BALANCER, ...(localPort && { localPort }) })
      await once(raw, 'connect')
      raw.write(proxyHeader(address))
      begun.push(raw)
    }
    // TLS starts when both connections are registered, which is certain once a later client is served.
    const later = await rover(tlsPort(), await caster.issue({ station_codigo: cdmx.code }), true, proxyHeader(ROVER))
    begun.push(later)
    for (const [index, { address }] of [first, second].entries()) {
      const login = await caster.issue({ station_codigo: cdmx.code })
      await ask(begun[index]!, login, true)
      await until(async () => (await listSessionsOf(caster.service.db, login.id, 1)).length === 1)
      expect((await listSessionsOf(caster.service.db, login.id, 1))[0]).toMatchObject({ address })
    }
    for (const raw of begun) raw.destroy()
  })

  it('fails the start with an error that names it if another process holds it', async () => {
    const taken = net.createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as net.AddressInfo
    await expect(caster.addNode({}, { ports: { plain: [port], secure: [] } })).rejects.toMatchObject({
      code: 'EADDRINUSE',
      port,
    })
    taken.close()
  })
})
