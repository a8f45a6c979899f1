// A base is live while it sends observations. Other data is only sent to rovers that requested that base.
import { randomBytes } from 'node:crypto'
import { writeGga } from '@vertice/ntrip'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { epochFrame, stationFrames } from '../../../packages/rtcm/test/support/epochs.ts'
import { ubx } from '../../../packages/rtcm/test/support/ubx.ts'
import { TestCaster } from '../../support/caster.ts'
import { changeStation } from '../../support/rows.ts'
import { EpochBase, EpochRover, isInTable, placeIn, stablePair, stationsOf, tableOf } from '../bases.ts'
import { ask, askRev1, hearsMore, statusOf } from '../helpers.ts'

vi.setConfig({ maxConcurrency: 20 })

const STABLE_MS = 500
const TABLE = 'GET / HTTP/1.0\r\nUser-Agent: NTRIP test\r\n\r\n'
let caster: TestCaster

beforeAll(async () => {
  caster = await TestCaster.start({ graceMs: 0, stableMs: STABLE_MS, settingsMs: 300 })
  await caster.service.saveStations(...Array.from({ length: 8 }, (_, region) => stationsOf(region)).flat())
})
afterAll(() => caster.stop())

const bases = (region: number) => stablePair(caster, region, STABLE_MS)

describe.concurrent('a base that sends no observations any more, but', () => {
  it.each([
    { region: 0, what: 'where it is, what it is and its biases', make: () => Buffer.concat(stationFrames()) },
    { region: 1, what: 'UBX', make: () => ubx(2, 0x15, randomBytes(400)) },
    { region: 2, what: 'NMEA', make: () => Buffer.from(`${writeGga(placeIn(2, 0), new Date())}\r\n`) },
    { region: 3, what: 'noise', make: () => randomBytes(500) },
  ])(
    '$what: loses its network rovers and its sourcetable entry, and keeps its own rovers',
    async ({ region, make }) => {
      const [a, b] = await bases(region)
      const network = await EpochRover.network(caster, placeIn(region, 5))
      const own = await EpochRover.ofStation(caster, a.code)
      await network.hears(a)
      await isInTable(caster, a.code)
      a.beat(make)
      await network.hears(b)
      expect(network.followed).toEqual([a.number, b.number])
      const newest = async () => (await network.notes()).at(-1)
      await vi.waitFor(async () => expect(await newest()).toContain(`base ${a.code} (silent) → ${b.code}`), 20_000)
      await isInTable(caster, a.code, false)
      expect(await tableOf(caster)).toContain(`${b.code}_RTCM`)
      await hearsMore(own.peer)
      const another = await EpochRover.ofStation(caster, a.code)
      await hearsMore(another.peer)
      expect(own.peer.closedAt).toBeNull()
    },
  )
})

describe.concurrent('a base without observations and no other base in range', () => {
  it('sends its network rovers nothing else instead', async () => {
    const [a, b] = await bases(7)
    b.leave()
    const network = await EpochRover.network(caster, placeIn(7, 5))
    const own = await EpochRover.ofStation(caster, a.code)
    await network.hears(a)
    a.beat(() => ubx(2, 0x15, randomBytes(400)))
    await vi.waitFor(async () => expect((await network.notes()).at(-1)).toContain('base down'), { timeout: 90_000 })
    const before = network.peer.received.length
    for (let time = 0; time < 5; time++) await hearsMore(own.peer)
    expect(network.peer.received.length).toBe(before)
    a.beat(() => epochFrame(Date.now(), a.number))
    await network.hears(a)
  })
})

describe.concurrent('a station that is marked as not RTCM', () => {
  it('is forwarded byte for byte, only to its own credentials, and is offline when its bytes stop', async () => {
    const region = 4
    await changeStation(caster.service, 'A4', { is_rtcm: false, format: 'UBX' })
    const source = await caster.base('A4', 'A4_RTCM')
    const said = Array.from({ length: 20 }, () => randomBytes(300))
    source.write(said[0]!)
    const login = await caster.issue({ station_codigo: 'A4' })
    await isInTable(caster, 'A4')
    const own = await caster.rover(login, 'A4_RTCM')
    for (const bytes of said) source.write(bytes)
    const all = Buffer.concat(said)
    await vi.waitUntil(() => own.received.length >= all.length, { interval: 5, timeout: 90_000 })
    expect(own.received.equals(all)).toBe(true)
    expect(await ask(caster.port, TABLE)).toContain('STR;A4_RTCM;A of region 4;UBX;')

    // Neither the network nor the API uses it as a base.
    const b = await new EpochBase(caster, 'B4').start()
    caster.stopWithIt({ stop: () => b.leave() })
    const network = await EpochRover.network(caster, placeIn(region, 1))
    await network.hears(b)
    const { lat, lng } = placeIn(region, 1)
    const { body } = await caster.client.get(`/vrs?lat=${lat}&lng=${lng}`)
    expect(body).toMatchObject({ modo: 'base', mountpoint: 'B4_RTCM' })
    const { body: listed } = await caster.client.get('/stations')
    const shown = listed.stations.find(({ codigo }: { codigo: string }) => codigo === 'A4')
    expect(shown).toMatchObject({ status: 'online', telemetria: false, salud_pct: 99.9 })
    expect(shown).not.toHaveProperty('rtcm')

    source.leave()
    await isInTable(caster, 'A4', false)
    expect(statusOf(await askRev1(caster.port, 'A4_RTCM', login))).toBe(503)
  })

  it('loses its network rovers to another base, and gets them back when the mark is removed', async () => {
    const [a, b] = await bases(5)
    const network = await EpochRover.network(caster, placeIn(5, 5))
    await network.hears(a)
    await changeStation(caster.service, 'A5', { is_rtcm: false })
    await network.hears(b)
    await changeStation(caster.service, 'A5', { is_rtcm: true })
    await network.hears(a)
    expect(network.followed).toEqual([a.number, b.number, a.number])
    expect(network.torn).toBe(0)
  })

  it('sends nothing to the network mountpoint, even if it is the only base in range', async () => {
    const [a, b] = await bases(6)
    b.leave()
    const network = await EpochRover.network(caster, placeIn(6, 5))
    await network.hears(a)
    await changeStation(caster.service, 'A6', { is_rtcm: false })
    await vi.waitFor(async () => expect((await network.notes()).at(-1)).toContain('base down'), { timeout: 90_000 })
    const own = await EpochRover.ofStation(caster, 'A6')
    const before = network.frames.length
    await own.hears(a, 10)
    expect(network.frames.length).toBe(before)
  })
})
