// The editable fields of one credential, in the dialog and in the request.
import type { Credential } from '../../../../../src/http/console/contract/credentials/credentials.ts'
import type { BodyOf } from '../../../../../src/http/console/contract/routes.ts'
import { fromPairs, toPairs } from './pairs.ts'

type Body = BodyOf<'POST /credentials/:id/change'>
type Changeable = Pick<Credential, 'label' | 'customerName' | 'customerEmail' | 'stationId' | 'groupId' | 'metadata'>
export type OneValues = ReturnType<typeof valuesOf>

export const valuesOf = ({ label, customerName, customerEmail, stationId, groupId, metadata }: Changeable) => ({
  label: label ?? '',
  customerName: customerName ?? '',
  customerEmail: customerEmail ?? '',
  stationId,
  groupId,
  metadata: toPairs(metadata),
})

const bodyOf = (values: OneValues) => ({
  label: values.label.trim() || null,
  customerName: values.customerName.trim() || null,
  customerEmail: values.customerEmail.trim() || null,
  stationId: values.stationId,
  groupId: values.groupId,
  metadata: fromPairs(values.metadata),
})

/** Sends only differences: another user can have changed the rest, and an archived station cannot be chosen again. */
export function changesOf(values: OneValues, before: OneValues): Body {
  const old: Record<string, unknown> = bodyOf(before)
  const isNew = ([name, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(old[name])
  return Object.fromEntries(Object.entries(bodyOf(values)).filter(isNew))
}
