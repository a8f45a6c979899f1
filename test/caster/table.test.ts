import { expect, it } from 'vitest'
import type { Book } from '../../src/caster/services.ts'
import { Table } from '../../src/caster/table.ts'
import type { Network } from '../../src/domain/network/network.ts'
import type { Station } from '../../src/domain/stations/station.ts'

const station = (mountpoint: string) =>
  ({ mountpoint, name: mountpoint, format: 'RTCM 3.2', constellations: 'GPS+GLO', lat: 19, lng: -99 }) as Station
const network = { name: 'Red', mountpoint: 'RED', format: 'RTCM 3.2', casterHost: 'a', casterPort: 2101 } as Network

it('the sourcetable is written when something in it changed, not for everybody who asks', () => {
  const [first, second] = [station('CDMX'), station('TOLU')]
  const book: Book = { network, active: [first, second] }
  const table = new Table()
  const bytes = table.now(book, [first])
  expect(table.now(book, [first])).toBe(bytes)
  const both = table.now(book, [first, second])
  expect(String(both)).toContain('STR;TOLU;')
  expect(String(table.now(book, [second]))).not.toContain('STR;CDMX;')
  expect(String(table.now({ ...book, network: { ...network, name: 'Otra' } }, [second]))).toContain('Otra')
})
