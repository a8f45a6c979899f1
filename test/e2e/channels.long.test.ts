// A user connects chats to get alerts there; the operator adds a host to a station, who follows it on a page of their own.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confirmHost } from '../../src/actions/alerts/hosts/change.ts'
import { listHostsOf } from '../../src/store/alerts/hosts.ts'
import { type ChatServers, chatServers } from '../support/chat-servers.ts'
import { mailServer } from '../support/mail-server.ts'
import { until } from '../support/process.ts'
import { STATIONS } from '../support/service.ts'
import { BOT_TOKEN, type TelegramServer, telegramServer } from '../support/telegram-server.ts'
import { expectGoodLooks } from './looks.ts'
import { hasChromium, Journey } from './support.ts'

let journey: Journey
let page: Page
let chats: ChatServers
let telegram: TelegramServer
let mails: Awaited<ReturnType<typeof mailServer>>

describe('alert channels and hosts', { skip: !hasChromium }, () => {
  beforeAll(async () => {
    ;[chats, telegram, mails] = [
      await chatServers(),
      await telegramServer(),
      await mailServer({}, undefined, 0, afterAll),
    ]
    journey = await Journey.start({ SMTP_URL: mails.url }, {}, { telegramApiUrl: telegram.url })
    page = await journey.signIn(await journey.person('administrator'))
  })
  afterAll(async () => {
    await journey?.stop()
    await telegram?.stop()
    await chats?.stop()
  })

  it('adds a team channel, tests it, and shows that the service rejects it', async () => {
    await page.goto(journey.at('/console/settings/alerts'))
    const panel = page.getByRole('region', { name: 'Canales del equipo' })
    await panel.getByRole('button', { name: 'Agregar canal' }).click()
    const dialog = page.getByRole('dialog', { name: 'Agregar canal' })
    await dialog.getByRole('textbox', { name: 'Nombre' }).fill('Guardia')
    await dialog.getByRole('textbox', { name: 'Dirección del webhook' }).fill('https://discord.com/api/webhooks/1/x')
    await dialog.getByRole('button', { name: 'Agregar canal' }).click()
    await dialog.getByText('Es una dirección de Discord.').waitFor()
    await dialog.getByRole('textbox', { name: 'Dirección del webhook' }).fill(chats.slackUrl('team'))
    await dialog.getByRole('button', { name: 'Agregar canal' }).click()
    await panel.getByText('Guardia').waitFor()
    expect(await page.content()).not.toContain('/services/')
    const test = panel.getByRole('button', { name: 'Enviar prueba a Guardia' })
    chats.setMood('team', 'gone')
    await test.click()
    await panel.getByText('HTTP 404: no_service').waitFor()
    await panel.getByText('Desactivado').waitFor()
    await expectGoodLooks(journey, page)
    chats.setMood('team', 'ok')
    // Tests that follow each other within seconds are one test.
    await until(async () => {
      await test.click()
      return chats.received.length > 0
    })
    await panel.getByText('Activo').waitFor()
  })

  it('sets up a bot, connects a chat with it, and sets quiet hours', async () => {
    const bot = page.getByRole('region', { name: 'Bot de Telegram' })
    await bot.getByRole('textbox', { name: 'Token del bot' }).fill(BOT_TOKEN)
    await bot.getByRole('button', { name: 'Guardar bot' }).click()
    await bot.getByText('Activo: @red_rtk_bot').waitFor()
    await page.goto(journey.at('/console/account'))
    const panel = page.getByRole('region', { name: 'Mis canales de alertas' })
    await panel.getByRole('button', { name: 'Conectar Telegram' }).click()
    const dialog = page.getByRole('dialog', { name: 'Conectar Telegram' })
    const link = await dialog.getByRole('link', { name: 'Abrir Telegram' }).getAttribute('href')
    await expectGoodLooks(journey, page)
    telegram.write(7, `/start ${new URL(link!).searchParams.get('start')}`)
    await panel.getByText('Eva', { exact: true }).waitFor()
    await until(() => telegram.sent.some(({ text }) => text.includes('recibe desde ahora')))
    await panel.getByRole('button', { name: 'Ajustes del canal Eva' }).click()
    const rules = page.getByRole('dialog', { name: 'Ajustes del canal Eva' })
    await rules.getByRole('switch', { name: 'Horario de silencio' }).click()
    await rules.getByLabel('Desde').fill('23:30')
    await expectGoodLooks(journey, page)
    await rules.getByRole('button', { name: 'Guardar' }).click()
    await rules.waitFor({ state: 'hidden' })
    const { body } = await journey.ask(page, 'GET', '/channels?of=own')
    expect(body.channels).toMatchObject([{ service: 'telegram', quiet: { from: '23:30', to: '07:00' } }])
    await expectGoodLooks(journey, page)
  })

  it('adds a host, who confirms on a page of their own, and leaves', async () => {
    const { code, name, lat, lng } = STATIONS.cdmx
    const { body } = await journey.ask(page, 'POST', '/stations', { code, name, lat, lng })
    const { id } = body.station
    await page.goto(journey.at(`/console/stations/${id}?tab=hosts`))
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('textbox', { name: 'Nombre' }).fill('Eva')
    await drawer.getByRole('textbox', { name: 'Correo electrónico' }).fill('eva@example.mx')
    await drawer.getByRole('button', { name: 'Agregar anfitrión' }).click()
    await drawer.getByText('Sin confirmar', { exact: true }).waitFor()
    await expectGoodLooks(journey, page)
    await until(() => mails.received.length > 0)
    const [, key] = /\/host\/([0-9A-Za-z]{24})/.exec(mails.received[0]!.text)!

    const visitor = await journey.window()
    await visitor.goto(journey.at(`/host/${key}`))
    await visitor.getByRole('button', { name: 'Sí, confirmar' }).click()
    await visitor.getByText(/recibe un correo si la estación/).waitFor()
    await visitor.getByRole('heading', { name: new RegExp(code) }).waitFor()
    await expectGoodLooks(journey, visitor, 'both')
    expect((await listHostsOf(journey.db, id))[0]!.confirmedAt).not.toBeNull()
    await confirmHost({ db: journey.db, now: new Date() }, key!)
    await visitor.getByRole('button', { name: 'Dejar de seguir la estación' }).click()
    await visitor.getByRole('dialog').getByRole('button', { name: 'Dejar de seguir la estación' }).click()
    await visitor.getByText(/se borraron sus datos/).waitFor()
    await visitor.reload()
    await visitor.getByText(/Este enlace no es válido/).waitFor()
    expect(journey.complaints).toEqual([])
  })
})
