import { describe, expect, it } from 'vitest'
import { mountAt, mountsOf, opens } from '../../../src/domain/sessions/access.ts'
import type { Station } from '../../../src/domain/stations/station.ts'

const station = (id: number, mountpoint: string) => ({ id, mountpoint }) as Station
const [north, south] = [station(1, 'NORTE_RTCM32'), station(2, 'SUR_RTCM32')]
const mounts = mountsOf({ mountpoint: 'RED' }, [north, south])
const groups = new Map([[5, { id: 5, name: 'Norte', stationIds: new Set([1]) }]])

const ofStation = { stationId: 1, groupId: null }
const ofGroup = { stationId: null, groupId: 5 }
const ofNetwork = { stationId: null, groupId: null }

describe('resolving a mountpoint name', () => {
  it.each([
    ['red', 'RED'],
    ['norte_rtcm32', 'NORTE_RTCM32'],
    ['NORTE_RTCM3', undefined],
    ['NORTE_RTCM32X', undefined],
    ['', undefined],
  ])('%s', (asked, name) => {
    expect(mountAt(mounts, asked)?.name).toBe(name)
  })

  it('prefers the network to a station of the same name', () => {
    const clash = mountsOf({ mountpoint: 'RED' }, [station(3, 'red')])
    expect(mountAt(clash, 'RED')?.kind).toBe('network')
  })
})

describe('access to a mountpoint', () => {
  it.each([
    ['a station, its own', ofStation, 'NORTE_RTCM32', true],
    ['a station, another one', ofStation, 'SUR_RTCM32', false],
    ['a station, the network', ofStation, 'RED', false],
    ['a group, one of its stations', ofGroup, 'NORTE_RTCM32', true],
    ['a group, another station', ofGroup, 'SUR_RTCM32', false],
    ['a group, the network, within it', ofGroup, 'RED', true],
    ['a group that is gone', { stationId: null, groupId: 6 }, 'NORTE_RTCM32', false],
    ['a group that is gone, the network', { stationId: null, groupId: 6 }, 'RED', false],
    ['the network, itself', ofNetwork, 'RED', true],
    ['the network, a station', ofNetwork, 'NORTE_RTCM32', false],
  ] as const)('%s', (_, access, name, expected) => {
    expect(opens(access, mountAt(mounts, name)!, groups)).toBe(expected)
  })
})
