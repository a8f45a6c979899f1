import { writeGga } from '@vertice/ntrip'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  INPUT_BURST_BYTES,
  INPUT_BYTES_PER_SECOND,
  RoverInput,
  TOO_MUCH,
} from '../../../src/caster/rovers/rover-input.ts'
import { listSessionsOf } from '../../../src/store/sessions/rows.ts'
import { TestCaster } from '../../support/caster.ts'
import { STATIONS } from '../../support/service.ts'
import { flowingBase } from '../helpers.ts'

const gga = (lat: number) => writeGga({ lat, lng: -99.1 }, new Date(0))
const line = (lat: number) => Buffer.from(`${gga(lat)}\r\n`)

describe('the input of a rover', () => {
  it('is read for its newest position, ten times at once and then once per second', () => {
    const input = new RoverInput(0)
    const read = (lat: number, nowMs: number) => input.take(line(lat), nowMs)
    const atOnce = Array.from({ length: 10 }, (_, index) => index + 1)
    expect([...atOnce, 11, 12].map((lat) => read(lat, 0))).toEqual([...atOnce.map(gga), null, null])
    expect(read(13, 999)).toBeNull()
    expect(read(14, 1_000)).toBe(gga(14))
    expect(read(15, 1_100)).toBeNull()
    expect(input.take(Buffer.concat([line(16), line(17)]), 2_500)).toBe(gga(17))
  })

  it('is limited to 8 kB per second after a burst, with or without line ends', () => {
    const input = new RoverInput(0)
    expect(input.take(Buffer.alloc(INPUT_BURST_BYTES, 'x'), 0)).toBeNull()
    for (let second = 1; second <= 60; second += 1)
      expect(input.take(Buffer.alloc(INPUT_BYTES_PER_SECOND, 'x'), second * 1_000)).toBeNull()
    expect(input.take(Buffer.from('x'), 60_000)).toBe(TOO_MUCH)
  })

  it('may reach the burst again after a pause, and never more', () => {
    const input = new RoverInput(0)
    input.take(Buffer.alloc(INPUT_BURST_BYTES), 0)
    expect(input.take(Buffer.alloc(INPUT_BURST_BYTES), 3_600_000)).toBeNull()
    expect(input.take(Buffer.alloc(INPUT_BURST_BYTES + 1), 7_200_000)).toBe(TOO_MUCH)
  })
})

describe('a rover that sends too much', () => {
  let caster: TestCaster
  beforeAll(async () => {
    caster = await TestCaster.start()
    await caster.service.saveStations(STATIONS.cdmx)
  })
  afterAll(() => caster.stop())

  it('is disconnected, its session record says why, and other rovers keep their stream', async () => {
    const base = await flowingBase(caster, STATIONS.cdmx)
    const [floods, works] = await Promise.all([
      caster.issue({ station_codigo: 'CDMX' }),
      caster.issue({ station_codigo: 'CDMX' }),
    ])
    const working = await caster.rover(works, STATIONS.cdmx.mountpoint)
    const flooding = await caster.rover(floods, STATIONS.cdmx.mountpoint)
    flooding.write(Buffer.alloc(INPUT_BURST_BYTES + 50_000, line(19.4)))
    const reason = async () => (await listSessionsOf(caster.service.db, floods.id, 1))[0]?.endReason
    await expect.poll(reason, { timeout: 90_000 }).toBe('sent_too_much')
    expect(caster.role.caster.sessions.countOf(works.id)).toBe(1)
    working.close()
    flooding.close()
    base.stop()
  })
})
