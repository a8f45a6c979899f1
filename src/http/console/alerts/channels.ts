import type { Static } from 'typebox'
import { addChannel, changeChannel, removeChannel, testChannel } from '../../../actions/alerts/channels/change.ts'
import { linkChat, removeTelegramBot, setTelegramBot } from '../../../actions/alerts/channels/telegram.ts'
import { checkTarget } from '../../../actions/webhooks/target.ts'
import type { App } from '../../../base/serving/app.ts'
import type { Channel } from '../../../domain/alerts/channels/channel.ts'
import { Refusal } from '../../../domain/codes/refusal.ts'
import { may } from '../../../domain/people/permissions.ts'
import type { User } from '../../../domain/people/user.ts'
import { findChannel, type ListedChannel, listChannels } from '../../../store/alerts/channels/rows.ts'
import { findBot } from '../../../store/alerts/channels/telegram.ts'
import type { ChannelsOf, ShownChannel } from '../contract/alerts/channels.ts'
import type { Gate } from '../entrance/gate.ts'
import { idOf } from '../kit/ids.ts'
import { serve } from '../kit/serve.ts'
import type { ConsoleServices } from '../services.ts'

/** Users who see alerts have channels of their own; only those who change settings change the network's channels. */
const changing = 'account'

export function channelRoutes(app: App, services: ConsoleServices, gate: Gate): void {
  const { db, refuseTarget, askBotName } = services
  const answer = async (userId: number | null) => ({
    channels: (await listChannels(db, userId)).map(channelAnswer),
    canMail: services.mail !== null,
    bot: (await findBot(db))?.username ?? null,
  })
  const changeable = async (params: { readonly id: string }, user: User): Promise<Channel> => {
    const channel = await findChannel(db, idOf(params.id))
    // The channel of another user does not exist for this one.
    if (!channel || (channel.userId !== null && channel.userId !== user.id)) throw new Refusal('channel_not_found')
    checkRight(user, channel.userId === null ? 'network' : 'own')
    return channel
  }

  serve(app, 'GET /channels', 'system.read', ({ query, signedIn: { user } }) => answer(ownerOf(query.of, user)))

  serve(app, 'POST /channels', changing, async (request) => {
    const { of, ...input } = request.body
    const { user } = request.signedIn
    checkRight(user, of)
    if (input.url !== undefined) await checkTarget(refuseTarget, input.url)
    const userId = ownerOf(of, user)
    await addChannel(gate.context(request), userId, input)
    return answer(userId)
  })

  serve(app, 'POST /channels/telegram', changing, (request) => {
    const { of, language } = request.body
    const { user } = request.signedIn
    checkRight(user, of)
    return linkChat(gate.context(request), ownerOf(of, user), language)
  })

  serve(app, 'PATCH /channels/:id', changing, async (request) => {
    const { id, userId } = await changeable(request.params, request.signedIn.user)
    const { url } = request.body
    if (url !== undefined) await checkTarget(refuseTarget, url)
    await changeChannel(gate.context(request), id, request.body)
    return answer(userId)
  })

  serve(app, 'POST /channels/:id/test', changing, async (request) => {
    const { user } = request.signedIn
    const { id, userId } = await changeable(request.params, user)
    await testChannel(gate.context(request), id, userId === null ? null : user.email)
    return answer(userId)
  })

  serve(app, 'DELETE /channels/:id', changing, async (request) => {
    const { id, userId } = await changeable(request.params, request.signedIn.user)
    await removeChannel(gate.context(request), id)
    return answer(userId)
  })

  const botAnswer = async () => {
    const bot = await findBot(db)
    return { bot: bot && { username: bot.username, lastError: bot.lastError, lastErrorAt: bot.lastErrorAt } }
  }
  serve(app, 'GET /settings/telegram', 'settings.read', botAnswer)

  serve(app, 'PUT /settings/telegram', 'settings.change', async (request) => {
    await setTelegramBot(gate.context(request), request.body.token.trim(), askBotName)
    return botAnswer()
  })

  serve(app, 'DELETE /settings/telegram', 'settings.change', async (request) => {
    await removeTelegramBot(gate.context(request))
    return botAnswer()
  })
}

const ownerOf = (of: ChannelsOf, { id }: User) => (of === 'own' ? id : null)

function checkRight(user: User, of: ChannelsOf): void {
  const permission = of === 'own' ? 'system.read' : 'settings.change'
  if (!may(user, permission)) throw new Refusal('forbidden', { permission, role: user.role })
}

const channelAnswer = ({ userId: _, muted, ...channel }: ListedChannel): Static<typeof ShownChannel> => ({
  ...channel,
  muted: [...muted],
})
