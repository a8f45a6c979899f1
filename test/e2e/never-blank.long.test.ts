// A page is never blank, in a real browser: failures are shown and leave the rest working, code replaced by an upgrade
// is reloaded, a session that ends loses no input, and an unknown address shows a page.
import type { Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { stepAt, totpCode } from '../../src/domain/people/totp.ts'
import { fromBase32 } from '../http/console/support.ts'
import { until } from '../support/process.ts'
import { expectGoodLooks, violations } from './looks.ts'
import { hasChromium, Journey, PASSWORD, type Person } from './support.ts'

let journey: Journey
let admin: Person

const SCRIPTS = '**/assets/*.js'
/** A string that only the chunk of the section "System" contains. */
const OF_SYSTEM = '/system/nodes/drain'

/** Answers requests for that chunk with `answer`, always or until the page is reloaded. Other requests pass through. */
async function onSystemChunk(
  page: Page,
  answer: Parameters<Route['fulfill']>[0],
  { onlyUntilReload = false } = {},
): Promise<void> {
  let isOver = false
  // A browser may request a chunk twice, as a preload and on import, so requests are not counted.
  page.on('request', (request) => {
    if (onlyUntilReload && request.isNavigationRequest()) isOver = true
  })
  await page.route(SCRIPTS, async (route) => {
    const response = await route.fetch()
    const isIt = !isOver && (await response.text()).includes(OF_SYSTEM)
    await route.fulfill(isIt ? answer : { response })
  })
}

const endSessions = ({ id }: Person) => journey.db.pool.query('delete from console_sessions where user_id = $1', [id])
const sessionDialog = (page: Page) => page.getByRole('dialog', { name: 'Su sesión terminó' })
const menu = (page: Page) => page.getByRole('navigation', { name: 'Secciones' })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

function countLoads(page: Page): () => number {
  let loads = 0
  page.on('domcontentloaded', () => {
    loads += 1
  })
  return () => loads
}

describe('a page that is never blank', { skip: !hasChromium }, () => {
  beforeAll(async () => {
    journey = await Journey.start()
    admin = await journey.person('administrator')
  })
  afterEach(() => journey?.closeWindows())
  afterAll(() => journey?.stop())

  it('shows a failed section with an id that the service logs, and keeps the others working', async () => {
    const page = await journey.signIn(admin)
    await heading(page, 'Inicio').waitFor()
    await onSystemChunk(page, {
      contentType: 'text/javascript',
      body: 'export default function Broken() { throw new Error("on purpose") }',
    })
    const told = page.waitForResponse((response) => response.url().endsWith('/console/api/failures'))
    await menu(page).getByRole('link', { name: 'Sistema' }).click()
    const alert = page.getByRole('alert')
    await alert.getByText('No se pudo mostrar esta parte de la página').waitFor()
    expect((await told).status()).toBe(200)
    const { id, page: where } = (await told).request().postDataJSON()
    expect(where).toBe('/console/system')
    expect(await alert.innerText()).toContain(id)
    journey.complaints.length = 0 // React logs the error too
    await page.mouse.move(0, 0)
    await expectGoodLooks(journey, page)

    await page.unroute(SCRIPTS)
    await menu(page).getByRole('link', { name: 'Auditoría' }).click()
    await heading(page, 'Auditoría').waitFor()
    expect(await page.getByText('No se pudo mostrar esta parte de la página').count()).toBe(0)
    expect(journey.complaints).toEqual([])
  })

  it('reloads once, silently, when an upgrade has replaced a chunk', async () => {
    const page = await journey.signIn(admin)
    await heading(page, 'Inicio').waitFor()
    const loads = countLoads(page)
    await onSystemChunk(page, { status: 404, body: '' }, { onlyUntilReload: true })
    await menu(page).getByRole('link', { name: 'Sistema' }).click()
    await heading(page, 'Sistema').waitFor()
    await expect.poll(loads).toBe(1)
    journey.complaints.length = 0
  })

  it('does not reload forever when a chunk stays missing, and offers a reload', async () => {
    const page = await journey.signIn(admin)
    await heading(page, 'Inicio').waitFor()
    const loads = countLoads(page)
    await onSystemChunk(page, { status: 404, body: '' })
    await menu(page).getByRole('link', { name: 'Sistema' }).click()
    await page.getByRole('alert').getByText('No se cargó una parte de la página').waitFor()
    await expect.poll(loads).toBe(1)
    await menu(page).waitFor()
    await page.unroute(SCRIPTS)
    await page.getByRole('button', { name: 'Recargar la página' }).click()
    await heading(page, 'Sistema').waitFor()
    await expect.poll(loads).toBe(2)
    journey.complaints.length = 0
  })

  it('says in both languages that the app could not load, with a way to retry', async () => {
    const page = await journey.window()
    await page.route('**/assets/console-*.js', (route) => route.fulfill({ status: 404, body: '' }))
    await page.goto(journey.at('/console/'))
    await page.getByText('The page could not be loaded.').waitFor()
    await page.unroute('**/assets/console-*.js')
    await page.getByRole('link', { name: 'Intentar de nuevo' }).click()
    await heading(page, 'Inicie sesión').waitFor()
    journey.complaints.length = 0
  })

  it('shows missing input at its field, and creates the first organisation in place', async () => {
    const page = await journey.signIn(admin, {}, '/credentials/new')
    const form = page.getByRole('dialog', { name: 'Emitir una credencial' })
    const issue = form.getByRole('button', { name: 'Emitir' })
    await form.getByText('Aún no hay organizaciones').waitFor()
    await issue.click()
    await form.getByText('Primero cree la organización').waitFor()
    await expectGoodLooks(journey, page)
    await form.getByLabel('Organización').fill('Geodesia del Norte')
    await form.getByRole('button', { name: 'Crear organización' }).click()
    const choice = form.getByRole('combobox', { name: 'Organización' })
    await expect.poll(() => choice.inputValue()).toBe('Geodesia del Norte')
    // Clicking the selected option does not clear it.
    await choice.click()
    await page.getByRole('option', { name: 'Geodesia del Norte' }).click()
    expect(await choice.inputValue()).toBe('Geodesia del Norte')
    await issue.click()
    await page.getByText('Credencial emitida').waitFor()
    // This machine is no place for a customer's receiver to look for the caster: every page says so from now on.
    await page.getByText('solo funciona en este equipo').waitFor()
    expect(journey.complaints).toEqual([])
  })

  it('asks for the password in place when the session ends while a form is open, and repeats the request', async () => {
    const page = await journey.signIn(admin, {}, '/people/owners/new')
    await page.locator('input[name=name]').fill('Topografía Ocampo')
    await endSessions(admin)
    await page.getByRole('dialog').getByRole('button', { name: 'Agregar', exact: false }).click()
    await sessionDialog(page).waitFor()
    await expectGoodLooks(journey, page)
    await page.getByRole('button', { name: 'Entrar y continuar' }).click()
    await sessionDialog(page).getByText('Obligatorio.').waitFor()
    await sessionDialog(page).locator('input[name=password]').fill('wrong wrong wrong')
    await page.getByRole('button', { name: 'Entrar y continuar' }).click()
    await page.getByText('El correo o la contraseña no son correctos.').waitFor()
    await sessionDialog(page).locator('input[name=password]').fill(PASSWORD)
    await page.getByRole('button', { name: 'Entrar y continuar' }).click()
    await page.getByRole('heading', { name: 'Topografía Ocampo' }).waitFor()
    expect(journey.complaints).toEqual([])
  })

  it('asks for the second factor too, as soon as the session ends, and keeps the input', async () => {
    const operator = await journey.person('operator')
    const page = await journey.signIn(operator, {}, '/stations/new')
    const started = await journey.ask(page, 'POST', '/account/second-factor', { password: PASSWORD })
    const code = totpCode(fromBase32(started.body.secret), stepAt(new Date()))
    const { recoveryCodes } = (await journey.ask(page, 'POST', '/account/second-factor/confirm', { code })).body
    await page.locator('input[name=code]').fill('NUEVA')
    await page.locator('input[name=name]').fill('Estación nueva')
    await endSessions(operator)
    await sessionDialog(page).locator('input[name=password]').fill(PASSWORD)
    await page.getByRole('button', { name: 'Entrar y continuar' }).click()
    await sessionDialog(page).getByLabel('Código de su aplicación').fill(recoveryCodes[0])
    await page.getByRole('button', { name: 'Entrar y continuar' }).click()
    await sessionDialog(page).waitFor({ state: 'detached' })
    expect(await page.locator('input[name=code]').inputValue()).toBe('NUEVA')
    expect(await page.locator('input[name=name]').inputValue()).toBe('Estación nueva')
    await endSessions(operator)
    await page.getByRole('button', { name: 'Salir sin guardar' }).click()
    await heading(page, 'Inicie sesión').waitFor()
    expect(journey.complaints).toEqual([])
  })

  it('asks for the password again after a late code, and still keeps the input', async () => {
    const operator = await journey.person('operator', undefined, 'late@example.mx')
    const page = await journey.signIn(operator, {}, '/stations/new')
    const started = await journey.ask(page, 'POST', '/account/second-factor', { password: PASSWORD })
    const code = totpCode(fromBase32(started.body.secret), stepAt(new Date()))
    const { recoveryCodes } = (await journey.ask(page, 'POST', '/account/second-factor/confirm', { code })).body
    await page.locator('input[name=name]').fill('Estación nueva')
    await endSessions(operator)
    const dialog = sessionDialog(page)
    const password = dialog.locator('input[name=password]')
    const codeField = dialog.getByLabel('Código de su aplicación')
    const enter = page.getByRole('button', { name: 'Entrar y continuar' })
    await password.fill(PASSWORD)
    await enter.click()
    await codeField.fill(recoveryCodes[0])
    await endSessions(operator) // simulates an expired session
    await enter.click()
    await dialog.getByText('Inicie sesión de nuevo').waitFor()
    expect(await password.inputValue()).toBe('')
    expect(await password.evaluate((field) => field === document.activeElement)).toBe(true)
    await expectGoodLooks(journey, page)
    await password.fill(PASSWORD)
    await enter.click()
    await codeField.fill(recoveryCodes[0])
    await enter.click()
    await dialog.waitFor({ state: 'detached' })
    expect(await page.locator('input[name=name]').inputValue()).toBe('Estación nueva')
    expect(journey.complaints).toEqual([])
  })

  it('keeps a draft update while a colleague adds another to the same notice', async () => {
    const page = await journey.signIn(admin)
    const note = (stage: string, text: string) => ({ stage, paragraphs: [text], mail: false })
    const notice = { title: 'Norte', impact: 'degraded', stationIds: [], ...note('investigating', 'Lo vemos.') }
    const { id } = (await journey.ask(page, 'POST', '/incidents', notice)).body.incident
    await page.goto(journey.at(`/console/incidents/${id}`))
    const drawer = page.getByRole('dialog', { name: 'Norte' })
    const text = drawer.getByLabel('Mensaje')
    const stage = drawer.getByRole('combobox', { name: 'Situación' })
    await text.fill('Una explicación larga')
    await journey.ask(page, 'POST', `/incidents/${id}/notes`, note('monitoring', 'De un colega'))
    // Returning from another window refetches the page.
    await until(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
      return drawer.getByText('De un colega').isVisible()
    })
    expect(await text.inputValue()).toBe('Una explicación larga')
    // The user chose no stage, so the form follows the colleague's change.
    expect(await stage.inputValue()).toBe('En observación')
    await drawer.getByRole('button', { name: 'Publicar actualización' }).click()
    await page.getByText('Se publicó la actualización.').waitFor()
    expect(await text.inputValue()).toBe('')
    const { incident } = (await journey.ask(page, 'GET', `/incidents/${id}`)).body
    expect(incident.notes.at(-1)).toMatchObject({ stage: 'monitoring', text: 'Una explicación larga' })
    expect(journey.complaints).toEqual([])
  })

  it('shows a page with the operator’s name at an unknown address, in both languages', async () => {
    const page = await journey.window()
    expect((await page.goto(journey.at('/no/hay/nada')))!.status()).toBe(404)
    await heading(page, 'Página no encontrada').waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await violations(journey, page), colorScheme).toEqual([])
    }
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.getByRole('link', { name: 'English' }).click()
    await heading(page, 'Page not found').waitFor()
    await page.getByRole('link', { name: /^Go to / }).click()
    await page.waitForURL(journey.at('/'))
    expect(journey.complaints).toEqual([])
  })
})
