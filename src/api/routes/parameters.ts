import { Type } from 'typebox'
import { badRequest } from '../problem.ts'

export const IdParams = Type.Object({
  id: Type.String({ description: 'Identifier: a positive integer.' }),
})

/** Beyond what any row can have: names nothing, and is answered like any other id that names nothing. */
const NOTHING = 0

export function idOf({ id }: { id: string }): number {
  if (!/^[1-9]\d*$/.test(id)) throw badRequest([{ pointer: '/id', detail: 'must be a positive integer' }])
  const number = Number(id)
  return Number.isSafeInteger(number) ? number : NOTHING
}
