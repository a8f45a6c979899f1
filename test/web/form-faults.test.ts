import { describe, expect, it } from 'vitest'
import { faultsIn, unshownFaults } from '../../web/src/parts/forms/faults.ts'
import { ApiError, type FieldProblem } from '../../web/src/service/api-error.ts'

const fault = (path: string): FieldProblem => ({ path, code: 'not_valid', params: {}, detail: 'is wrong' })
const refusal = (...fields: FieldProblem[]) =>
  new ApiError(422, 'invalid_request', 'The request is invalid.', { retryAfterSeconds: 7 }, fields)
const pathsOf = (error: Error | null) => faultsIn(error).map(({ path }) => path)

describe('the faults left for the panel', () => {
  it('are none if every fault is shown at a field', () => {
    expect(unshownFaults(refusal(fault('name'), fault('email')), new Set(['name', 'email', 'note']))).toBeNull()
  })

  it('are those that no field shows, with the rest of the error', () => {
    const left = unshownFaults(refusal(fault('name'), fault('validitySeconds')), new Set(['name']))
    expect(left).toMatchObject({ code: 'invalid_request', status: 422, params: { retryAfterSeconds: 7 } })
    expect(left?.message).toBe('The request is invalid.')
    expect(pathsOf(left)).toEqual(['validitySeconds'])
  })

  it('are all faults if no field is bound', () => {
    expect(pathsOf(unshownFaults(refusal(fault('a'), fault('b.0')), new Set()))).toEqual(['a', 'b.0'])
  })

  it('exclude faults inside a shown field, and include faults whose path only starts with its name', () => {
    const shown = new Set(['events'])
    expect(unshownFaults(refusal(fault('events.3')), shown)).toBeNull()
    expect(pathsOf(unshownFaults(refusal(fault('eventsMore')), shown))).toEqual(['eventsMore'])
  })

  it('are the whole error if it has no faults', () => {
    const conflict = new ApiError(409, 'email_taken', 'The e-mail address is taken.')
    expect(unshownFaults(conflict, new Set(['email']))).toBe(conflict)
    const failure = new Error('broken')
    expect(unshownFaults(failure, new Set())).toBe(failure)
    expect(unshownFaults(null, new Set())).toBeNull()
  })
})
