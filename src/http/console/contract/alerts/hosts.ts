// Hosts of a station, who follow it by e-mail and on a page of their own.
import { Type } from 'typebox'
import type { MailFailure } from '../../../../domain/delivery/mail/failure.ts'
import { LANGUAGES } from '../../../../domain/people/user.ts'
import { MAIL_STATES } from '../../../../store/mail/outbox.ts'
import * as T from '../pieces.ts'

export const ShownHost = T.Exact({
  id: T.Id,
  name: T.Text,
  email: T.Text,
  language: T.OneOf(LANGUAGES),
  createdAt: T.At,
  /** `null` until the host confirms the address. */
  confirmedAt: T.AtOrNull,
  /** The last monthly report; `null` if there was none. `month`: YYYY-MM. */
  report: T.OrNull(
    T.Exact({ month: T.Text, state: T.OneOf([...MAIL_STATES, null]), error: T.OrNull(T.Coded<MailFailure>()) }),
  ),
})
export type ShownHost = T.Received<typeof ShownHost>

const HOSTS = { hosts: T.List(ShownHost), canMail: T.Flag }

export const HOST_ROUTES = {
  'GET /stations/:id/hosts': { answer: HOSTS },
  /** For a host who has not confirmed yet, mails the confirmation again. */
  'POST /stations/:id/hosts': {
    body: T.Exact({
      name: Type.String({ maxLength: 200 }),
      email: Type.String({ maxLength: 320 }),
      language: T.OneOf(LANGUAGES),
    }),
    answer: HOSTS,
    status: 201,
  },
  'DELETE /stations/:id/hosts/:hostId': { answer: HOSTS },
} as const satisfies Record<string, T.RouteContract>
