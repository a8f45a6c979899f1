import { Type } from 'typebox'
import { ALERT_STATES, ALERT_TOPICS, type AlertKind, type Alert as Facts } from '../../../../domain/alerts/alert.ts'
import type { Severity } from '../../../../domain/network/overview/attention.ts'
import { LANGUAGES } from '../../../../domain/people/user.ts'
import * as T from '../pieces.ts'

export const Alert = T.Exact({
  id: T.Id,
  kind: T.Word<AlertKind>(),
  severity: T.Word<Severity>(),
  /** Id of the station or webhook. */
  subjectId: T.IdOrNull,
  name: T.TextOrNull,
  params: T.OrNull(T.Coded<NonNullable<Facts['params']>>()),
  simulated: T.Flag,
  /** Start of the condition, if known; `openedAt` is when it was detected. */
  since: T.AtOrNull,
  openedAt: T.At,
  endedAt: T.AtOrNull,
  times: T.Count,
  acknowledgedAt: T.AtOrNull,
  acknowledgedBy: T.TextOrNull,
  /** End of a snooze; `null` if the acknowledgement lasts until the alert ends. */
  snoozedUntil: T.AtOrNull,
  mailedAt: T.AtOrNull,
  state: T.OneOf(ALERT_STATES),
})
export type Alert = T.Received<typeof Alert>

const SETTINGS = {
  recipients: T.List(T.Text),
  muted: T.List(T.OneOf(ALERT_TOPICS)),
  delayMinutes: Type.Integer(),
  quietMinutes: Type.Integer(),
  language: T.OneOf(LANGUAGES),
  diskFreePercent: Type.Integer(),
  certificateDays: Type.Integer(),
}
const Settings = T.Exact(SETTINGS)
export type AlertSettings = T.Received<typeof Settings>
export type AlertTopic = AlertSettings['muted'][number]

/** `canMail` is false if the service sends no mail. */
const SET = { settings: Settings, canMail: T.Flag }
const IDS = { ids: Type.Array(T.Id, { minItems: 1, maxItems: 500 }) }

export const ALERT_ROUTES = {
  /** Newest first. */
  'GET /alerts': {
    query: T.ListQuery({
      state: Type.Optional(T.OneOf(ALERT_STATES)),
      topic: Type.Optional(T.OneOf(ALERT_TOPICS)),
      from: Type.Optional(T.DateTime),
      to: Type.Optional(T.DateTime),
    }),
    answer: { alerts: T.List(Alert), nextCursor: T.NextCursor },
  },
  /** With `until`, the alerts are open again at that time. */
  'POST /alerts/acknowledge': {
    body: T.Exact({ ...IDS, until: Type.Optional(T.DateTime) }),
    answer: { alerts: T.Count },
  },
  'POST /alerts/unacknowledge': { body: T.Exact(IDS), answer: { alerts: T.Count } },
  'GET /settings/alerts': { answer: SET },
  'PATCH /settings/alerts': { body: Type.Partial(Settings, { additionalProperties: false }), answer: SET },
} as const satisfies Record<string, T.RouteContract>
