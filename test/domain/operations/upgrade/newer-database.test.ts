import { expect, it } from 'vitest'
import { isOlder, newerDatabase } from '../../../../src/domain/operations/upgrade/newer-database.ts'

const migration = (oldestRelease: string | null, name = '0100_later.sql') => ({ name, oldestRelease })

it('compares versions by number', () => {
  expect(isOlder('0.9.0', '0.10.0')).toBe(true)
  expect(isOlder('0.10.0', '0.9.0')).toBe(false)
  expect(isOlder('1.2.3', '1.2.3')).toBe(false)
  expect(isOlder('1.2.3', '2.0.0')).toBe(true)
  expect(isOlder('2.0.0', '1.9.9')).toBe(false)
  expect(isOlder('1.2.3-rc.1', '1.2.3')).toBe(false)
})

it('allows a newer database from the newest declared release on', () => {
  const unknown = [migration('1.2.0'), migration('1.3.0', '0101_contract.sql'), migration('1.1.0', '0102_more.sql')]
  expect(newerDatabase('1.3.0', unknown)).toEqual({
    names: ['0100_later.sql', '0101_contract.sql', '0102_more.sql'],
    oldestRelease: '1.3.0',
    canRun: true,
  })
  expect(newerDatabase('1.2.9', unknown)).toMatchObject({ oldestRelease: '1.3.0', canRun: false })
  expect(newerDatabase('1.3.0', [])).toBeNull()
})

it('allows no other release if a migration declares none', () => {
  expect(newerDatabase('9.9.9', [migration('1.0.0'), migration(null)])).toMatchObject({
    oldestRelease: null,
    canRun: false,
  })
})
