// What pulls and upstream casters may reach and what is forwarded: no access to the operator's internal machines.
import { once } from 'node:events'
import http from 'node:http'
import type net from 'node:net'
import { frame } from '@vertice/rtcm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { setNetwork } from '../../../../src/actions/network/set.ts'
import { setPull } from '../../../../src/actions/stations/source.ts'
import type { CasterTimes } from '../../../../src/caster/options.ts'
import type { StreamLoss } from '../../../../src/domain/network/source-address.ts'
import { readEngineState } from '../../../../src/store/network/vrs-engine.ts'
import { byTest } from '../../../support/action-context.ts'
import { TestCaster } from '../../../support/caster.ts'
import { STATIONS } from '../../../support/service.ts'
import { isLive } from '../../helpers.ts'

const patience: CasterTimes = { settingsMs: 200, probeMs: 200 }
const METRICS = 'process_cpu_seconds_total 12.3\n'.repeat(2_000)

/** A server on this machine that is not meant for rovers; if it sends a frame, a caster. */
async function serverThatSays(say: (response: http.ServerResponse) => void) {
  let connections = 0
  const server = http.createServer((_, response) => say(response))
  server.on('connection', () => {
    connections += 1
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as net.AddressInfo
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { port, close, connections: () => connections }
}

let caster: TestCaster
afterEach(() => setPull(byTest(caster.service.services), { code: 'CDMX' }, null))
const pull = (url: string) => setPull(byTest(caster.service.services), { code: 'CDMX' }, url)
const told = (why: StreamLoss['code']) =>
  caster.log.filter((line) => line.includes('Could not pull a station') && line.includes(why)).length

describe('without the operator’s permission', () => {
  beforeAll(async () => {
    caster = await TestCaster.start(patience, { pullAllow: [] })
    await caster.service.saveStations(STATIONS.cdmx)
  })
  afterAll(() => caster.stop())

  it.each(['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]'])(
    'opens no connection to %s, and the log gives the reason',
    async (host) => {
      const server = await serverThatSays((response) => response.end(METRICS))
      const before = told('forbidden_address')
      await pull(`ntrip://${host}:${server.port}/metrics`)
      await expect.poll(() => told('forbidden_address'), { timeout: 90_000 }).toBeGreaterThan(before)
      expect(server.connections()).toBe(0)
      server.close()
    },
  )

  it('rejects other spellings of such an address', async () => {
    const server = await serverThatSays((response) => response.end(METRICS))
    const context = byTest(caster.service.services)
    await setNetwork(context, { upstream: `ntrip://0x7f.1:${server.port}/metrics` })
    const error = async () => (await readEngineState(caster.service.db)).error?.code
    await expect.poll(error, { timeout: 90_000 }).toBe('unknown_host')
    expect(server.connections()).toBe(0)
    await setNetwork(context, { upstream: null })
    server.close()
  })

  it('does not contact a VRS engine there, and its state shows it', async () => {
    const server = await serverThatSays((response) => response.end(METRICS))
    const context = byTest(caster.service.services)
    await setNetwork(context, { upstream: `ntrip://127.0.0.1:${server.port}/metrics` })
    const error = async () => (await readEngineState(caster.service.db)).error
    await expect
      .poll(error, { timeout: 90_000 })
      .toEqual({ code: 'forbidden_address', params: { address: '127.0.0.1' } })
    expect(server.connections()).toBe(0)
    await setNetwork(context, { upstream: null })
    server.close()
  })
})

describe('from a network that the operator allowed', () => {
  beforeAll(async () => {
    caster = await TestCaster.start(patience, { pullAllow: ['127.0.0.0/8'] })
    await caster.service.saveStations(STATIONS.cdmx)
  })
  afterAll(() => caster.stop())

  it('forwards RTCM', async () => {
    const server = await serverThatSays((response) => {
      response.writeHead(200, { 'content-type': 'gnss/data' }).write(frame(Buffer.from('data')))
    })
    await pull(`ntrip://127.0.0.1:${server.port}/M`)
    await isLive(caster, 'CDMX')
    await expect.poll(() => caster.role.caster.counts().bytesIn).toBeGreaterThan(0)
    server.close()
  })

  it.each([
    ['calls itself text', { 'content-type': 'text/plain; version=0.0.4' }, null],
    ['calls itself nothing', {}, 'not_rtcm'],
    ['calls itself a stream', { 'content-type': 'gnss/data' }, 'not_rtcm'],
    ['calls itself bytes', { 'content-type': 'application/octet-stream' }, 'not_rtcm'],
  ] as const)('does not forward anything else, though it %s', async (_, headers, why) => {
    const server = await serverThatSays((response) => response.writeHead(200, headers).end(METRICS))
    const before = { told: why === null ? 0 : told(why), bytes: caster.role.caster.counts().bytesIn }
    await pull(`ntrip://127.0.0.1:${server.port}/metrics`)
    await expect.poll(server.connections, { timeout: 90_000 }).toBeGreaterThan(1) // it disconnected and the caster retried
    if (why !== null && before.told === 0) expect(told(why)).toBeGreaterThan(0)
    expect(caster.role.caster.counts().bytesIn).toBe(before.bytes)
    server.close()
  })
})
