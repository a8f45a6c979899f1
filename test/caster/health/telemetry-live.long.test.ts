import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Sky } from '../../../src/demo/simulator/sky/sky.ts'
import { SimulatedStation } from '../../../src/demo/simulator/station.ts'
import { TestCaster } from '../../support/caster.ts'
import { measuresTime, onThisMachine } from '../../support/loop-watch.ts'
import { STATIONS } from '../../support/service.ts'

const { cdmx } = STATIONS
let caster: TestCaster
let station: SimulatedStation

beforeAll(async () => {
  caster = await TestCaster.start()
  await caster.service.saveStations(cdmx)
  station = new SimulatedStation({
    sky: new Sky(),
    station: { code: 'CDMX', stationId: 1, position: { ...cdmx, height: 2240 } },
    host: '127.0.0.1',
    port: caster.port,
    mountpoint: cdmx.mountpoint,
    revision: 1,
    credentials: { username: 'CDMX', password: await caster.secretOf('CDMX') },
    intervalMs: 100, // 25 epochs per slice: losing none or all of them by chance is practically impossible
  })
})
afterAll(async () => {
  station.stop()
  await caster.stop()
})

// biome-ignore lint/suspicious/noExplicitAny: tests look into JSON
type Shown = any

/** Milliseconds until the station list shows it. */
async function timeUntil(holds: (station: Shown) => boolean): Promise<number> {
  const from = performance.now()
  for (;;) {
    const [shown] = (await caster.client.get('/stations')).body.stations
    const waited = performance.now() - from
    if (holds(shown)) return waited
    if (waited > 8_000) throw new Error(`still ${JSON.stringify(shown)}`)
    await sleep(50)
  }
}

it('shows a new stream, lost epochs and declared maintenance within five seconds', measuresTime(), async () => {
  station.start()
  expect(await timeUntil(({ telemetria, status }) => telemetria && status === 'online')).toBeLessThan(
    onThisMachine(5_000),
  )
  // The first epoch is shown at once. The rate is known after three epochs, and losses only then.
  await expect.poll(() => station.epochs.sent, { interval: 20 }).toBeGreaterThan(10)
  station.loseEpochs(0.6)
  expect(await timeUntil(({ status }) => status === 'degraded')).toBeLessThan(onThisMachine(5_000))
  const declaring = performance.now()
  await caster.service.saveStations({ code: 'CDMX', declaredStatus: 'maintenance' })
  await timeUntil(({ status }) => status === 'maintenance')
  expect(performance.now() - declaring).toBeLessThan(onThisMachine(1_000))
})
