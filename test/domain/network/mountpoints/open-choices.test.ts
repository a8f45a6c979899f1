import { expect, it } from 'vitest'
import { type Alteration, NOTHING_ALTERED } from '../../../../src/domain/network/mountpoints/alteration.ts'
import {
  defaultNetworkMountpoint,
  type NetworkMountpoint,
} from '../../../../src/domain/network/mountpoints/network-mountpoint.ts'
import { openChoices } from '../../../../src/domain/network/mountpoints/open-choices.ts'
import type { Network } from '../../../../src/domain/network/network.ts'
import type { CandidateStation } from '../../../../src/domain/network/sites.ts'
import { mountsOf } from '../../../../src/domain/sessions/access.ts'
import type { Group } from '../../../../src/domain/stations/group.ts'
import type { Station } from '../../../../src/domain/stations/station.ts'

const network = { mountpoint: 'RED', datum: 'D' } as Network
const station = (id: number, more: Partial<Station> = {}) =>
  ({ id, mountpoint: `S${id}`, datum: 'D', isRtcm: true, archived: false, ...more }) as Station
const stations = [station(1, { isOpen: true }), station(2, { isOpen: true }), station(3)]
const own = defaultNetworkMountpoint(network)
const further = (name: string, more: Partial<NetworkMountpoint> = {}) => ({ ...own, name, isOpen: true, ...more })
const announced = { frame: 'itrf2014', epoch: 2026.5, datum: 'ITRF2014 época 2026.5' }
const altered = (change: Partial<Alteration>) => ({ ...NOTHING_ALTERED, ...change })
const made = (name: string, stationId: number, isOpen: boolean, change: Partial<Alteration>) => ({
  ...{ id: stationId, name, stationId, label: null, isOpen, createdAt: new Date(0) },
  alteration: altered(change),
})
const book = {
  network,
  groups: new Map([[5, { id: 5, stationIds: new Set([3]) } as unknown as Group]]),
  mounts: mountsOf(
    network,
    stations,
    [made('S1-14', 1, true, { announced }), made('S1-4', 1, false, { form: 'msm4' })],
    [
      own,
      further('FREE', { alteration: altered({ announced }) }),
      further('OF3', { groupId: 5 }),
      further('ENGINE', { groupId: 5, engineAnswers: true }),
    ],
  ),
}
const near = (...ids: number[]) =>
  ids.map((id) => ({ station: stations[id - 1]!, status: 'online', distanceKm: id }) as CandidateStation)
const namesAt = (reaching: CandidateStation[], chosen: string | null = null) =>
  openChoices(book, reaching, chosen).map(({ mountpoint }) => mountpoint)

it('names open network mountpoints that serve the place, and open mountpoints of the nearest station', () => {
  expect(namesAt(near(1, 2))).toEqual(['ENGINE', 'FREE', 'S1', 'S1-14'])
  expect(namesAt(near(2, 3), 'S2')).toEqual(['ENGINE', 'FREE', 'OF3'])
  expect(namesAt([])).toEqual([])
})

it('names the frame that each one announces', () => {
  const datums = openChoices(book, near(1), null).map(({ mountpoint, datum }) => [mountpoint, datum])
  expect(Object.fromEntries(datums)).toEqual({
    ...{ ENGINE: 'D', FREE: announced.datum, S1: 'D' },
    'S1-14': announced.datum,
  })
})
