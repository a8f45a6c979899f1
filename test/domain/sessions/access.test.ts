import { describe, expect, it } from 'vitest'
import {
  defaultNetworkMountpoint,
  type NetworkMountpoint,
} from '../../../src/domain/network/mountpoints/network-mountpoint.ts'
import { isNetworkName, isOpen, mountAt, mountsOf, opens, servingGroup } from '../../../src/domain/sessions/access.ts'
import type { Station } from '../../../src/domain/stations/station.ts'

const station = (id: number, mountpoint: string) => ({ id, mountpoint }) as Station
const [north, south] = [station(1, 'NORTE_RTCM32'), station(2, 'SUR_RTCM32')]
const served = (id: number, name: string, groupId: number | null, isOpen = false): NetworkMountpoint => ({
  ...defaultNetworkMountpoint({ mountpoint: name }),
  ...{ id, groupId, isOpen },
})
const networks = [served(0, 'RED', null), served(1, 'NORTE', 5), served(2, 'SUR', 6), served(3, 'LIBRE', 5, true)]
const mounts = mountsOf({ mountpoint: 'RED' }, [north, south], [], networks)
const groups = new Map([5, 6].map((id) => [id, { id, name: `G${id}`, stationIds: new Set([id - 4]) }]))

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
    ['a group that is gone', { stationId: null, groupId: 7 }, 'NORTE_RTCM32', false],
    ['a group that is gone, the network', { stationId: null, groupId: 7 }, 'RED', false],
    ['a group, the network mountpoint of that group', ofGroup, 'NORTE', true],
    ['a group, the network mountpoint of another group', ofGroup, 'SUR', false],
    ['the network, the network mountpoint of a group', ofNetwork, 'SUR', true],
    ['a station, the network mountpoint of its group', ofStation, 'NORTE', false],
    ['the network, itself', ofNetwork, 'RED', true],
    ['the network, a station', ofNetwork, 'NORTE_RTCM32', false],
  ] as const)('%s', (_, access, name, expected) => {
    expect(opens(access, mountAt(mounts, name)!, groups)).toBe(expected)
  })
})

describe('a network mountpoint', () => {
  it('serves the stations of its group, or else those of the credential', () => {
    expect([served(1, 'A', 5), served(2, 'B', null)].map((one) => servingGroup(one, null))).toEqual([5, null])
    expect([served(1, 'A', 5), served(2, 'B', null)].map((one) => servingGroup(one, 5))).toEqual([5, 5])
  })

  it('is known by its name, and requires a credential unless it is open', () => {
    expect(['red', 'sur', 'norte_rtcm32', 'none'].map((name) => isNetworkName(mounts, name))).toEqual([
      ...[true, true, false, false],
    ])
    expect(['RED', 'NORTE', 'LIBRE'].map((name) => isOpen(mountAt(mounts, name)!))).toEqual([false, false, true])
  })
})
