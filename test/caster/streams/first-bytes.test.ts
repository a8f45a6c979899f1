// The first bytes that a rover receives are the base's station messages, from the start of a frame.
import { setTimeout as sleep } from 'node:timers/promises'
import { ChunkedDecoder } from '@vertice/ntrip'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { epochFrame, framesIn, stationFrames } from '../../../packages/rtcm/test/support/epochs.ts'
import type { CasterRole } from '../../../src/start/roles/caster.ts'
import { Peer, rev1Request, TestCaster } from '../../support/caster.ts'
import { declareStatus } from '../../support/rows.ts'
import { EpochBase, EpochRover, placeIn, stationsOf } from '../bases.ts'
import { isLive, rev2Request } from '../helpers.ts'

vi.setConfig({ maxConcurrency: 20 })

const STABLE_MS = 500
const TOLD = [1006, 1033, 1230]
let caster: TestCaster
let chunkedNode: CasterRole

beforeAll(async () => {
  const patience = { graceMs: 2_000, stableMs: STABLE_MS, settingsMs: 300 }
  caster = await TestCaster.start(patience)
  chunkedNode = await caster.addNode(patience, { chunked: true })
  await caster.service.saveStations(...Array.from({ length: 8 }, (_, region) => stationsOf(region)).flat())
})
afterAll(() => caster.stop())

/** A base that sent its station messages once, and sends epochs. */
async function base(code: string): Promise<EpochBase> {
  const started = new EpochBase(caster, code)
  caster.stopWithIt({ stop: () => started.leave() })
  await started.start(stationFrames(started.number))
  await isLive(caster, code)
  return started
}

describe.concurrent('a rover', () => {
  it('receives the station messages that its base sent before first, with NTRIP 1', async () => {
    const a = await base('A0')
    const rover = await EpochRover.ofStation(caster, 'A0')
    await rover.hears(a, 5)
    expect(rover.frames.slice(0, 4).map(({ type }) => type)).toEqual([...TOLD, 1074])
    expect(rover.frames.slice(4).every(({ type }) => type === 1074)).toBe(true)
    expect(rover.torn).toBe(0)
  })

  it('receives them first with NTRIP 2 too, also in chunks', async () => {
    const login = await caster.issue({ station_codigo: 'A1' })
    const port = chunkedNode.caster.address.port
    const source = await caster.base('A1', 'A1_RTCM', port)
    caster.stopWithIt({ stop: () => source.close() })
    source.write(Buffer.concat([...stationFrames(), epochFrame()]))
    await isLive(caster, 'A1', chunkedNode)
    const peer = await Peer.open(port, rev2Request('A1_RTCM', login))
    await peer.until('\r\n\r\n')
    source.write(epochFrame())
    const decoded = () => {
      const body = peer.received.subarray(peer.text.indexOf('\r\n\r\n') + 4)
      return framesIn(Buffer.concat(new ChunkedDecoder().push(body)))
    }
    expect(peer.text).toContain('Transfer-Encoding: chunked')
    await vi.waitUntil(() => decoded().types.length === 4, { interval: 5, timeout: 90_000 })
    expect(decoded()).toEqual({ types: [...TOLD, 1074], skippedBytes: 0, unfinishedBytes: 0 })
  })

  it('receives a whole frame if it connects in the middle of one', async () => {
    const login = await caster.issue({ station_codigo: 'A2' })
    const source = await caster.base('A2', 'A2_RTCM')
    caster.stopWithIt({ stop: () => source.close() })
    const [first, second, third] = [epochFrame(), epochFrame(Date.now() + 1000), epochFrame(Date.now() + 2000)]
    source.write(Buffer.concat([...stationFrames(), first, second.subarray(0, 30)]))
    await isLive(caster, 'A2')
    const peer = await Peer.open(caster.port, rev1Request('A2_RTCM', login.username, login.password))
    await peer.until('ICY 200 OK\r\n\r\n')
    source.write(Buffer.concat([second.subarray(30), third.subarray(0, 2)]))
    await sleep(50)
    source.write(third.subarray(2))
    const got = () => framesIn(peer.received.subarray('ICY 200 OK\r\n\r\n'.length))
    await vi.waitUntil(() => got().types.length === 5, { interval: 5, timeout: 90_000 })
    expect(got()).toEqual({ types: [...TOLD, 1074, 1074], skippedBytes: 0, unfinishedBytes: 0 })
  })

  it('receives the station messages of the other base first when it is moved, and no partial frame', async () => {
    const [a, b] = await Promise.all([base('A3'), base('B3')])
    await sleep(STABLE_MS + 300)
    const rover = await EpochRover.network(caster, placeIn(3, 5))
    await rover.hears(a)
    const half = epochFrame(Date.now() + 100, a.number).subarray(0, 40)
    a.fallSilent()
    a.send(half)
    await declareStatus(caster.service, 'A3', 'maintenance')
    await rover.hears(b, 5)
    const from = rover.frames.findIndex(({ number }) => number === b.number)
    expect(rover.frames.slice(from, from + 4).map(({ type }) => type)).toEqual([...TOLD, 1074])
    expect(rover.followed).toEqual([a.number, b.number])
    expect(rover.torn).toBe(0)
  })

  it('receives nothing of the previous source once another one has taken over', async () => {
    const a = await base('A4')
    a.send(epochFrame(Date.now() + 50, a.number).subarray(0, 40))
    a.leave()
    const waiting = await EpochRover.ofStation(caster, 'A4')
    await a.start()
    const rover = await EpochRover.ofStation(caster, 'A4')
    await rover.hears(a, 5)
    expect(rover.frames.every(({ type }) => type === 1074)).toBe(true)
    await waiting.hears(a)
    expect(waiting.frames.slice(0, 4).map(({ type }) => type)).toEqual([...TOLD, 1074])
    expect([rover.torn, waiting.torn]).toEqual([0, 0])
    a.send(Buffer.concat(stationFrames(a.number)))
    await rover.hears(a)
    const later = await EpochRover.ofStation(caster, 'A4')
    await later.hears(a)
    expect(later.frames.slice(0, 3).map(({ type }) => type)).toEqual(TOLD)
  })
})
