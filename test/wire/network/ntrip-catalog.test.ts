import { expect, it } from 'vitest'
import { normalAlteration } from '../../../src/domain/network/mountpoints/alteration-input.ts'
import type { MadeMountpoint } from '../../../src/domain/network/mountpoints/mountpoint.ts'
import { defaultNetworkMountpoint } from '../../../src/domain/network/mountpoints/network-mountpoint.ts'
import type { Network } from '../../../src/domain/network/network.ts'
import type { Station } from '../../../src/domain/stations/station.ts'
import { catalogEntry, catalogMountpoints } from '../../../src/wire/network/ntrip-catalog.ts'

const about = {
  name: 'Red Norte',
  casterHost: 'RTK.example.mx',
  casterPort: 2101,
  reference: 'https://rtk.example.mx/marco',
  day: '2026-11-18',
}
const at = (mountpoint: string, frame: string | null, epoch: number | null) => ({ mountpoint, frame, epoch })

it('groups mountpoints by frame and epoch, under the names of the EPSG dataset', () => {
  const mountpoints = [
    at('RED', 'mexico-itrf2008', 2010),
    at('CDMX', 'mexico-itrf2008', 2010),
    at('TIJU', 'itrf2014', 2016.5),
    at('LEON', 'itrf2014', null),
    at('OBRA', null, null),
  ]
  expect(catalogEntry(about, mountpoints)).toEqual({
    name: 'Red Norte',
    urls: ['http://rtk.example.mx:2101'],
    reference: { url: 'https://rtk.example.mx/marco' },
    last_update: '2026-11-18',
    streams: [
      {
        filter: { mountpoints: ['RED', 'CDMX'] },
        crss: [{ id: 'EPSG:6364', name: 'Mexico ITRF2008', epoch: 2010 }],
      },
      { filter: { mountpoints: ['TIJU'] }, crss: [{ id: 'EPSG:7912', name: 'ITRF2014', epoch: 2016.5 }] },
      { filter: { mountpoints: ['LEON'] }, crss: [{ id: 'EPSG:7912', name: 'ITRF2014' }] },
    ],
  })
})

it('includes further network mountpoints and derived ones in the frames that they announce', () => {
  const frame = { frame: 'mexico-itrf2008', epoch: 2010, datum: 'ITRF2008 época 2010.0' }
  const network = { mountpoint: 'RED', ...frame } as Network
  const asIs = normalAlteration({})
  const moved = normalAlteration({ announced: { frame: 'itrf2014', epoch: 2026.5 } })
  const station = (id: number, code: string, more: Partial<Station> = {}) =>
    ({ id, mountpoint: code, upstream: null, ...frame, ...more }) as Station
  const own = defaultNetworkMountpoint(network)
  const book = {
    network,
    networks: [
      own,
      { ...own, id: 1, name: 'COMUNIDAD', isOpen: true },
      { ...own, id: 2, name: 'RED-14', alteration: moved },
    ],
    active: [
      station(1, 'CDMX'),
      station(2, 'OBRA', { frame: null, epoch: null }),
      station(3, 'LEJOS', { upstream: { state: 'offered' } as Station['upstream'] }),
    ],
    mountpoints: [
      { name: 'CDMX-14', stationId: 1, alteration: moved },
      { name: 'CDMX-4', stationId: 1, alteration: asIs },
      { name: 'LEJOS-4', stationId: 3, alteration: asIs },
    ] as MadeMountpoint[],
  }
  const { streams } = catalogEntry(about, catalogMountpoints(book))
  expect(streams).toEqual([
    {
      filter: { mountpoints: ['RED', 'COMUNIDAD', 'CDMX', 'CDMX-4'] },
      crss: [{ id: 'EPSG:6364', name: 'Mexico ITRF2008', epoch: 2010 }],
    },
    {
      filter: { mountpoints: ['RED-14', 'CDMX-14'] },
      crss: [{ id: 'EPSG:7912', name: 'ITRF2014', epoch: 2026.5 }],
    },
  ])
})
