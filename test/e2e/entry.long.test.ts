// Signing in with a real browser: the first administrator, the second factor, sessions that end, both languages.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { linkUrl } from '../../src/domain/people/login-link.ts'
import { stepAt, totpCode } from '../../src/domain/people/totp.ts'
import { fromBase32 } from '../http/console/support.ts'
import { expectGoodLooks } from './looks.ts'
import { hasChromium, Journey, PASSWORD } from './support.ts'

let journey: Journey

describe('signing in', { skip: !hasChromium }, () => {
  beforeAll(async () => {
    journey = await Journey.start()
  })
  afterEach(() => journey?.closeWindows())
  afterAll(() => journey?.stop())

  it('creates the first administrator with the setup link, which works once', async () => {
    const link = linkUrl(journey.baseUrl, 'setup', (await journey.service.makeSetupToken())!)
    const page = await journey.window()
    await page.goto(link)
    await page.getByLabel('Su nombre').waitFor()
    await expectGoodLooks(journey, page)
    await page.getByLabel('Nombre de la red').fill('Red de pruebas')
    await page.getByLabel('Su nombre').fill('Ana Torres')
    await page.getByLabel('Correo electrónico').fill('ana@example.mx')
    const password = page.locator('input[name=password]')
    await password.pressSequentially('too short')
    // It can be pressed, and nothing is sent.
    await page.getByRole('button', { name: 'Crear cuenta' }).click()
    await page.getByText('Debe tener al menos 12 caracteres.').waitFor()
    // The password is typed once, and can be read.
    await password.fill(PASSWORD)
    await page.getByRole('button', { name: 'Mostrar u ocultar la contraseña' }).click()
    expect(await password.getAttribute('type')).toBe('text')
    await page.getByRole('button', { name: 'Crear cuenta' }).click()
    await page.getByRole('navigation', { name: 'Secciones' }).waitFor()
    expect(new URL(page.url()).hash).toBe('')

    const another = await journey.window()
    await another.goto(link)
    await another.getByLabel('Nombre de la red').fill('Otra red')
    await another.getByLabel('Su nombre').fill('Otro')
    await another.getByLabel('Correo electrónico').fill('otro@example.mx')
    await another.locator('input[type=password]').fill(PASSWORD)
    await another.getByRole('button', { name: 'Crear cuenta' }).click()
    await another.getByText('El enlace ya se usó o venció').waitFor()
  })

  it('explains a wrong password, and keeps the input', async () => {
    const page = await journey.window()
    await page.goto(journey.at('/console/stations'))
    await page.getByLabel('Correo electrónico').fill('ana@example.mx')
    await page.locator('input[name=password]').fill('wrong wrong wrong')
    await page.getByRole('button', { name: 'Entrar' }).click()
    await page.getByText('El correo o la contraseña no son correctos.').waitFor()
    expect(await page.getByLabel('Correo electrónico').inputValue()).toBe('ana@example.mx')
    await page.locator('input[name=password]').fill(PASSWORD)
    await page.getByRole('button', { name: 'Entrar' }).click()
    // The page that was requested before the login.
    await page.getByRole('heading', { level: 1, name: 'Estaciones' }).waitFor()
  })

  it("uses the browser's language, and the other one after a click, even after a reload", async () => {
    const page = await journey.window({ locale: 'en-US' })
    await page.goto(journey.at('/console/'))
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('en')
    await page.getByRole('button', { name: 'Español' }).click()
    await page.getByRole('heading', { name: 'Inicie sesión' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Inicie sesión' }).waitFor()
  })

  it('asks for a second factor once it is set up', async () => {
    const person = await journey.person('operator')
    const page = await journey.signIn(person, {}, '/account')
    const started = await journey.ask(page, 'POST', '/account/second-factor', { password: PASSWORD })
    const code = totpCode(fromBase32(started.body.secret), stepAt(new Date()))
    const confirmed = await journey.ask(page, 'POST', '/account/second-factor/confirm', { code })
    const { recoveryCodes } = confirmed.body
    expect(recoveryCodes).toHaveLength(10)

    const fresh = await journey.window()
    await fresh.goto(journey.at('/console/'))
    await fresh.locator('input[name=email]').fill(person.email)
    await fresh.locator('input[name=password]').fill(PASSWORD)
    await fresh.getByRole('button', { name: 'Entrar' }).click()
    await fresh.getByRole('heading', { name: 'Segundo factor' }).waitFor()
    expect((await journey.ask(fresh, 'GET', '/me')).status).toBe(401)
    await fresh.getByLabel('Código').fill(recoveryCodes[0])
    await fresh.getByRole('button', { name: 'Verificar' }).click()
    await fresh.getByRole('navigation', { name: 'Secciones' }).waitFor()
  })

  it('lets an invited person choose a password with a link, once, and shows what the role allows', async () => {
    const admin = await journey.signIn({ email: 'ana@example.mx' })
    const wish = { email: 'luis@example.mx', name: 'Luis', role: 'viewer' }
    const { link } = (await journey.ask(admin, 'POST', '/users', wish)).body
    const page = await journey.window()
    await page.goto(link.url)
    await page.getByText('Para luis@example.mx.').waitFor()
    await expectGoodLooks(journey, page)
    await page.locator('input[type=password]').fill(PASSWORD)
    await page.getByRole('button', { name: 'Guardar y entrar' }).click()
    await page.getByRole('navigation', { name: 'Secciones' }).waitFor()
    expect(await page.getByRole('link', { name: 'Usuarios' }).count()).toBe(0)
    const again = await journey.window()
    await again.goto(link.url)
    await again.getByText('El enlace ya se usó o venció').waitFor()
  })

  it('ends on the open page at once when an administrator ends the session', async () => {
    const viewer = await journey.person('viewer')
    const page = await journey.signIn(viewer)
    const admin = await journey.signIn({ email: 'ana@example.mx' })
    expect((await journey.ask(admin, 'DELETE', `/users/${viewer.id}/sessions`)).status).toBe(200)
    // The live connection ends with the session, and the page shows the login.
    await page.getByRole('heading', { name: 'Inicie sesión' }).waitFor()
  })

  it('leaves nothing behind after signing out', async () => {
    const page = await journey.signIn({ email: 'ana@example.mx' })
    await page.getByRole('button', { name: 'Ana Torres' }).click()
    await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click()
    await page.getByRole('heading', { name: 'Inicie sesión' }).waitFor()
    // Only the cookie that marks a known device remains. It grants no access.
    expect((await page.context().cookies()).map(({ name }) => name)).toEqual(['vertice-device'])
    expect((await journey.ask(page, 'GET', '/me')).status).toBe(401)
  })

  it('causes no browser errors on any page, and no violation of the content security policy', () => {
    expect(journey.complaints).toEqual([])
  })
})
