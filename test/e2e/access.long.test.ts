import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { stepAt, totpCode } from '../../src/domain/people/totp.ts'
import { fromBase32 } from '../http/console/support.ts'
import { expectGoodLooks } from './looks.ts'
import { hasChromium, Journey, PASSWORD, type Person } from './support.ts'

let journey: Journey
let admin: Person

/** Simulates a password confirmation that is long past. */
const forgetConfirmation = () => journey.db.pool.query('update console_sessions set confirmed_at = null')

const setSecondFactor = (role: string, rule: string) =>
  journey.db.pool.query('update role_policies set second_factor = $2 where role = $1', [role, rule])

const confirmDialog = (page: Page) => page.getByRole('dialog', { name: 'Confirme que es usted' })

describe('account protection', { skip: !hasChromium }, () => {
  beforeAll(async () => {
    journey = await Journey.start()
    admin = await journey.person('administrator')
    await journey.person('reseller', 'Geomática del Sur')
  })
  afterEach(() => journey?.closeWindows())
  afterAll(() => journey?.stop())

  it('asks for the password again before a token is created, and then continues', async () => {
    const page = await journey.signIn(admin, {}, '/platform/tokens/new')
    await forgetConfirmation()
    await page.getByLabel('Nombre').fill('ERP de ventas')
    await page.getByRole('combobox', { name: 'Organización' }).last().click()
    await page.getByRole('option', { name: 'Geomática del Sur' }).click()
    await page.getByLabel('Sin contraseñas').check()
    await expectGoodLooks(journey, page)
    await page.getByRole('button', { name: 'Crear token' }).click()
    await confirmDialog(page).waitFor()
    await expectGoodLooks(journey, page)
    await confirmDialog(page).locator('input[type=password]').fill('wrong wrong wrong')
    await confirmDialog(page).getByRole('button', { name: 'Confirmar' }).click()
    await confirmDialog(page).getByText('La contraseña no es correcta').first().waitFor()
    await confirmDialog(page).locator('input[type=password]').fill(PASSWORD)
    await confirmDialog(page).getByRole('button', { name: 'Confirmar' }).click()
    await page.getByRole('dialog', { name: 'Token «ERP de ventas»' }).waitFor()
    const { body } = await journey.ask(page, 'GET', '/tokens')
    expect(body.tokens).toMatchObject([{ name: 'ERP de ventas', limits: ['no_passwords', 'no_webhooks'] }])
  })

  it('changes nothing without the confirmation, and says why', async () => {
    const page = await journey.signIn(admin, {}, '/people/users')
    await forgetConfirmation()
    await page.getByRole('link', { name: 'Persona reseller' }).click()
    await page.getByRole('button', { name: 'Deshabilitar' }).click()
    // The first button opened the question.
    await page.getByRole('dialog').getByRole('button', { name: 'Deshabilitar' }).nth(1).click()
    await confirmDialog(page).getByRole('button', { name: 'Cancelar' }).click()
    await page.getByText('Esta acción requiere de nuevo su contraseña').waitFor()
    const { body } = await journey.ask(page, 'GET', '/users?role=reseller')
    expect(body.users).toMatchObject([{ disabled: false }])
  })

  it('reminds an administrator of the second factor on every page, until there is one', async () => {
    const page = await journey.signIn(admin)
    await page.getByText('Active el segundo factor').waitFor()
    await page.getByRole('link', { name: 'Activar ahora' }).click()
    await page.getByRole('heading', { level: 1, name: 'Mi cuenta' }).waitFor()
    await page.getByText('Las sesiones se cierran después de 4 horas de inactividad').waitFor()
    expect(await page.getByText('Active el segundo factor').count()).toBe(0)
  })

  it('sets the second factor rule by role, in the settings', async () => {
    const page = await journey.signIn(admin, {}, '/settings/access')
    const viewers = page.getByRole('region', { name: 'Acceso a la consola' }).locator('section').nth(2)
    await viewers.getByRole('combobox', { name: 'Segundo factor' }).click()
    await page.getByRole('option', { name: 'Obligatorio' }).click()
    await viewers.getByRole('combobox', { name: 'Cerrar sesión por inactividad después de' }).click()
    await page.getByRole('option', { name: '30 minutos' }).click()
    await viewers.getByText('La sesión se cierra después de 30 minutos de inactividad').waitFor()
    await expectGoodLooks(journey, page)
    await page.getByRole('button', { name: 'Guardar cambios' }).click()
    await page.getByText('Se guardaron los ajustes.').waitFor()
    const { body } = await journey.ask(page, 'GET', '/settings/access')
    expect(body.roles.viewer).toMatchObject({ secondFactor: 'required', idleMinutes: 30 })
  })

  it('requires the setup of a mandatory second factor first, and then asks for it', async () => {
    await setSecondFactor('operator', 'required')
    const operator = await journey.person('operator')
    const page = await journey.window()
    await page.goto(journey.at('/console/stations'))
    await page.locator('input[name=email]').fill(operator.email)
    await page.locator('input[name=password]').fill(PASSWORD)
    await page.getByRole('button', { name: 'Entrar' }).click()
    await page.getByRole('heading', { level: 1, name: 'Active el segundo factor' }).waitFor()
    expect((await journey.ask(page, 'GET', '/stations')).body.code).toBe('second_factor_required')
    await page.mouse.move(0, 0)
    await expectGoodLooks(journey, page)

    await page.getByRole('button', { name: 'Configurar' }).click()
    await page.getByRole('dialog').locator('input[type=password]').fill(PASSWORD)
    await page.getByRole('button', { name: 'Continuar' }).click()
    const key = await page.getByRole('dialog').locator('.code').first().innerText()
    const code = totpCode(fromBase32(key.replaceAll(' ', '')), stepAt(new Date()))
    await page.getByLabel('Código que muestra la aplicación').fill(code)
    await page.getByRole('button', { name: 'Activar' }).click()
    await page.getByRole('dialog', { name: 'Códigos de recuperación' }).waitFor()
    // The codes stay visible until the user has stored them, even if the page refetches.
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await page.getByRole('button', { name: 'Ya guardé una copia' }).click()
    await page.getByRole('heading', { level: 1, name: 'Estaciones' }).waitFor()
    expect(journey.complaints).toEqual([])
  })
})
