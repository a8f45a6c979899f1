// A fault that no field of a form shows is told by the form.
import { describe, expect, it } from 'vitest'
import { faultsIn, untold } from '../../web/src/parts/forms/faults.ts'
import { ApiError, type FieldProblem } from '../../web/src/service/api-error.ts'

const fault = (path: string): FieldProblem => ({ path, code: 'not_valid', params: {}, detail: 'is wrong' })
const refusal = (...fields: FieldProblem[]) =>
  new ApiError(422, 'invalid_request', 'The request is invalid.', { retryAfterSeconds: 7 }, fields)
const pathsOf = (error: Error | null) => faultsIn(error).map(({ path }) => path)

describe('what is left for the panel', () => {
  it('is nothing when every fault stands under a field', () => {
    expect(untold(refusal(fault('name'), fault('email')), new Set(['name', 'email', 'note']))).toBeNull()
  })

  it('is a fault that no field shows, with what else the refusal says', () => {
    const left = untold(refusal(fault('name'), fault('validitySeconds')), new Set(['name']))
    expect(left).toMatchObject({ code: 'invalid_request', status: 422, params: { retryAfterSeconds: 7 } })
    expect(left?.message).toBe('The request is invalid.')
    expect(pathsOf(left)).toEqual(['validitySeconds'])
  })

  it('is every fault where no field is bound', () => {
    expect(pathsOf(untold(refusal(fault('a'), fault('b.0')), new Set()))).toEqual(['a', 'b.0'])
  })

  it('is not what lies within a field, but what only begins with its name', () => {
    const shown = new Set(['events'])
    expect(untold(refusal(fault('events.3')), shown)).toBeNull()
    expect(pathsOf(untold(refusal(fault('eventsMore')), shown))).toEqual(['eventsMore'])
  })

  it('is a failure without faults as it is', () => {
    const conflict = new ApiError(409, 'email_taken', 'The e-mail address is taken.')
    expect(untold(conflict, new Set(['email']))).toBe(conflict)
    const failure = new Error('broken')
    expect(untold(failure, new Set())).toBe(failure)
    expect(untold(null, new Set())).toBeNull()
  })
})
