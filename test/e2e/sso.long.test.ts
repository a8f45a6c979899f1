import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CLIENT_ID, CLIENT_SECRET, OidcProvider } from '../support/oidc-provider.ts'
import { expectGoodLooks } from './looks.ts'
import { hasChromium, Journey } from './support.ts'

let journey: Journey
let idp: OidcProvider

const rolesOf = (...groups: string[]) => ({ groups })

/** Starts at the sign-in page and chooses the person on the provider's page. */
async function enterAs(page: Page, name: string, path = '/'): Promise<void> {
  await page.goto(journey.at(`/console${path}`))
  await page.getByRole('button', { name: 'Entrar con la cuenta de su organización' }).click()
  await page.getByRole('link', { name }).click()
}
const menu = (page: Page) => page.getByRole('navigation', { name: 'Secciones' })

describe('single sign-on', { skip: !hasChromium }, () => {
  beforeAll(async () => {
    idp = await OidcProvider.start()
    const person = (name: string) => ({ name, email: `${name.toLowerCase()}@acme.example`, email_verified: true })
    idp.people.set('ana', { ...person('Ana'), ...rolesOf('rtk-admins') })
    idp.people.set('luis', { ...person('Luis'), ...rolesOf('rtk-readers') })
    idp.people.set('eva', { ...person('Eva'), ...rolesOf('accounting') })
    journey = await Journey.start({
      OIDC_ISSUER: idp.issuer,
      OIDC_CLIENT_ID: CLIENT_ID,
      OIDC_CLIENT_SECRET: CLIENT_SECRET,
      OIDC_ROLES: 'rtk-admins=administrator,rtk-readers=viewer',
    })
  })
  afterEach(() => journey?.closeWindows())
  afterAll(async () => {
    await journey?.stop()
    await idp?.stop()
  })

  it('leads to the provider and back to the requested page, with the role of the claim', async () => {
    const page = await journey.window()
    await page.goto(journey.at('/console/stations?state=down'))
    await page.getByRole('button', { name: 'Entrar con la cuenta de su organización' }).waitFor()
    await expectGoodLooks(journey, page)
    await enterAs(page, 'luis', '/stations?state=down')
    await page.getByRole('heading', { level: 1, name: 'Estaciones' }).waitFor()
    expect(new URL(page.url()).search).toBe('?state=down')
    expect((await journey.ask(page, 'GET', '/me')).body.user).toMatchObject({
      email: 'luis@acme.example',
      role: 'viewer',
    })
    expect(await menu(page).getByRole('link', { name: 'Usuarios' }).count()).toBe(0)
    await page.goBack()
    expect(page.url()).not.toContain('code=')
  })

  it('signs out through the provider’s own page and back', async () => {
    const page = await journey.window()
    await enterAs(page, 'luis')
    await page.getByRole('button', { name: 'Luis' }).click()
    await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click()
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor()
    expect(idp.signedOut?.get('id_token_hint')).toBeTruthy()
    await page.getByRole('link', { name: 'Back' }).click()
    await page.getByRole('heading', { name: 'Inicie sesión' }).waitFor()
    expect((await journey.ask(page, 'GET', '/me')).status).toBe(401)
  })

  it('explains in both languages that a person has no role, with a way to start again', async () => {
    const page = await journey.window()
    await enterAs(page, 'eva')
    await page.getByText('La cuenta eva@acme.example no tiene acceso a esta consola.').waitFor()
    await expectGoodLooks(journey, page)
    await page.getByRole('button', { name: 'English' }).click()
    await page.getByText('The account eva@acme.example has no access to this console.').waitFor()
    await page.getByRole('link', { name: 'Go to sign in' }).click()
    await page.getByRole('button', { name: 'Sign in with your organization’s account' }).waitFor()
  })

  it('reports a refusal by the provider, and an unsolicited response', async () => {
    const page = await journey.window()
    await enterAs(page, 'nobody')
    await page.getByText('El proveedor rechazó el inicio de sesión (access_denied).').waitFor()
    await page.goto(journey.at('/console/sso?code=x&state=y'))
    await page.getByText('Este inicio de sesión empezó en otro navegador').waitFor()
    expect(new URL(page.url()).search).toBe('')
  })

  it('renews an expired session in another tab, and keeps the input', async () => {
    const page = await journey.window()
    await enterAs(page, 'ana', '/people/owners/new')
    await page.locator('input[name=name]').fill('Topografía Ruiz')
    await journey.db.pool.query('delete from console_sessions')
    await page.getByRole('button', { name: 'Agregar organización' }).last().click()
    const dialog = page.getByRole('dialog', { name: 'Su sesión terminó' })
    await dialog.getByRole('link', { name: 'Continuar con la cuenta de su organización' }).waitFor()
    expect(await dialog.getByLabel('Contraseña').count()).toBe(0)
    const opening = page.context().waitForEvent('page')
    await dialog.getByRole('link', { name: 'Continuar con la cuenta de su organización' }).click()
    const tab = await opening
    await tab.getByRole('link', { name: 'ana' }).click()
    await page.getByText('Se agregó «Topografía Ruiz».').waitFor()
    expect((await journey.ask(page, 'GET', '/owners')).body.owners.map(({ name }: { name: string }) => name)).toContain(
      'Topografía Ruiz',
    )
  })

  it('reauthenticates at the provider, and then continues', async () => {
    idp.lastSeenAt = new Date(Date.now() - 3_600_000)
    const page = await journey.window()
    await enterAs(page, 'ana', '/people/users/new')
    await page.locator('input[name=name]').fill('Pablo')
    await page.locator('input[name=email]').fill('pablo@example.mx')
    await page.getByRole('button', { name: 'Invitar usuario' }).last().click()
    const dialog = page.getByRole('dialog', { name: 'Confirme que es usted' })
    const opening = page.context().waitForEvent('page')
    await dialog.getByRole('link', { name: 'Continuar con la cuenta de su organización' }).click()
    const tab = await opening
    await tab.getByText('Please show again who you are.').waitFor()
    await tab.getByRole('link', { name: 'ana' }).click()
    await page.getByRole('heading', { name: 'Enlace de invitación' }).waitFor()
    idp.lastSeenAt = null
  })

  it('marks users of the provider on the users page, and offers no password for them', async () => {
    const page = await journey.window()
    await enterAs(page, 'ana', '/people/users')
    await page
      .getByRole('button', { name: 'Luis' })
      .or(page.getByRole('link', { name: 'Luis' }))
      .first()
      .click()
    await page.getByRole('dialog', { name: 'Luis' }).getByText('SSO').waitFor()
    await page.getByText('Su proveedor de identidad define el rol y la organización').waitFor()
    await page.getByRole('button', { name: 'Deshabilitar' }).waitFor()
    expect(await page.getByRole('button', { name: 'Generar un enlace nuevo' }).count()).toBe(0)
    await expectGoodLooks(journey, page)
    await page.goto(journey.at('/console/account'))
    await page.getByText('Cambie su contraseña allí').waitFor()
    await expectGoodLooks(journey, page)
  })

  it('causes no browser errors on any page', () => {
    expect(journey.complaints).toEqual([])
  })
})
