import { expect, it } from 'vitest'
import { openedNetworks, otherMountpoints } from '../../../src/domain/delivery/other-mountpoints.ts'
import { NOTHING_ALTERED } from '../../../src/domain/network/mountpoints/alteration.ts'
import type { MadeMountpoint } from '../../../src/domain/network/mountpoints/mountpoint.ts'
import {
  defaultNetworkMountpoint,
  type NetworkMountpoint,
} from '../../../src/domain/network/mountpoints/network-mountpoint.ts'
import type { Group } from '../../../src/domain/stations/group.ts'

const announced = { frame: 'itrf2014', epoch: 2026.5, datum: 'ITRF2014 época 2026.5' }
const network = { datum: 'ITRF2008 época 2010.0', frame: 'mexico-itrf2008', epoch: 2010 }
const own = defaultNetworkMountpoint({ mountpoint: 'RED' })
const further = (name: string, more: Partial<NetworkMountpoint>): NetworkMountpoint => ({ ...own, name, ...more })
const networks = [
  own,
  further('RED-14', { alteration: { ...NOTHING_ALTERED, announced } }),
  further('COMUNIDAD', { isOpen: true }),
  further('NORTE', { groupId: 5 }),
  further('SUR-4', { groupId: 6, alteration: { ...NOTHING_ALTERED, form: 'msm4' } }),
]
const groups = new Map([5, 6].map((id) => [id, { id, stationIds: new Set([1]) } as unknown as Group]))
const derived = (name: string, change: object): MadeMountpoint =>
  ({ name, stationId: 1, alteration: { ...NOTHING_ALTERED, ...change } }) as MadeMountpoint

it('opens protected network mountpoints to credentials of the network and of their group', () => {
  const namesFor = (stationId: number | null, groupId: number | null) =>
    openedNetworks({ stationId, groupId }, { network, networks, groups }).map(({ name }) => name)
  expect(namesFor(null, null)).toEqual(['RED', 'RED-14', 'NORTE', 'SUR-4'])
  expect(namesFor(null, 5)).toEqual(['RED', 'RED-14', 'NORTE'])
  expect(namesFor(null, 7)).toEqual([])
  expect(namesFor(1, null)).toEqual([])
})

it('names other network mountpoints, and derived ones in another frame', () => {
  const others = otherMountpoints(
    { mountpoint: 'RED', datum: network.datum },
    {
      ...{ network, networks: networks.filter(({ isOpen }) => !isOpen) },
      derived: [derived('CDMX-4', { form: 'msm4' }), derived('CDMX-14', { announced })],
    },
  )
  expect(others).toEqual({
    named: [
      { name: 'RED-14', form: 'as_is', datum: 'ITRF2014 época 2026.5' },
      { name: 'NORTE', form: 'as_is', datum: 'ITRF2008 época 2010.0' },
      { name: 'SUR-4', form: 'msm4', datum: 'ITRF2008 época 2010.0' },
      { name: 'CDMX-14', form: 'as_is', datum: 'ITRF2014 época 2026.5' },
    ],
    more: 0,
  })
})

it('names at most six, and counts the others', () => {
  const many = Array.from({ length: 9 }, (_, index) => derived(`CDMX-${index}`, { announced }))
  const { named, more } = otherMountpoints(
    { mountpoint: 'CDMX', datum: network.datum },
    { network, networks: [], derived: many },
  )
  expect([named.length, more]).toEqual([6, 3])
})
