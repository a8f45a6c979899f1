import { expect, it } from 'vitest'
import { noDataReason, troubleIn } from '../../../src/domain/sessions/no-data.ts'
import type { Note } from '../../../src/domain/sessions/session.ts'

const NETWORK = (mountpoint: string) => mountpoint.toLowerCase() === 'red'
const note = (code: 'no_gga' | 'from_memory' | 'asking_vrs' | 'base_down'): Note => ({ code, params: {} })
const session = (change: object) => ({ bytes: 0, positions: 0, mountpoint: 'RED', notes: [] as Note[], ...change })

it('keeps the last note that explains why nothing arrives', () => {
  expect(troubleIn([note('no_gga'), note('from_memory')])).toEqual(note('no_gga'))
  expect(troubleIn([note('no_gga'), { code: 'inside_fence' }])).toBeNull()
  expect(noDataReason(session({ notes: [note('base_down')] }), NETWORK)).toEqual(note('base_down'))
})

it('knows the reason of a rover that left the network mountpoint before the caster noted it', () => {
  expect(noDataReason(session({}), NETWORK)).toEqual(note('no_gga'))
  expect(noDataReason(session({ mountpoint: 'red' }), NETWORK)).toEqual(note('no_gga'))
  expect(noDataReason(session({ positions: 3 }), NETWORK)).toBeNull()
  expect(noDataReason(session({ mountpoint: 'CDMX' }), NETWORK)).toBeNull()
})

it('has no reason for a session that received data', () => {
  expect(noDataReason(session({ bytes: 1, notes: [note('no_gga')] }), NETWORK)).toBeNull()
})
