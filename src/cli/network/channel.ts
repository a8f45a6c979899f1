import { addChannel, removeChannel, testChannel } from '../../actions/alerts/channels/change.ts'
import { removeTelegramBot, setTelegramBot } from '../../actions/alerts/channels/telegram.ts'
import { checkTarget } from '../../actions/webhooks/target.ts'
import { readConfig } from '../../base/config/config.ts'
import { type Channel, WEBHOOK_SERVICES, type WebhookService } from '../../domain/alerts/channels/channel.ts'
import { Refusal } from '../../domain/codes/refusal.ts'
import { targetRefuser } from '../../outbound/webhooks/target.ts'
import { botNameAsker } from '../../start/roles/api-services.ts'
import { findChannel, listChannels } from '../../store/alerts/channels/rows.ts'
import { findBot } from '../../store/alerts/channels/telegram.ts'
import type { Database } from '../../store/kit/database.ts'
import { en } from '../../words/en.ts'
import { chatFailureText } from '../../words/webhooks.ts'
import {
  asJson,
  commandContext,
  group,
  listVerb,
  oneOf,
  onFoundation,
  onOff,
  printFacts,
  shortTime,
  text,
  UsageError,
  verb,
} from '../kit/command.ts'
import { firstLineOf } from '../kit/passphrase.ts'
import { explain } from '../kit/refused.ts'
import { idIn } from '../kit/values.ts'

const list = listVerb(
  "list the network's channels; users manage their own in the console",
  async ({ db }) => await listChannels(db, null),
  {
    ID: ({ id }) => id,
    SERVICE: ({ service }) => service,
    NAME: ({ name }) => name,
    HOST: ({ host }) => host,
    STATE: ({ disabledAt }) => (disabledAt ? 'disabled' : 'on'),
    SENT: ({ lastSentAt }) => lastSentAt,
    'LAST ERROR': ({ lastError, lastErrorAt }) =>
      lastError && lastErrorAt && `${shortTime(lastErrorAt)}: ${chatFailureText(en, lastError)}`,
  },
  'no channels; add one with "vertice channel add SERVICE NAME URL"',
)

const add = verb({
  summary: 'send alerts to a channel of Slack, Teams or Discord',
  more: 'SERVICE is slack, teams or discord. URL is the address of an incoming webhook (Slack, Discord) or of a workflow (Teams). It is a secret: it is stored encrypted and never shown again.',
  args: ['SERVICE', 'NAME', 'URL'],
  flags: { language: oneOf(['es', 'en'], 'language of the messages; Spanish by default') },
  run: ({ language = 'es' }, service, name, url) =>
    onFoundation(async ({ db, keys }) => {
      await checkTarget(targetRefuser(readConfig().webhookAllow), url).catch(explain())
      const input = { service: serviceIn(service), name, url, language }
      const id = await addChannel(commandContext('channel add', { db, keys }), null, input).catch(explain())
      console.log(`channel ${id} added; run "vertice channel test ${id}" to send a test message`)
    }),
})

const test = verb({
  summary: 'send a test message; also enables a disabled channel',
  args: ['ID'],
  run: (_, id) =>
    onFoundation(async ({ db }) => {
      const channel = await networkChannel(db, id)
      await testChannel(commandContext('channel test', { db }), channel.id, null)
      console.log('test message queued; "vertice channel list" shows whether it was sent')
    }),
})

const remove = verb({
  summary: 'delete a channel',
  args: ['ID'],
  run: (_, id) =>
    onFoundation(async ({ db }) => {
      const channel = await networkChannel(db, id)
      await removeChannel(commandContext('channel remove', { db }), channel.id)
      console.log(`channel ${channel.id} removed`)
    }),
})

const bot = verb({
  summary: "show, set or remove the network's Telegram bot",
  more: 'Create a bot with @BotFather in Telegram. The token of another bot, or --remove, removes all Telegram channels.',
  flags: {
    'token-file': text('PATH', 'file with the token of the bot; "-" reads standard input'),
    remove: onOff('remove the bot'),
    ...asJson,
  },
  run: ({ json, remove: removes, 'token-file': path }) =>
    onFoundation(async ({ db, keys }) => {
      if (path !== undefined && removes) throw new UsageError('give --token-file or --remove, not both')
      const context = commandContext('channel bot', { db, keys })
      if (removes) await removeTelegramBot(context)
      if (path !== undefined)
        await setTelegramBot(context, firstLineOf(path, '--token-file').trim(), botNameAsker(readConfig())).catch(
          explain(),
        )
      const found = await findBot(db)
      const { username = null, lastError = null } = found ?? {}
      printFacts(
        json,
        { username, lastError },
        {
          bot: username === null ? 'none' : `@${username}`,
          'last error': lastError ? chatFailureText(en, lastError) : 'none',
        },
      )
    }),
})

export const command = group({ list, add, test, remove, bot })

async function networkChannel(db: Database, written: string): Promise<Channel> {
  const channel = await findChannel(db, idIn(written, 'channel list'))
  if (channel?.userId !== null) throw new Refusal('channel_not_found')
  return channel
}

function serviceIn(written: string): WebhookService {
  const service = WEBHOOK_SERVICES.find((known) => known === written)
  if (!service) throw new UsageError(`SERVICE must be one of: ${WEBHOOK_SERVICES.join(', ')}`)
  return service
}
