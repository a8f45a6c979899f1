import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readOperatorSettings } from '../../src/store/network/operator-settings.ts'
import { mailServer } from '../support/mail-server.ts'
import { png } from '../support/pictures.ts'
import { expectGoodLooks, faded, violations } from './looks.ts'
import { hasChromium, Journey, type Person } from './support.ts'

describe.skipIf(!hasChromium)('settings', () => {
  let journey: Journey
  let admin: Person
  beforeAll(async () => {
    journey = await Journey.start({}, { bankDetails: 'Banco Uno' })
    admin = await journey.person('administrator')
  }, 120_000)
  afterAll(() => journey.stop())
  afterEach(() => journey.closeWindows())

  const accentOf = () => getComputedStyle(document.documentElement).getPropertyValue('--accent-deep').trim()

  it('show logo and colour at once, here and on the public pages', async () => {
    const page = await journey.signIn(admin, {}, '/settings')
    const logo = page.getByRole('region', { name: 'Logotipo para fondo claro' })
    const choosing = page.waitForEvent('filechooser')
    await logo.getByRole('button', { name: 'Elegir imagen' }).click()
    await (await choosing).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png(64) })
    await page.locator('header img[src^="/brand/"]').waitFor()
    await page.getByLabel('Color', { exact: true }).fill('#ffcc00')
    await page.getByText('ahí se usa #7f6600').waitFor()
    const form = page.locator('form', { has: page.getByLabel('Color', { exact: true }) })
    await form.getByRole('button', { name: 'Guardar cambios' }).click()
    await expect.poll(() => page.evaluate(accentOf)).toBe('#7f6600')
    await faded(page)
    expect(await violations(journey, page, 'colours')).toEqual([])

    const visitor = await journey.window()
    for (const path of ['/', '/status']) {
      await visitor.goto(journey.at(path))
      await visitor.locator('header img[src^="/brand/"]').waitFor()
      expect(await visitor.evaluate(accentOf)).toBe('#7f6600')
      await visitor.locator('main h1').waitFor()
      await faded(visitor)
      expect(await violations(journey, visitor), path).toEqual([])
    }
    await visitor.goto(journey.at('/docs/es'))
    expect(await visitor.locator('.top img.logo').getAttribute('src')).toMatch(/^\/docs\/files\/logo-/)
    expect(await violations(journey, visitor)).toEqual([])
  })

  it('reject a file that is not an image, with advice', async () => {
    const page = await journey.signIn(admin, {}, '/settings')
    const logo = page.getByRole('region', { name: 'Logotipo para fondo oscuro' })
    const choosing = page.waitForEvent('filechooser')
    await logo.getByRole('button', { name: 'Elegir imagen' }).click()
    const buffer = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>window.stolen=1</script></svg>')
    await (await choosing).setFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer })
    await logo.getByText('Guarde el logotipo como PNG.').waitFor()
  })

  it('accept a mail server and test it', async () => {
    const mails = await mailServer()
    const page = await journey.signIn(admin, {}, '/settings')
    const panel = page.getByRole('region', { name: 'Correo' })
    await panel.getByLabel('Servidor SMTP').fill('127.0.0.1')
    await panel.getByLabel('Puerto').fill(String(mails.port))
    await panel.getByRole('button', { name: 'Guardar cambios' }).first().click()
    await panel.getByRole('button', { name: 'Enviar correo de prueba' }).click()
    await panel.getByText('Aceptado por el servidor').waitFor()
    const [mail] = mails.received
    expect(mail!.recipients).toEqual([admin.email])
    expect(mail!.html).toContain('border-bottom: 2px solid #7f6600')
    expect(mail!.html).toContain('cid:logo')
    expect(mail!.parts.some(({ headers }) => headers['content-id'] === '<logo>')).toBe(true)
  })

  it('set the language and the times of customer mails', async () => {
    const page = await journey.signIn(admin, {}, '/settings')
    const form = page.locator('form', { has: page.getByLabel('Recordatorios a clientes') })
    expect(await form.getByLabel('Idioma de los correos a clientes').inputValue()).toBe('Español')
    await form.getByLabel('Idioma de los correos a clientes').click()
    await page.getByRole('option', { name: 'Inglés' }).click()
    for (const name of ['14 días antes', 'Al vencer']) {
      await form.getByLabel('Recordatorios a clientes').fill(name)
      await page.getByRole('option', { name, exact: true }).click()
    }
    await form.getByRole('button', { name: 'Guardar cambios' }).click()
    await page.getByText('Se guardaron los ajustes.').waitFor()
    expect(await readOperatorSettings(journey.db)).toMatchObject({ customerLanguage: 'en', reminderDays: [14, 7, 1] })
  })

  it('show the bank details, and open and close the public pages', async () => {
    const page = await journey.signIn(admin, {}, '/settings')
    const bank = page.getByRole('region', { name: 'Transferencia bancaria' })
    expect(await bank.getByLabel('Datos bancarios').inputValue()).toBe('Banco Uno')
    expect((await page.request.get(journey.at('/shop'))).status()).toBe(404)
    const open = page.getByRole('region', { name: 'Páginas públicas' })
    await open.getByRole('switch', { name: 'Tienda' }).click({ force: true })
    await open.getByRole('link', { name: 'Abrir /shop' }).waitFor()
    expect((await page.request.get(journey.at('/shop'))).status()).toBe(200)
    const map = page.getByRole('region', { name: 'Mapa' })
    await map.getByLabel('URL de las teselas').fill('https://tiles.example.mx/{z}/{x}/{y}.png')
    await map.getByLabel('Atribución').fill('© Alguien')
    await map.getByRole('button', { name: 'Guardar cambios' }).click()
    await expect
      .poll(async () => (await page.request.get(journey.at('/status'))).headers()['content-security-policy'])
      .toContain("img-src 'self' data: https://tiles.example.mx;")
    await map.getByLabel('URL de las teselas').fill('')
    await map.getByRole('button', { name: 'Guardar cambios' }).click()
  })

  it('are accessible in both themes and on a phone', async () => {
    const page = await journey.signIn(admin, {}, '/settings')
    await page.getByRole('region', { name: 'Logotipo y color' }).waitFor()
    await expectGoodLooks(journey, page)
    expect(journey.complaints).toEqual([])
  })
})
