// A caster behind a real HAProxy, which sends client addresses and constant health checks.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePorts } from '../../../../src/demo/ports.ts'
import { listSessionsOf } from '../../../../src/store/sessions/rows.ts'
import { Peer, rev1Request, TestCaster } from '../../../support/caster.ts'
import { lacks } from '../../../support/needs.ts'
import { until } from '../../../support/process.ts'
import { STATIONS } from '../../../support/service.ts'
import { flowingBase } from '../../helpers.ts'

const { cdmx } = STATIONS
const HOST = '127.0.0.1'
const BALANCER = '127.0.0.9'
const CHECK_MS = 100
const ICY = 'ICY 200 OK\r\n\r\n'
const isMissing = lacks('a caster behind a balancer', 'haproxy')

const settings = (ports: { v1: number; v2: number; stats: number }, casterPort: number) => `
defaults
  mode tcp
  timeout connect 5s
  timeout client 1h
  timeout server 1h
  source ${BALANCER}
  default-server check inter ${CHECK_MS}ms
listen version1
  bind ${HOST}:${ports.v1}
  server caster ${HOST}:${casterPort} send-proxy
listen version2
  bind ${HOST}:${ports.v2}
  server caster ${HOST}:${casterPort} send-proxy-v2
frontend stats
  mode http
  bind ${HOST}:${ports.stats}
  stats enable
  stats uri /
`

describe.skipIf(isMissing)('behind HAProxy', () => {
  let folder: string
  let caster: TestCaster
  let haproxy: ChildProcess
  let ports: { v1: number; v2: number; stats: number }

  beforeAll(async () => {
    caster = await TestCaster.start({}, { trustedProxies: [BALANCER] })
    await caster.service.saveStations(cdmx)
    await flowingBase(caster, cdmx)
    folder = mkdtempSync(join(tmpdir(), 'vertice-haproxy-'))
    const any = { host: HOST, port: 0 }
    ports = await freePorts({ v1: any, v2: any, stats: any })
    const file = join(folder, 'haproxy.cfg')
    writeFileSync(file, settings(ports, caster.port))
    haproxy = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' })
    await until(async () => (await statsOf(ports.stats)).includes('L4OK'))
  })
  afterAll(async () => {
    const ended = once(haproxy, 'exit')
    haproxy.kill('SIGTERM')
    await ended
    await caster.stop()
    rmSync(folder, { recursive: true })
  })

  const statsOf = (port: number) =>
    fetch(`http://${HOST}:${port}/;csv`).then(
      (answer) => answer.text(),
      () => '',
    )

  it.each(['v1', 'v2'] as const)('records rovers under their own addresses (%s)', async (version) => {
    for (const from of ['127.0.0.21', '127.0.0.22']) {
      const login = await caster.issue({ station_codigo: 'CDMX' })
      const request = rev1Request(cdmx.mountpoint, login.username, login.password)
      const rover = await Peer.open(ports[version], request, from)
      await rover.until(ICY)
      await rover.until('.')
      const [session] = await listSessionsOf(caster.service.db, login.id, 1)
      expect(session!.address).toBe(from)
      rover.close()
    }
  })

  it('answers health checks without counting them as anything else', async () => {
    const line = (await statsOf(ports.stats)).split('\n').filter((one) => one.includes(',caster,'))
    expect(line).toHaveLength(2)
    for (const one of line) expect(one).toContain(',UP,')
    expect(caster.figures.refusals.get('bad_proxy_header') ?? 0).toBe(0)
    expect(caster.log.filter((one) => one.includes('proxy'))).toEqual([])
  })
})
