// The caster is killed under 10,000 rovers and a fleet of 1,000 on one credential, all behind one address: they are all back soon.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { Sky } from '../../src/simulator/sky/sky.ts'
import { SimulatedStation } from '../../src/simulator/station.ts'
import { DevicesProcess, type Fare } from '../support/devices.ts'
import { makeDataDir, makeToken, RunningService, until, vertice } from '../support/process.ts'

const ROVERS = 10_000
const FLEET = 1_000
const BATCH = 1_000
const PROCESSES = 2
/** The promise is thirty seconds; but here the devices work on the same cores, and other tests too. */
const BACK_WITHIN_MS = 180_000
const STATION = { codigo: 'CDMX', nombre: 'Ciudad de México', lat: 19.4326, lng: -99.1332, mountpoint: 'CDMX_RTCM32' }

it(`${ROVERS} rovers and a fleet of ${FLEET} are all back after the caster was killed`, async () => {
  const dataDir = makeDataDir()
  const service = await RunningService.start(dataDir)
  const file = join(dataDir, 'stations.json')
  writeFileSync(file, JSON.stringify([STATION]))
  await vertice(dataDir, ['station', 'import', file])
  const port = Number(/caster +ntrip:\/\/[\d.]+:(\d+)/.exec(service.output.join('\n'))![1])
  const base = await startBase(dataDir, port)
  onTestFinished(() => base.stop())

  const logins = [...(await issue(service, await makeToken(dataDir))), ...Array(FLEET).fill(await issueFleet(dataDir))]
  const crowd = Array.from(
    { length: PROCESSES },
    (_, place) =>
      new DevicesProcess({
        port,
        mountpoint: STATION.mountpoint,
        logins: logins.filter((_, index) => index % PROCESSES === place),
        retryMs: 2_000,
        patienceMs: 15_000,
      }),
  )
  onTestFinished(() => Promise.all(crowd.map((one) => one.stop())).then(() => {}))
  const fares = () => Promise.all(crowd.map((one) => one.fare()))
  const total = async (name: 'in' | 'lost' | 'silent') =>
    (await fares()).reduce((sum: number, fare: Fare) => sum + fare[name], 0)
  const all = ROVERS + FLEET
  await until(async () => (await total('in')) === all, BACK_WITHIN_MS)

  const killedAt = performance.now()
  process.kill(casterOf(service), 'SIGKILL')
  await until(async () => (await total('lost')) === all, BACK_WITHIN_MS)
  await until(async () => (await total('in')) === all, BACK_WITHIN_MS)
  const seconds = ((performance.now() - killedAt) / 1000).toFixed(1)
  console.log(`${all} were back ${seconds} s after the caster was killed: ${JSON.stringify(await fares())}`)
  expect(await total('silent')).toBe(0)
  // A second later they are still there, and have been.
  const lost = await total('lost')
  const { epochs } = base
  await until(() => base.epochs.sent > epochs.sent + 1)
  expect({ in: await total('in'), lost: await total('lost') }).toEqual({ in: all, lost })
  const metrics = await (await fetch(service.metricsUrl)).text()
  expect(metrics).toContain(`\nvertice_caster_rovers ${all}\n`)
  await service.stop()
}, 600_000)

const casterOf = (service: RunningService): number =>
  Number(execFileSync('pgrep', ['-P', String(service.child.pid!), '-f', 'caster-process'], { encoding: 'utf8' }).trim())

async function startBase(dataDir: string, port: number): Promise<SimulatedStation> {
  const { stdout } = await vertice(dataDir, ['station', 'secret', STATION.codigo])
  const { codigo: code, mountpoint, lat, lng } = STATION
  const base = new SimulatedStation({
    sky: new Sky(),
    station: { code, stationId: 1, position: { lat, lng, height: 2240 } },
    host: '127.0.0.1',
    port,
    mountpoint,
    revision: 1,
    credentials: { username: '', password: stdout.trim() },
    retry: { firstMs: 1_000, longestMs: 2_000 },
  })
  base.start()
  await until(() => base.epochs.sent > 1)
  return base
}

async function issue(service: RunningService, token: string): Promise<string[]> {
  const logins: string[] = []
  const credentials = Array(BATCH).fill({ segundos: 86_400, station_codigo: STATION.codigo })
  while (logins.length < ROVERS) {
    const body = JSON.stringify({ credentials })
    const answer = await service.json('/api/v1/credentials/batch', token, { method: 'POST', body })
    for (const { usuario, password } of answer.credentials) logins.push(`${usuario}:${password}`)
  }
  return logins
}

async function issueFleet(dataDir: string): Promise<string> {
  const options = ['--owner', 'Fleet', '--segundos', '86400', '--station', STATION.codigo, '--sessions', String(FLEET)]
  const { stdout } = await vertice(dataDir, ['credential', 'issue', ...options])
  const [, user, password] = /^user +(\S+)\npassword +(\S+)$/m.exec(stdout)!
  return `${user}:${password}`
}
