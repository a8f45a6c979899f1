import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readOperatorSettings } from '../../src/store/network/operator-settings.ts'
import { SECTIONS, SETTING_FIELDS, sectionOf, spot } from '../../web/src/sections/settings/frame/fields.ts'
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

  const save = (page: Page) => page.getByRole('button', { name: 'Guardar cambios' }).click()
  const bar = (page: Page) => page.getByRole('region', { name: 'Cambios sin guardar' })

  const accentOf = () => getComputedStyle(document.documentElement).getPropertyValue('--accent-deep').trim()

  it('show logo and colour at once, here and on the public pages', async () => {
    const page = await journey.signIn(admin, {}, '/settings/brand')
    const logo = page.getByRole('region', { name: 'Logotipo para fondo claro' })
    const choosing = page.waitForEvent('filechooser')
    await logo.getByRole('button', { name: 'Elegir imagen' }).click()
    await (await choosing).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png(64) })
    await page.locator('header img[src^="/brand/"]').waitFor()
    await page.getByLabel('Color', { exact: true }).fill('#ffcc00')
    await page.getByText('ahí se usa #7f6600').waitFor()
    await save(page)
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
    const page = await journey.signIn(admin, {}, '/settings/brand')
    const logo = page.getByRole('region', { name: 'Logotipo para fondo oscuro' })
    const choosing = page.waitForEvent('filechooser')
    await logo.getByRole('button', { name: 'Elegir imagen' }).click()
    const buffer = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>window.stolen=1</script></svg>')
    await (await choosing).setFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer })
    await logo.getByText('Guarde el logotipo como PNG.').waitFor()
  })

  it('accept a mail server and test it', async () => {
    const mails = await mailServer()
    const page = await journey.signIn(admin, {}, '/settings/mail')
    const panel = page.getByRole('region', { name: 'Correo' })
    await panel.getByLabel('Servidor SMTP').fill('127.0.0.1')
    await panel.getByLabel('Puerto').fill(String(mails.port))
    await save(page)
    await panel.getByRole('button', { name: 'Enviar correo de prueba' }).click()
    await panel.getByText('Aceptado por el servidor').waitFor()
    const [mail] = mails.received
    expect(mail!.recipients).toEqual([admin.email])
    expect(mail!.html).toContain('border-bottom: 2px solid #7f6600')
    expect(mail!.html).toContain('cid:logo')
    expect(mail!.parts.some(({ headers }) => headers['content-id'] === '<logo>')).toBe(true)
  })

  it('set the language and the times of customer mails', async () => {
    const page = await journey.signIn(admin, {}, '/settings/mail')
    const form = page.locator('form', { has: page.getByLabel('Recordatorios a clientes') })
    expect(await form.getByLabel('Idioma de los correos a clientes').inputValue()).toBe('Español')
    await form.getByLabel('Idioma de los correos a clientes').click()
    await page.getByRole('option', { name: 'Inglés' }).click()
    for (const name of ['14 días antes', 'Al vencer']) {
      await form.getByLabel('Recordatorios a clientes').fill(name)
      await page.getByRole('option', { name, exact: true }).click()
    }
    await save(page)
    await page.getByText('Se guardaron los ajustes.').waitFor()
    expect(await readOperatorSettings(journey.db)).toMatchObject({ customerLanguage: 'en', reminderDays: [14, 7, 1] })
  })

  it('show the bank details, and open and close the public pages', async () => {
    const page = await journey.signIn(admin, {}, '/settings/payments')
    const bank = page.getByRole('region', { name: 'Transferencia bancaria' })
    expect(await bank.getByLabel('Datos bancarios').inputValue()).toBe('Banco Uno')
    expect((await page.request.get(journey.at('/shop'))).status()).toBe(404)
    const open = page.getByRole('region', { name: 'Tienda' })
    await open.getByRole('switch', { name: 'Tienda abierta' }).click({ force: true })
    await open.getByRole('link', { name: 'Abrir /shop' }).waitFor()
    expect((await page.request.get(journey.at('/shop'))).status()).toBe(200)
    await page.getByRole('navigation', { name: 'Ajustes' }).getByRole('link', { name: 'Red' }).click()
    const map = page.getByRole('region', { name: 'Mapa' })
    await map.getByLabel('URL de las teselas').fill('https://tiles.example.mx/{z}/{x}/{y}.png')
    await map.getByLabel('Atribución').fill('© Alguien')
    await save(page)
    await expect
      .poll(async () => (await page.request.get(journey.at('/status'))).headers()['content-security-policy'])
      .toContain("img-src 'self' data: https://tiles.example.mx;")
    await map.getByLabel('URL de las teselas').fill('')
    await save(page)
  })

  it('show one save bar, only while something is changed, and keep changes across sections', async () => {
    const page = await journey.signIn(admin, {}, '/settings')
    const sections = page.getByRole('navigation', { name: 'Ajustes' })
    await page.getByLabel('Nombre de la red').fill('Red del bajío')
    await bar(page).getByText('Hay cambios sin guardar: Red.').waitFor()
    await sections.getByRole('link', { name: 'Caster y VRS' }).click()
    await page.getByLabel('Puerto público del caster').fill('99999')
    await sections.getByRole('link', { name: 'Acceso' }).click()
    await bar(page).getByText('Hay cambios sin guardar: Red, Caster y VRS.').waitFor()
    // The wrong port leads to its section; what is right is saved.
    await save(page)
    await page.getByLabel('Puerto público del caster').waitFor()
    await bar(page).getByText('Hay cambios sin guardar: Caster y VRS.').waitFor()
    expect((await journey.ask(page, 'GET', '/settings')).body.network.name).toBe('Red del bajío')
    await bar(page).getByRole('button', { name: 'Descartar' }).click()
    await bar(page).waitFor({ state: 'detached' })
    expect(await page.getByLabel('Puerto público del caster').inputValue()).toBe('')
    await page.getByLabel('Puerto público del caster').fill('2102')
    await page.getByLabel('Puerto público del caster').press('Enter')
    await bar(page).waitFor({ state: 'detached' })
    expect((await journey.ask(page, 'GET', '/settings')).body.network.casterPort).toBe(2102)
  })

  it('are all found by the search, which leads to the control', async () => {
    const page = await journey.signIn(admin)
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Busque, o escriba').fill('quiet')
    await page.getByText('Sin resultados.').waitFor()
    await page.getByPlaceholder('Busque, o escriba').fill('datos bancarios')
    await page.getByRole('button', { name: /Datos bancarios/ }).click()
    await page.waitForURL('**/settings/payments')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.id), { timeout: 90_000 })
      .toBe('setting-bankDetails')
    for (const section of SECTIONS) {
      await page.goto(journey.at(`/console/settings/${section}`))
      for (const field of SETTING_FIELDS.filter((field) => sectionOf(field) === section))
        await page.locator(`#${spot(field).id}`).waitFor({ state: 'attached' })
    }
  })

  it('tell a reseller that the page is not for them, without code names', async () => {
    const page = await journey.signIn(await journey.person('reseller', 'Topógrafos del Bajío'), {}, '/settings')
    await page.getByText('Su rol no la incluye').waitFor()
    expect(await page.locator('main').innerText()).not.toContain('settings.')
    journey.complaints.length = 0
  })

  it('are accessible in both themes and on a phone', async () => {
    const page = await journey.signIn(admin, {}, '/settings')
    for (const section of SECTIONS) {
      await page.goto(journey.at(`/console/settings/${section}`))
      await page.locator('main h2').first().waitFor()
      await faded(page)
      expect(await violations(journey, page), section).toEqual([])
    }
    await page.goto(journey.at('/console/settings'))
    await page.getByLabel('Nombre de la red').fill('Red del norte')
    await bar(page).waitFor()
    await expectGoodLooks(journey, page)
    expect(journey.complaints).toEqual([])
  })
})
