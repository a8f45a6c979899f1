// The list's filters as the request body of an action on all matching credentials.
import type { BodyOf } from '../../../../../src/http/console/contract/routes.ts'

export type Matching = NonNullable<BodyOf<'POST /credentials/jobs/change'>['matching']>

type Texts = Readonly<Partial<Record<keyof Matching, string>>>

/** Address parameters are text; ids in a request body are numbers. */
export const matchingOf = ({ stationId, groupId, ownerId, ...texts }: Texts): Matching => ({
  ...(texts as Matching),
  ...(stationId !== undefined && { stationId: Number(stationId) }),
  ...(groupId !== undefined && { groupId: Number(groupId) }),
  ...(ownerId !== undefined && { ownerId: Number(ownerId) }),
})
