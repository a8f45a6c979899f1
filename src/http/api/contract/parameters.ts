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

/** No row has this id. Replaces ids beyond 2^53, so that they return 404 like any other unknown id. */
const NO_ROW = 0

export function idOf({ id }: { id: string }): number {
  if (!/^[1-9]\d*$/.test(id)) throw invalid(wrong(['id'], 'not_positive_integer'))
  const number = Number(id)
  return Number.isSafeInteger(number) ? number : NO_ROW
}
