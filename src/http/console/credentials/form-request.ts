// Translates the form for a new credential to a `CredentialRequest`.

import { Refusal } from '../../../domain/codes/refusal.ts'
import { WRITTEN, type WrittenWish } from '../../../domain/credentials/credential.ts'
import type { CredentialRequest } from '../../../domain/credentials/request.ts'
import { maySetSessions } from '../../../domain/people/permissions.ts'
import type { User } from '../../../domain/people/user.ts'
import type { BodyOf } from '../contract/routes.ts'

/** Only users with that permission may set the session limit. */
export function requestOf(user: User, wish: Omit<BodyOf<'POST /credentials'>, 'ownerId'>): CredentialRequest {
  const { maxSessions, whenFull, ...rest } = wish
  if ((maxSessions !== undefined || whenFull !== undefined) && !maySetSessions(user))
    throw new Refusal('sessions_of_operator')
  return {
    ...rest,
    stationId: rest.stationId,
    stationCode: undefined,
    ...filledIn(rest),
    startsAt: rest.startsAt,
    sendEmail: rest.sendEmail ?? false,
    ...(maxSessions !== undefined && { maxSessions }),
    ...(whenFull !== undefined && { whenFull }),
  }
}

/** Empty fields of a form count as omitted. */
const filledIn = (wish: WrittenWish): WrittenWish =>
  Object.fromEntries(WRITTEN.map((name) => [name, wish[name] === '' ? undefined : wish[name]]))
