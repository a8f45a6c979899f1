// Alert channels: those of the signed-in user, and those of the network.
import { Type } from 'typebox'
import { ALERT_TOPICS } from '../../../../domain/alerts/alert.ts'
import { CHANNEL_SERVICES } from '../../../../domain/alerts/channels/channel.ts'
import type { ChatFailure } from '../../../../domain/alerts/channels/failure.ts'
import { LANGUAGES } from '../../../../domain/people/user.ts'
import * as T from '../pieces.ts'

const Quiet = T.Exact({
  from: Type.String({ maxLength: 5 }),
  to: Type.String({ maxLength: 5 }),
  zone: Type.String({ maxLength: 60 }),
})
const Service = T.OneOf(CHANNEL_SERVICES)

const RULES = {
  name: Type.String({ maxLength: 200 }),
  language: T.OneOf(LANGUAGES),
  /** Topics that are not sent. */
  muted: T.List(T.OneOf(ALERT_TOPICS)),
  quiet: T.OrNull(Quiet),
  urgentPasses: T.Flag,
}

export const ShownChannel = T.Exact({
  id: T.Id,
  service: Service,
  ...RULES,
  /** Host of the webhook's URL; the URL itself is never returned. */
  host: T.TextOrNull,
  createdAt: T.At,
  /** When the service rejected a message for good; `null` if the channel is in use. */
  disabledAt: T.AtOrNull,
  lastSentAt: T.AtOrNull,
  lastError: T.OrNull(T.Coded<ChatFailure>()),
  lastErrorAt: T.AtOrNull,
  /** Messages that are not sent yet. */
  waiting: T.Count,
})
export type ShownChannel = T.Received<typeof ShownChannel>

/** `canMail` is false if the service sends no mail. `bot`: user name of the Telegram bot; `null` without one. */
const CHANNELS = { channels: T.List(ShownChannel), canMail: T.Flag, bot: T.TextOrNull }
/** The token is never returned. */
const BOT = {
  bot: T.OrNull(T.Exact({ username: T.Text, lastError: T.OrNull(T.Coded<ChatFailure>()), lastErrorAt: T.AtOrNull })),
}
const Url = Type.String({ minLength: 1, maxLength: 1_000 })
/** `network`: the channels of the network; `own`: those of the user. */
export const CHANNEL_OWNERS = ['own', 'network'] as const
export type ChannelsOf = (typeof CHANNEL_OWNERS)[number]
const Of = T.OneOf(CHANNEL_OWNERS)

export const CHANNEL_ROUTES = {
  'GET /channels': { query: Type.Object({ of: Of }), answer: CHANNELS },
  'POST /channels': {
    body: T.Exact({ of: Of, service: Service, name: RULES.name, language: RULES.language, url: Type.Optional(Url) }),
    answer: CHANNELS,
    status: 201,
    confirmed: true,
  },
  /** Links that connect a chat, or a group, with the Telegram bot. */
  'POST /channels/telegram': {
    body: T.Exact({ of: Of, language: RULES.language }),
    answer: { url: T.Text, groupUrl: T.Text, expiresAt: T.At },
    status: 201,
  },
  'PATCH /channels/:id': {
    body: Type.Partial(T.Exact({ ...RULES, url: Url }), { additionalProperties: false }),
    answer: CHANNELS,
    confirmed: true,
  },
  'POST /channels/:id/test': { answer: CHANNELS },
  'DELETE /channels/:id': { answer: CHANNELS },
  'GET /settings/telegram': { answer: BOT },
  'PUT /settings/telegram': {
    body: T.Exact({ token: Type.String({ minLength: 1, maxLength: 200 }) }),
    answer: BOT,
    confirmed: true,
  },
  'DELETE /settings/telegram': { answer: BOT, confirmed: true },
} as const satisfies Record<string, T.RouteContract>
