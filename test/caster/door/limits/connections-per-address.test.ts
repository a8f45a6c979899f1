import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { proxyLine } from '../../../../packages/ntrip/test/support/proxy-headers.ts'
import { Peer, rev1Request, TestCaster } from '../../../support/caster.ts'
import { selfSigned } from '../../../support/certificate.ts'
import { until } from '../../../support/process.ts'
import { STATIONS } from '../../../support/service.ts'
import { refusalsOf } from '../../helpers.ts'

const { cdmx } = STATIONS

it('rejects an address at its connection limit with a reason, and admits other addresses', async () => {
  const caster = await TestCaster.start({}, { mostPerAddress: 2, trustedProxies: ['127.0.0.1'] })
  onTestFinished(() => caster.stop())
  await caster.service.saveStations(cdmx)
  const secret = await caster.secretOf(cdmx.code)
  const base = await Peer.open(caster.port, `${proxyLine('10.0.0.1')}SOURCE ${secret} /${cdmx.mountpoint}\r\n\r\n.`)
  await base.until('ICY 200 OK\r\n\r\n')
  const beat = setInterval(() => base.write('.'), 40)
  onTestFinished(() => clearInterval(beat))
  const { username, password, id } = await caster.issue({ station_codigo: cdmx.code })
  await caster.service.db.pool.query('update credentials set max_sessions = 10 where id = $1', [id])
  const open = (from: string) =>
    Peer.open(caster.port, proxyLine(from) + rev1Request(cdmx.mountpoint, username, password))
  const letIn = async (from: string) => {
    const peer = await open(from)
    await peer.until('ICY 200 OK\r\n\r\n')
    return peer
  }
  const first = await letIn('189.203.4.7')
  await letIn('189.203.4.7')
  const third = await open('189.203.4.7')
  expect(await third.all()).toMatch(/^HTTP\/1\.\d 429 .*Retry-After.*Too many connections from your address/s)
  await letIn('189.203.4.8')
  await until(async () => (await refusalsOf(caster, username)).length === 1)
  expect(await refusalsOf(caster, username)).toMatchObject([{ reason: 'address_full', address: '189.203.4.7' }])
  expect(caster.figures.refusals.get('address_full')).toBe(1)
  first.close()
  await until(async () => {
    const again = await open('189.203.4.7')
    await until(() => again.text.includes('\r\n'))
    return again.text.startsWith('ICY')
  })
})

it('counts silent connections and closes those beyond twice the limit at once, with and without TLS', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vertice-flood-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'certificate.pem')
  writeFileSync(file, selfSigned().cert)
  const tls = { port: 0, certFile: file, keyFile: file }
  const caster = await TestCaster.start({ handshakeMs: 60_000 }, { mostPerAddress: 20, tls })
  onTestFinished(() => caster.stop())
  const ports = [caster.port, caster.role.caster.tlsAddress!.port]
  const silent = await Promise.all(Array.from({ length: 200 }, (_, index) => Peer.open(ports[index % 2]!)))
  const isOpen = ({ closedAt }: Peer) => closedAt === null
  await until(() => silent.filter(isOpen).length <= 40)
  expect(silent.filter(isOpen)).toHaveLength(40)
  for (const peer of silent) peer.close()
  await until(async () =>
    (await (await Peer.open(caster.port, 'GET / HTTP/1.0\r\n\r\n')).all()).startsWith('SOURCETABLE'),
  )
})
