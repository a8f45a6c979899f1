// Stations without NTRIP at a running caster: their rovers, and the settings that allow their ports.
import dgram from 'node:dgram'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { epochFrame } from '../../../../packages/rtcm/test/support/epochs.ts'
import { checkSource, sourceRefuser } from '../../../../src/actions/network/source-address.ts'
import { setPull } from '../../../../src/actions/stations/source.ts'
import { Refusal } from '../../../../src/domain/codes/refusal.ts'
import { listPulls } from '../../../../src/store/stations/sources.ts'
import { byTest } from '../../../support/action-context.ts'
import { Peer, TestCaster } from '../../../support/caster.ts'
import { lastingPort } from '../../../support/ports.ts'
import { STATIONS } from '../../../support/service.ts'
import { isLive } from '../../helpers.ts'

const WAIT = { interval: 10, timeout: 60_000 }
const CODES = ['TCP', 'UDP']
let caster: TestCaster
let ports: [tcp: number, udp: number]
const stops: (() => void)[] = []

beforeAll(async () => {
  ports = [await lastingPort(), await lastingPort()]
  caster = await TestCaster.start({ settingsMs: 200 }, { inputs: ports.map((port) => ({ from: port, to: port })) })
  await caster.service.saveStations(...CODES.map((code) => ({ ...STATIONS.cdmx, code, mountpoint: code })))
})
afterAll(async () => {
  for (const stop of stops) stop()
  await caster.stop()
})

/** The code of the field error with which the action is rejected. */
async function faultOf(action: Promise<unknown>): Promise<string | undefined> {
  const error = await action.then(
    () => null,
    (rejected: unknown) => rejected,
  )
  return error instanceof Refusal ? error.fields[0]?.code : undefined
}

const pull = (code: string, url: string) => setPull(byTest(caster.service.services), { code }, url)

async function reaches(code: string): Promise<void> {
  await isLive(caster, code)
  const rover = await caster.rover(await caster.issue({ station_codigo: code }), code)
  await vi.waitUntil(() => rover.received.length > 1_000, WAIT)
  rover.close()
}

it('serves a station that connects to a port, and stores its first line encrypted', async () => {
  await pull('TCP', `tcp://s3cret-line@:${ports[0]}`)
  const [stored] = await listPulls(caster.service.db)
  expect(stored!.url).toBe(`tcp://:${ports[0]}`)
  expect(stored!.login!.toString('latin1')).not.toContain('s3cret')
  const station = await vi.waitUntil(() => Peer.open(ports[0], 's3cret-line\n').catch(() => null), WAIT)
  const beat = setInterval(() => station.write(epochFrame()), 50)
  stops.push(() => clearInterval(beat))
  await reaches('TCP')
  expect(station.closedAt).toBeNull()
})

it('serves a station that sends over UDP', async () => {
  await pull('UDP', `udp://:${ports[1]}?from=127.0.0.1`)
  const socket = dgram.createSocket('udp4')
  const beat = setInterval(() => socket.send(epochFrame(), ports[1], '127.0.0.1'), 50)
  stops.push(() => {
    clearInterval(beat)
    socket.close()
  })
  await reaches('UDP')
})

it.each([
  ['tcp://s3cret-line@:5000', 'input_not_allowed'],
  ['serial:///dev/ttyS0', 'input_not_allowed'],
  ['tcp://10.0.0.1:5000', 'source_not_public'],
])('rejects %s before it is saved', async (url, code) => {
  const refuse = sourceRefuser([], async () => [], [{ from: 6000, to: 6099 }, { device: '/dev/ttyUSB0' }])
  expect(await faultOf(checkSource(refuse, 'url', url))).toBe(code)
})

it('rejects an address that it cannot read', async () => {
  expect(await faultOf(pull('TCP', 'tcp://:5000'))).toBe('pull_form')
})
