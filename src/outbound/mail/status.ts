// Mails to subscribers of the status page: the confirmation, and each note of an incident.
import { type Subscriber, subscriptionUrl, unsubscribeUrl } from '../../domain/alerts/incidents/subscriber.ts'
import type { Language } from '../../domain/people/user.ts'
import { longTime } from '../../domain/text/long-time.ts'
import { findIncident } from '../../store/alerts/incidents/rows.ts'
import { findSubscriber } from '../../store/alerts/incidents/subscribers.ts'
import type { Database } from '../../store/kit/database.ts'
import { incidentsEn, incidentsEs } from '../../words/incidents.ts'
import { compose } from './compose.ts'
import type { Render } from './send-mails.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'

export interface StatusMailServices {
  readonly db: Database
  readonly baseUrl: string
}

const WORDS = { es: { ...es.status, ...incidentsEs }, en: { ...en.status, ...incidentsEn } } satisfies Record<
  Language,
  object
>

export const subscriptionMail =
  ({ db, baseUrl }: StatusMailServices): Render =>
  async ({ data }, networkName) => {
    const subscriber = await findSubscriber(db, (data as { subscriberId: number }).subscriberId)
    if (!subscriber) return { unwanted: 'not_subscribed' }
    const words = WORDS[subscriber.language]
    return compose(`${networkName}: ${words.confirmSubject}`, [
      words.confirm(networkName),
      [subscriptionUrl(baseUrl, subscriber)],
      words.ignore,
    ])
  }

export const incidentMail =
  ({ db, baseUrl }: StatusMailServices): Render =>
  async ({ data }, networkName) => {
    const { incidentId, noteId, subscriberId } = data as Record<'incidentId' | 'noteId' | 'subscriberId', number>
    const subscriber = await findSubscriber(db, subscriberId)
    if (!subscriber) return { unwanted: 'not_subscribed' }
    const incident = await findIncident(db, incidentId)
    const note = incident?.notes.find(({ id }) => id === noteId)
    if (!incident || !note) return { unwanted: 'incident_withdrawn' }
    const words = WORDS[subscriber.language]
    const content = compose(`${networkName}: ${incident.title} (${words.stages[note.stage]})`, [
      `${words.impacts[incident.impact]}: ${incident.title}`,
      [`${words.stages[note.stage]} · ${longTime(note.createdAt, subscriber.language)}`],
      ...note.text.split('\n'),
      words.look,
      [`${baseUrl}/status`],
      words.leave,
      [subscriptionUrl(baseUrl, subscriber)],
    ])
    return { ...content, headers: leavingHeaders(baseUrl, subscriber) }
  }

/** RFC 8058: one-click unsubscribe. */
const leavingHeaders = (baseUrl: string, subscriber: Subscriber) => ({
  'List-Unsubscribe': `<${unsubscribeUrl(baseUrl, subscriber)}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
