// Which credentials the list's filters leave, as an action on all of them is told it.
import type { BodyOf } from '../../../../../src/http/console/contract/routes.ts'

export type Matching = NonNullable<BodyOf<'POST /credentials/jobs/change'>['matching']>

type Texts = Readonly<Partial<Record<keyof Matching, string>>>

/** An address has only texts, and the service reads them as what they mean; in a body, ids are numbers. */
export const matchingOf = ({ stationId, groupId, ownerId, ...texts }: Texts): Matching => ({
  ...(texts as Matching),
  ...(stationId !== undefined && { stationId: Number(stationId) }),
  ...(groupId !== undefined && { groupId: Number(groupId) }),
  ...(ownerId !== undefined && { ownerId: Number(ownerId) }),
})
