import { expect, it } from 'vitest'
import { catalogEntry } from '../../../src/wire/network/ntrip-catalog.ts'

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
