import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { writeGga } from '@vertice/ntrip'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Rover } from '../../../src/caster/rovers/rover.ts'
import { secondsNow } from '../../../src/caster/rovers/stream-gaps.ts'
import { listSessionsOf } from '../../../src/store/sessions/rows.ts'
import { type Login, type Peer, TestCaster } from '../../support/caster.ts'
import { until } from '../../support/process.ts'
import { STATIONS } from '../../support/service.ts'
import { isLive } from '../helpers.ts'
import { observingBase } from '../observing-base.ts'

let caster: TestCaster

beforeAll(async () => {
  caster = await TestCaster.start({ settingsMs: 100 })
  await caster.service.saveStations(STATIONS.cdmx)
  await observingBase(caster, STATIONS.cdmx, 1)
  await isLive(caster, 'CDMX')
})
afterAll(() => caster.stop())

/** Sends GGAs with these fixes and waits until all have arrived. */
async function tell(peer: Peer, login: Login, ...fixes: { quality: number; age: number | null }[]): Promise<void> {
  const rover = caster.role.caster.sessions.all.find(({ credentialId }) => credentialId === login.id)!
  for (const [index, fix] of fixes.entries()) {
    peer.write(`${writeGga({ lat: 19.5, lng: -99.2, ...fix }, new Date())}\r\n`)
    await until(() => rover.position.count === index + 1)
  }
}

async function recordOf({ id }: Login) {
  const ended = async () => (await listSessionsOf(caster.service.db, id, 1))[0]
  await until(async () => (await ended())?.endedAt != null)
  return (await ended())!
}

describe('the record of a session', () => {
  it('has the age of corrections that the rover reports, and the distance to its base', async () => {
    const login = await caster.issue({ station_codigo: 'CDMX' })
    const peer = await caster.rover(login, 'CDMX_RTCM32')
    const ages = [1, 1.2, 0.8, 40, 2]
    await tell(peer, login, { quality: 1, age: 99 }, ...ages.map((age) => ({ quality: 4, age })))
    peer.leave()
    expect(await recordOf(login)).toMatchObject({
      ageSeconds: 2,
      medianAgeSeconds: 1.5,
      worstAgeSeconds: 40,
      distanceKm: 10.2,
      baseChanges: 0,
      gaps: 0,
      longestGapSeconds: 0,
      fixedPositions: 5,
    })
  })

  it('has neither if the rover reports nothing', async () => {
    const login = await caster.issue({ station_codigo: 'CDMX' })
    const peer = await caster.rover(login, 'CDMX_RTCM32')
    await until(() => peer.received.length > 0)
    peer.leave()
    expect(await recordOf(login)).toMatchObject({
      ageSeconds: null,
      medianAgeSeconds: null,
      worstAgeSeconds: null,
      distanceKm: null,
      baseChanges: 0,
      gaps: 0,
    })
  })
})

describe('a rover', () => {
  const made = () => {
    const socket = Object.assign(new EventEmitter(), { write: () => true, writableLength: 0 }) as unknown as Socket
    const start = {
      id: 'a',
      credentialId: 1,
      username: '',
      mountpoint: '',
      startedAt: new Date(),
      address: '',
      agent: '',
    }
    const events = {
      clock: () => new Date(),
      positioned() {},
      distanceKm: () => null,
      noted() {},
      stalled() {},
      resumed() {},
      ended() {},
    }
    return new Rover(socket, start, { expiresAt: new Date(), cuts: 0, geofence: null }, { chunked: false, events })
  }

  it('counts pauses without a byte from its start, and the longest of them', () => {
    const rover = made()
    const from = secondsNow()
    const check = (now: number) => rover.gaps.check(rover.bytes, rover.feed, now)
    const gaps = () => [rover.gaps.count, rover.gaps.longestSeconds]
    for (let second = 0; second <= 5; second++) check(from + second)
    expect(gaps()).toEqual([0, 0])
    for (let second = 6; second <= 9; second++) check(from + second)
    expect(gaps()).toEqual([1, 9])
    rover.send(Buffer.from('x'))
    check(from + 10)
    check(from + 15)
    expect(gaps()).toEqual([1, 9])
    check(from + 17)
    expect(gaps()).toEqual([2, 9])
    rover.send(Buffer.from('x'))
    for (let second = 18; second < 60; second++) {
      rover.send(Buffer.from('x'))
      check(from + second)
    }
    expect(gaps()).toEqual([2, 9])
  })

  it('counts switches to another stream, and not the same stream again', () => {
    const rover = made()
    for (const source of [7, 7, 8, 7, 'computed', 'computed', 7] as const) rover.gets(source)
    expect(rover.baseChanges).toBe(4)
  })
})
