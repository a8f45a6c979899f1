// Public notices about an incident: from the operator to the public page and the subscribers.
import { describe, expect, it, onTestFinished } from 'vitest'
import { mailServer } from '../support/mail-server.ts'
import { until } from '../support/process.ts'
import { expectGoodLooks } from './looks.ts'
import { hasChromium, Journey } from './support.ts'

const LINK = /https?:\/\/\S+\/status\/subscription\/\w{24}/

describe('public notices', { skip: !hasChromium }, () => {
  it('can be subscribed to, published, viewed, mailed, updated, resolved and unsubscribed from', async () => {
    const mail = await mailServer()
    const journey = await Journey.start({ SMTP_URL: mail.url })
    onTestFinished(() => journey.stop())
    const desk = await journey.signIn(await journey.person('operator'))
    const place = { federalState: 'Guanajuato', lat: 21.1, lng: -101.6 }
    await journey.ask(desk, 'POST', '/stations', { code: 'LEON', name: 'León', mountpoint: 'LEON', ...place })
    const reader = await journey.window()

    await reader.goto(journey.at('/status'))
    await reader.getByLabel('Su correo electrónico').fill('ana@example.mx')
    await reader.getByRole('button', { name: 'Suscribirme' }).click()
    await reader.getByText('Enviamos un correo a ana@example.mx').waitFor()
    await until(() => mail.received.length === 1)
    await reader.goto(journey.at(new URL(LINK.exec(mail.received[0]!.text)![0]).pathname))
    await reader.getByRole('button', { name: 'Sí, suscribirme' }).click()
    await reader.getByText('ana@example.mx quedó suscrito a los avisos').waitFor()
    await expectGoodLooks(journey, reader)

    await desk.getByRole('link', { name: 'Incidentes' }).click()
    await desk.getByText('1 suscriptor por correo').waitFor()
    await desk.getByRole('link', { name: 'Nuevo incidente' }).click()
    const form = desk.getByRole('dialog')
    await form.getByLabel('Título').fill('Sin correcciones en León')
    await form.getByRole('combobox', { name: 'Tipo' }).click()
    await desk.getByRole('option', { name: 'Interrupción' }).click()
    await form.getByLabel('Estaciones afectadas').first().click()
    await desk.getByRole('option', { name: 'LEON · León' }).click()
    await form.getByLabel('Mensaje').fill('Se fue la luz en el sitio.\nHabrá noticias a las 14:00.')
    await form.getByRole('button', { name: 'Publicar', exact: true }).click()
    await desk.getByText('Se publicó el incidente.').waitFor()
    await until(() => mail.received.length === 2)
    expect(mail.received[1]!.text).toContain('Se fue la luz en el sitio.')

    await reader.goto(journey.at('/status'))
    // The page is generated every 15 s, however many visitors there are.
    await expect
      .poll(async () => {
        await reader.reload()
        await reader.getByText('Actualizado').waitFor()
        return reader.getByRole('heading', { name: 'Sin correcciones en León' }).count()
      })
      .toBe(1)
    await reader.getByText('Habrá noticias a las 14:00.').waitFor()
    // Nothing is measured, but the incident is known.
    const verdict = reader.getByRole('region', { name: 'Estado de la red', exact: true })
    await verdict.getByText('Hay un incidente en curso').waitFor()
    await verdict.getByText('1 sin medición', { exact: true }).waitFor()
    const feed = await reader.getByRole('link', { name: 'Incidentes como canal Atom' }).getAttribute('href')
    expect(await (await reader.request.get(journey.at(feed!))).text()).toContain('Sin correcciones en León')
    const row = reader.getByRole('article', { name: 'LEON León' })
    expect((await row.boundingBox())!.height).toBeLessThan(60)
    await row.getByRole('button', { name: /tabla/ }).click()
    await row.getByRole('table').waitFor()
    await row.getByRole('button', { name: /tabla/ }).click()
    await expectGoodLooks(journey, reader)
    const badge = reader.getByRole('img', { name: 'Estado de la red' })
    expect(await badge.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(80)

    const update = desk.getByRole('dialog')
    await update.getByRole('combobox', { name: 'Situación' }).click()
    await desk.getByRole('option', { name: 'Resuelto' }).click()
    await update.getByLabel('Mensaje').fill('Volvió la luz.')
    await update.getByRole('button', { name: 'Publicar actualización' }).click()
    await desk.getByText('Se publicó la actualización.').waitFor()
    await until(() => mail.received.length === 3)
    expect(mail.received[2]!.headers.subject).toContain('(Resuelto)')
    await expectGoodLooks(journey, desk)

    await reader.goto(journey.at(new URL(LINK.exec(mail.received[2]!.text)![0]).pathname))
    await reader.getByRole('button', { name: 'Cancelar la suscripción' }).click()
    await reader.getByText('ana@example.mx ya no recibe avisos.').waitFor()
    await reader.reload()
    await reader.getByText('Esta suscripción no existe').first().waitFor()
    expect(journey.complaints).toEqual([])
  })
})
