import { Type } from 'typebox'
import { wrong } from '../../../domain/codes/fault.ts'
import { invalid } from '../../../domain/codes/refusal.ts'

export const IdParams = Type.Object({
  id: Type.String({ description: 'Identifier: a positive integer.' }),
})

export const DeliveryParams = Type.Object({
  ...IdParams.properties,
  entrega: Type.String({ description: 'Identifier of the delivery: a positive integer.' }),
})

/** Beyond what any row can have: names nothing, and is answered like any other id that names nothing. */
const NOTHING = 0

export function idOf({ id }: { id: string }): number {
  if (!/^[1-9]\d*$/.test(id)) throw invalid(wrong(['id'], 'not_positive_integer'))
  const number = Number(id)
  return Number.isSafeInteger(number) ? number : NOTHING
}
