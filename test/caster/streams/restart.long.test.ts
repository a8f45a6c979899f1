// After a restart of the caster, rovers often reconnect before their base. They wait for it if it was online before.
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { epochFrame } from '../../../packages/rtcm/test/support/epochs.ts'
import { TestCaster } from '../../support/caster.ts'
import { stationIdOf } from '../../support/rows.ts'
import { EpochBase, stationsOf } from '../bases.ts'
import { askRev1, hearsMore, statusOf } from '../helpers.ts'

const PATIENCE = { graceMs: 20_000, settingsMs: 300 }

let caster: TestCaster
beforeAll(async () => {
  caster = await TestCaster.start(PATIENCE)
})
afterAll(() => caster.stop())

it('lets rovers wait for a base that was online before, and rejects rovers of one that was offline', async () => {
  const [online, offline] = stationsOf(0)
  await caster.service.saveStations(online!, offline!)
  const logins = {
    online: await caster.issue({ station_codigo: online!.code }),
    offline: await caster.issue({ station_codigo: offline!.code }),
  }
  const base = await new EpochBase(caster, online!.code).start()
  const stationId = await stationIdOf(caster.service, online!.code)
  await vi.waitUntil(
    async () =>
      (await caster.service.db.pool.query('select from station_health where station_id = $1', [stationId])).rowCount,
    { interval: 50, timeout: 90_000 },
  )
  base.leave()
  await caster.role.stop()

  const { port } = (await caster.addNode(PATIENCE)).caster.address
  const rover = await caster.rover(logins.online, online!.mountpoint, port)
  expect(statusOf(await askRev1(port, offline!.mountpoint, logins.offline))).toBe(503)
  const back = await caster.base(online!.code, online!.mountpoint, port)
  const sending = setInterval(() => back.write(epochFrame()), 100)
  caster.stopWithIt({ stop: () => clearInterval(sending) })
  await hearsMore(rover)
  rover.close()
})
