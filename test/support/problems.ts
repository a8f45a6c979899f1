// Checks the form of every API error that a test receives.
import { expect } from 'vitest'
import { FIELD_CODES } from '../../src/wire/problems/faults.ts'
import type { Answer } from './service.ts'

/** Checks the whole problem and, with `pointers`, the fields that it names. Returns its body. */
export function expectProblem(answer: Answer, status: number, code: string, pointers?: string[]) {
  expect({ status: answer.status, code: answer.body?.code }).toEqual({ status, code })
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
  // The console's problems also include the parameters of the sentences.
  const { errors, params, credential_id: _, cuota: _quota, ...body } = answer.body
  if (!params) for (const error of errors ?? []) expect(FIELD_CODES).toContain(error.code)
  expect(body).toEqual({
    ok: false,
    type: expect.stringMatching(/\S/),
    title: expect.stringMatching(/\S/),
    status,
    detail: expect.stringMatching(/\S/),
    code: expect.stringMatching(/^[a-z]+(_[a-z]+)*$/),
    request_id: answer.headers['x-request-id'],
  })
  if (pointers) {
    expect(errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(pointers)
    for (const error of errors)
      expect(error).toMatchObject({
        pointer: expect.any(String),
        code: expect.stringMatching(/^[a-z]+(_[a-z]+)*$/),
        detail: expect.stringMatching(/\S/),
      })
  }
  return answer.body
}

export const expectInvalid = (answer: Answer, ...pointers: string[]) =>
  expectProblem(answer, 400, 'invalid_request', pointers)
