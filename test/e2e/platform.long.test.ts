// The section Platform as an operator uses it: a token that works at once and is revoked at once, a webhook that fails
// and is resent.
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { receiver } from '../support/receiver.ts'
import { hasChromium, Journey } from './support.ts'

let journey: Journey
let page: Page

const api = (token: string, path = '/stations') =>
  fetch(journey.at(`/api/v1${path}`), { headers: { authorization: `Bearer ${token}` } })

const chooseOwner = async () => {
  await page.getByRole('combobox', { name: 'Organización' }).last().click()
  await page.getByRole('option', { name: 'Red Norte' }).click()
}

/** Confirms that the secret is stored and returns it. The dialog shows it only once. */
async function takeSecret(): Promise<string> {
  const dialog = page.getByRole('dialog').last()
  const secret = await dialog.locator('pre').first().innerText()
  await page.keyboard.press('Escape')
  expect(await dialog.isVisible()).toBe(true)
  await dialog.getByRole('button', { name: 'Ya guardé una copia' }).click()
  return secret
}

describe('the section Platform', { skip: !hasChromium }, () => {
  beforeAll(async () => {
    journey = await Journey.start({}, {}, { webhookRetryDelaysMs: [3_600_000] })
    const admin = await journey.person('administrator')
    page = await journey.signIn(admin)
    await journey.ask(page, 'POST', '/owners', { name: 'Red Norte' })
    journey.keepWindows()
  })
  afterEach(() => journey?.closeWindows())
  afterAll(() => journey?.stop())

  it('creates a token that works with the API at once and is rejected once revoked', async () => {
    await page.getByRole('link', { name: 'Tokens' }).click()
    await page.getByRole('link', { name: 'Crear token' }).click()
    await page.getByLabel('Nombre').fill('ERP de ventas')
    await chooseOwner()
    // A preset sets the scopes; each shows its name and its code.
    await page.getByRole('radio', { name: 'Tablero de solo lectura' }).click()
    expect(await page.getByLabel('Sin contraseñas').isChecked()).toBe(true)
    expect(await page.getByLabel('Emitir credenciales provision').isChecked()).toBe(false)
    await page.getByRole('radio', { name: 'ERP' }).click()
    expect(await page.getByLabel('Emitir credenciales provision').isChecked()).toBe(true)
    expect(await page.getByLabel('Sin contraseñas').isChecked()).toBe(false)
    await page.getByRole('dialog').getByRole('button', { name: 'Crear token' }).click()
    await page.getByRole('region', { name: 'Pruébelo en una terminal' }).getByText('/api/v1/stations').waitFor()
    const secret = await takeSecret()
    expect(secret).toMatch(/^vrt_/)
    expect((await api(secret)).status).toBe(200)

    const requests = page.getByRole('table', { name: 'Solicitudes de los últimos 7 días' })
    await requests.getByRole('row', { name: /GET \/api\/v1\/stations.*200/ }).waitFor()
    await page.getByLabel('Solo errores').check()
    await page.getByText('Sin solicitudes con error').waitFor()

    await page.getByRole('row', { name: /ERP de ventas/, includeHidden: true }).waitFor()
    await page.getByRole('button', { name: 'Revocar token' }).waitFor()
    expect(await page.content()).not.toContain(secret)
    await page.getByRole('button', { name: 'Revocar token' }).click()
    const question = page.getByRole('dialog', { name: '¿Revocar «ERP de ventas»?' })
    await question.getByText('La API rechaza de inmediato').waitFor()
    await question.getByRole('button', { name: 'Revocar token' }).click()
    await page.getByText('Se revocó «ERP de ventas».').waitFor()
    expect((await api(secret)).status).toBe(401)
  })

  it('creates a webhook that fails, shows why, and is resent', async () => {
    let broken = true
    const hook = await receiver((response) => {
      response.statusCode = broken ? 500 : 204
      response.end(broken ? 'the shop is closed' : undefined)
    })
    await page.goto(journey.at('/console/platform/webhooks'))
    await page.getByRole('link', { name: 'Crear webhook' }).click()
    await chooseOwner()
    await page.getByLabel('URL').fill(hook.url)
    await page.getByRole('button', { name: 'Ejemplo: Credencial emitida' }).click()
    await page.getByRole('region', { name: 'Ejemplo: Credencial emitida' }).getByText('"credential.issued"').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Crear webhook' }).click()
    await page.getByRole('dialog', { name: 'Secreto del webhook' }).waitFor()
    expect(await takeSecret()).toMatch(/^whsec_/)
    await page.getByRole('button', { name: 'Enviar prueba' }).click()
    // The link leads to the delivery, where the result appears.
    await page.getByText('the shop is closed').waitFor()
    await page.getByText('x-service-signature', { exact: false }).first().waitFor()

    broken = false
    await page.getByRole('dialog').getByRole('button', { name: 'Intentar ahora' }).click()
    await page.getByRole('dialog').getByText('Entregada').waitFor()
    expect(hook.received.length).toBe(2)
    expect(hook.received[0]!.event.id).toBe(hook.received[1]!.event.id)

    // The list shows the result with the drawer, and resends without it.
    await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).click()
    const row = page.getByRole('table', { name: 'Entregas' }).getByRole('row', { name: /Prueba/ })
    expect(await row.innerText()).toContain('Entregada')
    await row.getByRole('button', { name: /Reenviar/ }).click()
    await vi.waitFor(() => expect(hook.received.length).toBe(3), { timeout: 90_000 })
    await page.reload()
    await page.getByRole('img', { name: 'Intentos de las últimas 24 horas: 2 entregados, 1 fallidos' }).waitFor()
  })

  it('names a disabled webhook’s missed events, and links from the audit log to the object with old and new values', async () => {
    await page.getByRole('button', { name: 'Más acciones' }).click()
    await page.getByRole('menuitem', { name: 'Desactivar' }).click()
    await page.getByText('enviar después los eventos que no recibió').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Desactivar' }).click()
    await page.getByText('«Reenviar fallidas» también envía').waitFor()

    await journey.ask(page, 'PATCH', '/owners/1', { email: 'nuevo@example.mx' })
    await page.goto(journey.at('/console/audit'))
    await page
      .getByRole('link', { name: /^Webhook http/ })
      .first()
      .waitFor()
    await page.getByText(/Sellada|Aún sin sellar/).waitFor()
    await page.getByRole('link', { name: 'Cambió una organización' }).first().click()
    const changes = page.getByRole('table', { name: 'Cambios' })
    await changes.getByRole('row', { name: /Correo.*nuevo@example\.mx/ }).waitFor()
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /^Organización / })
      .click()
    await page.waitForURL(/people\/owners\/1/)
  })

  it('causes no browser errors on any page', () => {
    expect(journey.complaints).toEqual([])
  })
})
