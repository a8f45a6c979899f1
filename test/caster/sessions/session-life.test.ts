import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestCaster } from '../../support/caster.ts'
import { STATIONS } from '../../support/service.ts'
import { flowingBase, isLive } from '../helpers.ts'

const { cdmx } = STATIONS
let caster: TestCaster

beforeAll(async () => {
  caster = await TestCaster.start()
  await caster.service.saveStations(cdmx)
})
afterAll(() => caster.stop())

describe('a session', () => {
  it('opens in the second of the issue, receives the bytes unchanged, and ends on revocation', async () => {
    const base = await caster.base('CDMX', cdmx.mountpoint)
    base.write('first')
    await isLive(caster, 'CDMX')
    const login = await caster.issue({ station_codigo: 'CDMX' })
    const rover = await caster.rover(login, cdmx.mountpoint)
    const bytes = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 256))
    base.write(bytes)
    await expect.poll(() => rover.received.length).toBe(1000)
    expect(rover.received.equals(bytes)).toBe(true)

    const { status } = await caster.client.delete(`/credentials/${login.id}`)
    expect(status).toBe(200)
    await rover.all() // within a second: cut-off-times.long.test.ts
    base.close()
  })

  it('replaces an older session of the same credential', async () => {
    const base = await flowingBase(caster, cdmx)
    const login = await caster.issue({ station_codigo: 'CDMX' })
    const first = await caster.rover(login, cdmx.mountpoint)
    const second = await caster.rover(login, cdmx.mountpoint)
    await first.closed
    await expect.poll(() => second.received.length).toBeGreaterThan(2)
    second.close()
    base.stop()
  })
})
