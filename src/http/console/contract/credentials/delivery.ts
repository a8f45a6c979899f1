import { Type } from 'typebox'
import type { MailFailure } from '../../../../domain/delivery/mail/failure.ts'
import * as T from '../pieces.ts'
import { Links } from './credentials.ts'

export const CustomerMail = T.Exact({
  id: T.Id,
  kind: T.Text,
  to: T.Text,
  state: T.OneOf(['pending', 'sent', 'failed', 'skipped']),
  attempts: T.Count,
  createdAt: T.At,
  sentAt: T.AtOrNull,
  /** `null` if no further attempt is due. */
  nextAttemptAt: T.AtOrNull,
  lastError: T.OrNull(T.Coded<MailFailure>()),
})
export type CustomerMail = T.Received<typeof CustomerMail>

const DELIVERY = { canMail: T.Flag, linkWithdrawnAt: T.AtOrNull, nextNoticeAt: T.AtOrNull, mails: T.List(CustomerMail) }
const CustomerDelivery = T.Exact(DELIVERY)
export type CustomerDelivery = T.Received<typeof CustomerDelivery>

export const HANDOVER_ROUTES = {
  'GET /credentials/:id/handover': { answer: DELIVERY },
  'POST /credentials/:id/mail': {
    body: T.Exact({ email: Type.Optional(T.Email), language: Type.Optional(T.LanguageField) }),
    answer: { mail: CustomerMail },
    status: 202,
  },
  'DELETE /credentials/:id/link': { answer: { linkWithdrawnAt: T.At } },
  'POST /credentials/:id/link': { answer: Links.properties, status: 201 },
} as const satisfies Record<string, T.RouteContract>
