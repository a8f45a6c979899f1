// The caster is killed while many rovers, and a fleet on one credential, are connected from one address. All must
// reconnect soon.
import { expect, it, onTestFailed, onTestFinished } from 'vitest'
import { casterPortOf, castersOf, importStation, issueLogins, STATION, startBase } from '../support/casters.ts'
import { command } from '../support/command.ts'
import { DevicesProcess, type Fare } from '../support/devices.ts'
import { makeMigratedDataDir, RunningService, until } from '../support/process.ts'
import { sized } from '../support/size.ts'

const ROVERS = sized({ ci: 1_000, nightly: 10_000 })
const FLEET = sized({ ci: 100, nightly: 1_000 })
const PROCESSES = 2
/** The promise is 30 s, but here the rovers and other tests share the same cores. */
const BACK_WITHIN_MS = 180_000

it(`reconnects ${ROVERS} rovers and a fleet of ${FLEET} after the caster is killed`, async () => {
  const dataDir = makeMigratedDataDir()
  const service = await RunningService.start(dataDir)
  onTestFailed(() => console.log(service.log.slice(-50).join('')))
  await importStation(dataDir)
  const port = casterPortOf(service.output)
  const base = await startBase(dataDir, port)
  onTestFinished(() => base.stop())

  const logins = [...(await issueLogins(service, dataDir, ROVERS)), ...Array(FLEET).fill(await issueFleet(dataDir))]
  const crowd = Array.from(
    { length: PROCESSES },
    (_, place) =>
      new DevicesProcess({
        port,
        mountpoint: STATION.mountpoint,
        logins: logins.filter((_, index) => index % PROCESSES === place),
        retryMs: 2_000,
        timeoutMs: 15_000,
      }),
  )
  onTestFinished(() => Promise.all(crowd.map((one) => one.stop())).then(() => {}))
  const fares = () => Promise.all(crowd.map((one) => one.fare()))
  const total = async (name: 'in' | 'lost' | 'silent') =>
    (await fares()).reduce((sum: number, fare: Fare) => sum + fare[name], 0)
  const all = ROVERS + FLEET
  await until(async () => (await total('in')) === all, BACK_WITHIN_MS)

  const killedAt = performance.now()
  process.kill(castersOf(service.child.pid!)[0]!, 'SIGKILL')
  await until(async () => (await total('lost')) === all, BACK_WITHIN_MS)
  await until(async () => (await total('in')) === all, BACK_WITHIN_MS)
  const seconds = ((performance.now() - killedAt) / 1000).toFixed(1)
  console.log(`${all} were back ${seconds} s after the caster was killed: ${JSON.stringify(await fares())}`)
  expect(await total('silent')).toBe(0)
  // After another epoch they are still connected.
  const lost = await total('lost')
  const { epochs } = base
  await until(() => base.epochs.sent > epochs.sent + 1)
  expect({ in: await total('in'), lost: await total('lost') }).toEqual({ in: all, lost })
  const metrics = await (await fetch(service.metricsUrl)).text()
  expect(metrics).toContain(`\nvertice_caster_rovers ${all}\n`)
  await service.stop()
}, 600_000)

async function issueFleet(dataDir: string): Promise<string> {
  const options = ['--owner', 'Fleet', '--seconds', '86400', '--station', STATION.codigo, '--sessions', String(FLEET)]
  const { stdout } = await command(dataDir, ['credential', 'issue', ...options])
  const [, user, password] = /^user +(\S+)\npassword +(\S+)$/m.exec(stdout)!
  return `${user}:${password}`
}
