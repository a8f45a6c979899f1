// A service with a base that reconnects and later sends everything except observations. Checks what rovers, the
// sourcetable, the API, metrics and the log report.
import { setTimeout as sleep } from 'node:timers/promises'
import { writeGga } from '@vertice/ntrip'
import { FrameReader, referenceStationId } from '@vertice/rtcm'
import { expect, it, vi } from 'vitest'
import { epochFrame, stationFrames } from '../../packages/rtcm/test/support/epochs.ts'
import { Peer, rev1Request } from '../support/caster.ts'
import { command } from '../support/command.ts'
import { makeMigratedDataDir, makeToken, RunningService } from '../support/process.ts'

const PLACES = { NEAR: { lat: 19.4326, lng: -99.1332 }, FAR: { lat: 19.4326, lng: -98.73 } }
type Code = keyof typeof PLACES
const NUMBER = { NEAR: 1, FAR: 2 }
const HERE = { lat: 19.44, lng: -99.13 }
const BEAT_MS = 200
/** The default. */
const GRACE_MS = 15_000

let dataDir: string
let service: RunningService
let port: number
let token: string
const logged: string[] = []
const bases = new Map<Code, { peer: Peer; timer: NodeJS.Timeout }>()

async function start(): Promise<void> {
  dataDir = makeMigratedDataDir()
  service = await RunningService.start(dataDir)
  service.child.stderr!.on('data', (data) => logged.push(String(data)))
  port = Number(/caster +ntrip:\/\/[\d.]+:(\d+)/.exec(service.output.join('\n'))![1])
  token = await makeToken(dataDir)
  for (const [code, { lat, lng }] of Object.entries(PLACES)) {
    const place = ['--lat', String(lat), '--lng', String(lng), '--radius-km', '60']
    await command(dataDir, ['station', 'add', '--code', code, '--name', code, ...place])
    await push(code as Code)
  }
}

async function stop(): Promise<void> {
  for (const code of bases.keys()) leave(code)
  await service.stop()
}

/** Connects a base that sends its station messages and then five epochs per second. */
async function push(code: Code): Promise<void> {
  const { stdout } = await command(dataDir, ['station', 'secret', code])
  const peer = await Peer.open(port, `SOURCE ${stdout.trim()} /${code}\r\n\r\n`)
  await peer.until('ICY 200 OK\r\n\r\n')
  bases.set(code, { peer, timer: setTimeout(() => {}, 0) })
  peer.write(Buffer.concat(stationFrames(NUMBER[code])))
  beat(code, () => epochFrame(Date.now(), NUMBER[code]))
}

function beat(code: Code, make: () => Buffer): void {
  const base = bases.get(code)!
  clearInterval(base.timer)
  const timer = setInterval(() => base.peer.write(make()), BEAT_MS)
  bases.set(code, { ...base, timer })
}

function leave(code: Code): void {
  const { peer, timer } = bases.get(code)!
  clearInterval(timer)
  peer.leave()
}

async function rover() {
  const options = { method: 'POST', body: JSON.stringify({ segundos: 3600 }) }
  const { credential } = await service.json('/api/v1/credentials', token, options)
  const gga = `Ntrip-GGA: ${writeGga({ ...HERE, quality: 4 }, new Date())}\r\n`
  const peer = await Peer.open(port, rev1Request('RED', credential.usuario, credential.password, gga))
  await peer.until('ICY 200 OK\r\n\r\n')
  const frames: { type: number; number: number; at: number }[] = []
  const reader = new FrameReader((payload, type) =>
    frames.push({ type, number: referenceStationId(payload), at: performance.now() }),
  )
  reader.push(peer.received.subarray('ICY 200 OK\r\n\r\n'.length))
  peer.socket.on('data', (data) => reader.push(data))
  const of = (code: Code) => frames.filter(({ number }) => number === NUMBER[code])
  const hears = async (code: Code, times = 5, timeoutMs = 30_000) => {
    const before = of(code).length
    await vi.waitUntil(() => of(code).length >= before + times, { interval: 20, timeout: timeoutMs })
  }
  return { frames, of, hears, torn: () => reader.takeCounts().skippedBytes, close: () => peer.leave() }
}

/** Reference station id in the first frame that a new rover receives. */
async function firstBase(): Promise<number> {
  const { frames, close } = await rover()
  await vi.waitUntil(() => frames.length > 0, { timeout: 90_000 })
  close()
  return frames[0]!.number
}

const table = async () => {
  const peer = await Peer.open(port, 'GET / HTTP/1.0\r\nUser-Agent: NTRIP test\r\n\r\n')
  return [...(await peer.all()).matchAll(/\r\nSTR;([^;]*);/g)].map(([, mountpoint]) => mountpoint)
}

const shown = async (code: Code) =>
  (await service.json('/api/v1/stations', token)).stations.find(({ codigo }: { codigo: string }) => codigo === code)

const chosen = async () => (await service.json(`/api/v1/vrs?lat=${HERE.lat}&lng=${HERE.lng}`, token)).mountpoint

const openAlarms = async () => {
  const metrics = await (await fetch(service.metricsUrl)).text()
  return Number(/^vertice_station_alarms\{kind="no_observations"\} (\d+)$/m.exec(metrics)?.[1] ?? 0)
}

/** A base that reconnects keeps its rovers. Each rover received the station messages first. */
async function reconnect(): Promise<void> {
  const network = await rover()
  await network.hears('NEAR')
  expect(network.frames.slice(0, 4)).toMatchObject(
    [1006, 1033, 1230, 1074].map((type) => ({ type, number: NUMBER.NEAR })),
  )
  leave('NEAR')
  await sleep(1_000)
  expect(await table()).toContain('NEAR')
  await push('NEAR')
  await network.hears('NEAR', 20)
  expect(network.of('FAR')).toHaveLength(0)
  expect(network.torn()).toBe(0)
  network.close()
}

/** A base without observations is not selected for any rover until they resume. */
async function sendNoObservations(): Promise<void> {
  const network = await rover()
  await network.hears('NEAR')
  const stopped = performance.now()
  beat('NEAR', () => Buffer.concat(stationFrames(NUMBER.NEAR)))
  await network.hears('FAR', 1, GRACE_MS + 20_000)
  // /vrs does not return a base that the caster gives to no rover, although the station counts as online for a minute.
  // The caster reports to the database every few seconds.
  await expect.poll(chosen).toBe('FAR')
  await network.hears('FAR', 5)
  expect(network.of('FAR')[0]!.at - stopped).toBeGreaterThan(GRACE_MS - 1_000)
  await vi.waitUntil(async () => !(await table()).includes('NEAR'), { interval: 200, timeout: 90_000 })
  await vi.waitUntil(async () => (await openAlarms()) === 1, { interval: 500, timeout: 90_000 })
  await expect.poll(() => shown('NEAR')).toMatchObject({ status: 'offline', telemetria: true })
  expect(await chosen()).toBe('FAR')
  await expect
    .poll(() => logged.join(''))
    .toMatch(
      /station NEAR: no RTCM observations; received in the last minute: 1006 \(\d+\), 1033 \(\d+\), 1230 \(\d+\)/,
    )

  beat('NEAR', () => epochFrame(Date.now(), NUMBER.NEAR))
  await vi.waitUntil(async () => (await openAlarms()) === 0, { interval: 200, timeout: 90_000 })
  await expect.poll(table).toContain('NEAR')
  await expect.poll(() => shown('NEAR')).not.toMatchObject({ status: 'offline' })
  network.close()
}

/** A station marked as not RTCM is shown as not measured and is never selected. */
async function beMarked(): Promise<void> {
  await command(dataDir, ['station', 'add', '--code', 'NEAR', '--rtcm', 'no', '--update'])
  expect(await shown('NEAR')).toMatchObject({ status: 'online', telemetria: false })
  expect(await chosen()).toBe('FAR')
  // The caster learns of the change a moment later.
  await vi.waitUntil(async () => (await firstBase()) === NUMBER.FAR, { timeout: 90_000 })
  const network = await rover()
  await network.hears('FAR')
  expect(network.of('NEAR')).toHaveLength(0)
  expect(await table()).toContain('NEAR')
  expect((await command(dataDir, ['station', 'list'])).stdout).toMatch(/NEAR .*online \(declared, not RTCM\)/)
  network.close()
}

it('handles a base that reconnects, sends no observations for a while, and is marked as not RTCM', {
  timeout: 240_000,
}, async () => {
  await start()
  try {
    await reconnect()
    await sendNoObservations()
    await beMarked()
  } finally {
    await stop()
  }
})
