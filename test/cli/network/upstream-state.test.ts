import { expect, it } from 'vitest'
import { stateOf, trialText } from '../../../src/cli/network/state.ts'

const HERE = { answers: true, error: null }
const SILENT = { mountpoint: 'ALFA', why: { code: 'no_data', params: {} } } as const
const REFUSED = {
  mountpoint: 'BETA',
  why: { code: 'refused', params: { reason: 'credentials', said: 'HTTP/1.0 401 Unauthorized' } },
} as const

it('one that answers and gives what is wanted answers', () => expect(stateOf(HERE, [])).toBe('online'))

it('one whose table comes and whose streams do not says why', () =>
  expect(stateOf(HERE, [SILENT])).toBe('online, but sends no data (ALFA: no data received)'))

it('reports a rejected login before anything else', () =>
  expect(stateOf(HERE, [SILENT, REFUSED])).toBe(
    'online, but rejects the login (BETA: rejected: username or password (HTTP/1.0 401 Unauthorized))',
  ))

it('says why the sourcetable of an unreachable caster is missing', () =>
  expect(stateOf({ answers: false, error: { code: 'no_table', params: {} } }, [REFUSED])).toBe(
    'unavailable: the response is not a sourcetable',
  ))

it('reports the result of the login after saving', () => {
  const found = { prefix: '', listed: 2, offered: [], leftOut: [] }
  const text = (why: typeof REFUSED.why | typeof SILENT.why | null) =>
    trialText({ ...found, login: { mountpoint: 'BETA', why } })
  const told = 'its sourcetable lists 2 mountpoints; 0 are offered'
  expect(text(null)).toBe(`${told}; BETA opened with this login`)
  expect(text(REFUSED.why)).toBe(
    `${told}, but it rejects the login: rejected: username or password (HTTP/1.0 401 Unauthorized)`,
  )
  expect(text(SILENT.why)).toBe(`${told}, but BETA cannot be opened: no data received`)
  expect(trialText({ ...found, login: null })).toBe(told)
  expect(trialText({ trouble: { code: 'no_answer', params: {} } })).toBe('unavailable: no response')
})
