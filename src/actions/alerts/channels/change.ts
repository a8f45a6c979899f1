// Changes of alert channels: those of a user, and those of the network.
import { channelContext } from '../../../base/secrets/contexts.ts'
import {
  type Channel,
  type ChannelRules,
  type ChannelService,
  channelFaults,
  isWebhookService,
  MOST_CHANNELS,
  webhookFault,
} from '../../../domain/alerts/channels/channel.ts'
import type { AuditAction } from '../../../domain/audit/action.ts'
import { type FieldFault, wrong } from '../../../domain/codes/fault.ts'
import { invalid, Refusal } from '../../../domain/codes/refusal.ts'
import type { Language } from '../../../domain/people/user.ts'
import { insertMessage } from '../../../store/alerts/channels/messages.ts'
import {
  deleteChannel,
  enableChannel,
  findChannel,
  insertChannel,
  listChannels,
  lockChannels,
  updateChannelRules,
  writeChannelUrl,
} from '../../../store/alerts/channels/rows.ts'
import type { Database } from '../../../store/kit/database.ts'
import { insertMail } from '../../../store/mail/writer.ts'
import { type ActionContext, type KeyedContext, record } from '../../context.ts'

export interface ChannelInput {
  readonly service: ChannelService
  readonly name: string
  /** Address of the webhook; omitted for other services. */
  readonly url?: string | undefined
  readonly language: Language
}

/** Undefined fields stay unchanged. */
export interface ChannelChange extends Partial<ChannelRules> {
  readonly url?: string | undefined
}

/** Kind of the mail that tests an e-mail channel. */
export const CHANNEL_TEST_MAIL = 'channel-test'

/** Rules of a new channel. */
export const NO_RULES = { muted: [], quiet: null, urgentPasses: false } as const

/** Check the URL with the address guard first. The network has no e-mail channel, because it has recipients. */
export async function addChannel(context: KeyedContext, userId: number | null, input: ChannelInput): Promise<number> {
  const { service, language } = input
  const name = input.name.trim()
  const faults = [...channelFaults({ name, language }), ...serviceFaults(service, userId, input.url)]
  if (faults.length > 0) throw invalid(...faults)
  return context.db.transaction(async (tx) => {
    await lockChannels(tx)
    await checkRoom(tx, userId, service)
    const host = input.url === undefined ? null : new URL(input.url).host
    const id = await insertChannel(tx, { userId, service, name, host, language, ...NO_RULES }, context.now)
    if (input.url !== undefined) await writeChannelUrl(tx, id, host!, sealed(context, id, input.url))
    await note(tx, context, 'channel.added', { id, userId, service, name }, { host })
    return id
  })
}

/** Call in a transaction that holds the lock on channels. */
export async function checkRoom(tx: Database, userId: number | null, service: ChannelService): Promise<void> {
  const known = await listChannels(tx, userId)
  if (known.length >= MOST_CHANNELS) throw invalid(wrong(['service'], 'too_many', { most: MOST_CHANNELS }))
  if (service === 'email' && known.some((channel) => channel.service === 'email'))
    throw invalid(wrong(['service'], 'not_unique'))
}

export function changeChannel(context: KeyedContext, id: number, { url, ...change }: ChannelChange): Promise<void> {
  return context.db.transaction(async (tx) => {
    const known = await lockChannel(tx, id)
    const rules = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
    const next: ChannelRules = { ...known, ...rules, name: (change.name ?? known.name).trim() }
    const faults = [...channelFaults(next), ...(url === undefined ? [] : urlFaults(known.service, url))]
    if (faults.length > 0) throw invalid(...faults)
    await updateChannelRules(tx, id, next)
    const host = url === undefined ? undefined : new URL(url).host
    if (url !== undefined && host !== undefined) await writeChannelUrl(tx, id, host, sealed(context, id, url))
    await note(tx, context, 'channel.changed', { ...known, name: next.name }, { ...rules, ...(host && { host }) })
  })
}

export function removeChannel(context: ActionContext, id: number): Promise<void> {
  return context.db.transaction(async (tx) => {
    const known = await lockChannel(tx, id)
    await deleteChannel(tx, id)
    await note(tx, context, 'channel.removed', known)
  })
}

/** Also enables a disabled channel: a rejected test message disables the channel again. At most one test every 5 s. */
export function testChannel(context: ActionContext, id: number, email: string | null): Promise<void> {
  return context.db.transaction(async (tx) => {
    const known = await lockChannel(tx, id)
    const { service, language } = known
    const key = `channel-test:${id}:${Math.floor(context.now.getTime() / 5_000)}`
    await enableChannel(tx, id)
    if (service !== 'email')
      await insertMessage(tx, { channelId: id, service, key, kind: 'test', data: {} }, context.now)
    else if (email !== null) {
      const mail = { ownerId: null, kind: CHANNEL_TEST_MAIL, key, recipient: email, data: { language } }
      await insertMail(tx, mail, context.now)
    }
    await note(tx, context, 'channel.tested', known)
  })
}

async function lockChannel(tx: Database, id: number): Promise<Channel> {
  await lockChannels(tx)
  const known = await findChannel(tx, id)
  if (!known) throw new Refusal('channel_not_found')
  return known
}

function serviceFaults(service: ChannelService, userId: number | null, url: string | undefined): FieldFault[] {
  if (isWebhookService(service)) return url === undefined ? [wrong(['url'], 'missing')] : urlFaults(service, url)
  const choices = userId === null ? ['slack', 'teams', 'discord'] : ['email', 'slack', 'teams', 'discord']
  return choices.includes(service) ? [] : [wrong(['service'], 'not_one_of', { choices })]
}

function urlFaults(service: ChannelService, url: string): FieldFault[] {
  if (!isWebhookService(service)) return [wrong(['url'], 'unknown_field', {})]
  const fault = webhookFault(service, url)
  return fault ? [fault] : []
}

const sealed = ({ keys }: KeyedContext, id: number, url: string) => keys.encrypt(url, channelContext(id))

export const note = (
  tx: Database,
  context: ActionContext,
  action: Extract<AuditAction, `channel.${string}`>,
  { id, userId, service, name }: Pick<Channel, 'id' | 'userId' | 'service' | 'name'>,
  details: object = {},
) =>
  record(tx, context, {
    action,
    ...(userId !== null && { subject: { kind: 'user' as const, id: userId } }),
    details: { channel: id, service, name, ...details },
  })
