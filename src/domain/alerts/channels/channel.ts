// A channel sends alerts to one place: an e-mail address or a chat. It belongs to a user or to the network.
import { type FieldFault, fault, wrong } from '../../codes/fault.ts'
import { LANGUAGES, type Language } from '../../people/user.ts'
import { isPrintable } from '../../text/printable.ts'
import { ALERT_TOPICS, type AlertTopic } from '../alert.ts'
import type { ChatFailure } from './failure.ts'
import { type QuietHours, quietFaults } from './quiet-hours.ts'

export const WEBHOOK_SERVICES = ['slack', 'teams', 'discord'] as const
export type WebhookService = (typeof WEBHOOK_SERVICES)[number]

export const CHAT_SERVICES = ['telegram', ...WEBHOOK_SERVICES] as const
export type ChatService = (typeof CHAT_SERVICES)[number]

export const CHANNEL_SERVICES = ['email', ...CHAT_SERVICES] as const
export type ChannelService = (typeof CHANNEL_SERVICES)[number]

export const isWebhookService = (service: ChannelService): service is WebhookService =>
  (WEBHOOK_SERVICES as readonly string[]).includes(service)

export interface Channel {
  readonly id: number
  /** `null` for a channel of the network. */
  readonly userId: number | null
  readonly service: ChannelService
  readonly name: string
  /** Host of the webhook's URL; `null` for e-mail and Telegram. */
  readonly host: string | null
  readonly language: Language
  /** Topics that are not sent. */
  readonly muted: readonly AlertTopic[]
  readonly quiet: QuietHours | null
  /** Critical alerts are sent during quiet hours too. */
  readonly urgentPasses: boolean
  readonly createdAt: Date
  /** When the service rejected a message for good; `null` if the channel is in use. */
  readonly disabledAt: Date | null
  readonly lastSentAt: Date | null
  /** Why the last message failed; `null` if it was sent. */
  readonly lastError: ChatFailure | null
  readonly lastErrorAt: Date | null
}

export type ChannelRules = Pick<Channel, 'name' | 'language' | 'muted' | 'quiet' | 'urgentPasses'>

/** Per user, and for the network. */
export const MOST_CHANNELS = 10
export const LONGEST_CHANNEL_NAME = 60

export function channelFaults({ name, language, muted = [], quiet }: Partial<ChannelRules>): FieldFault[] {
  const faults: FieldFault[] = []
  if (name !== undefined) {
    if (name.trim() === '') faults.push(wrong(['name'], 'missing'))
    if (name.length > LONGEST_CHANNEL_NAME)
      faults.push({ path: ['name'], ...fault('too_long', { most: LONGEST_CHANNEL_NAME }) })
    if (!isPrintable(name)) faults.push(wrong(['name'], 'control_characters'))
  }
  if (language !== undefined && !LANGUAGES.includes(language))
    faults.push(wrong(['language'], 'not_one_of', { choices: LANGUAGES }))
  if (muted.some((topic) => !ALERT_TOPICS.includes(topic)))
    faults.push(wrong(['muted'], 'not_one_of', { choices: ALERT_TOPICS }))
  return quiet ? [...faults, ...quietFaults(quiet)] : faults
}

/** Hosts whose webhooks belong to one service. Servers of one's own that accept the format of Slack have other hosts. */
const HOSTS: readonly (readonly [RegExp, WebhookService])[] = [
  [/^hooks\.slack\.com$/i, 'slack'],
  [/(^|\.)(discord|discordapp)\.com$/i, 'discord'],
  [/\.(logic\.azure\.com|api\.powerplatform\.com)$/i, 'teams'],
]
/** Microsoft retired these connectors; a workflow replaces them. */
const RETIRED = /(^|\.)(webhook\.office\.com|outlook\.office(365)?\.com)$/i

/** Finds a URL that was copied from another service. The address guard checks the rest. */
export function webhookFault(service: WebhookService, url: string): FieldFault | null {
  const host = URL.canParse(url) ? new URL(url).hostname : ''
  if (RETIRED.test(host)) return wrong(['url'], 'teams_connector_retired')
  const known = HOSTS.find(([pattern]) => pattern.test(host))?.[1]
  return known === undefined || known === service
    ? null
    : wrong(['url'], 'webhook_of_other_service', { service: known })
}
