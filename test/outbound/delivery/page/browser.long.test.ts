// The customer's page in a browser: phone and desktop, light and dark, both languages, with and without JavaScript.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { sharedBrowser } from '../../../support/browser.ts'
import { lacksChromium } from '../../../support/needs.ts'
import { type Client, STATIONS } from '../../../support/service.ts'
import { CustomerSite } from '../support.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8')
const PHONE = { width: 390, height: 844 }
const DESK = { width: 1440, height: 900 }

describe.skipIf(lacksChromium('the customer’s page in a browser'))('the page in Chromium', () => {
  let site: CustomerSite
  let client: Client
  let browser: Browser
  let origin = ''

  beforeAll(async () => {
    site = await CustomerSite.start()
    await site.service.saveStations(STATIONS.cdmx)
    client = await site.service.client()
    await site.app.listen({ port: 0, host: '127.0.0.1' })
    origin = `http://127.0.0.1:${(site.app.server.address() as AddressInfo).port}`
    browser = await sharedBrowser()
  })
  afterAll(async () => {
    await site?.stop()
  })

  async function issue(more: object = {}) {
    const wish = { segundos: 30 * 86_400, station_codigo: 'CDMX', cliente_nombre: 'María Peña', ...more }
    const { credential } = (await client.post('/credentials', wish)).body
    return { ...credential, path: origin + new URL(credential.url).pathname }
  }

  async function visit(address: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({
      viewport: PHONE,
      locale: 'es-MX',
      timezoneId: 'America/Mexico_City',
      ...options,
    })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    const foreign: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(origin)) foreign.push(request.url())
    })
    page.on('console', (message) => {
      if (/Content.Security.Policy/i.test(message.text())) foreign.push(message.text())
    })
    onTestFinished(() => expect(foreign).toEqual([]))
    await page.goto(address)
    return page
  }

  const pages = {
    station: () => issue({ label: 'Constructora-y-Topografía-'.repeat(7) }),
    network: () => issue({ station_codigo: undefined }),
    async revoked() {
      const made = await issue()
      await client.delete(`/credentials/${made.id}`)
      return made
    },
    nothing: async () => ({ path: `${origin}/c/1-nothing` }),
    recipe: async () => ({ path: `${(await issue({ station_codigo: undefined })).path}?receiver=missionplanner` }),
    lines: async () => ({ path: `${(await issue()).path}?receiver=mavproxy` }),
    command: async () => ({ path: `${(await issue()).path}?receiver=rtklib` }),
  }

  it.each([
    ['station', 'phone, light, Spanish', { viewport: PHONE, colorScheme: 'light', locale: 'es-MX' }],
    ['station', 'desk, dark, Spanish', { viewport: DESK, colorScheme: 'dark', locale: 'es-MX' }],
    ['network', 'phone, dark, English', { viewport: PHONE, colorScheme: 'dark', locale: 'en-US' }],
    ['revoked', 'desk, light, English', { viewport: DESK, colorScheme: 'light', locale: 'en-US' }],
    ['nothing', 'phone, dark, English', { viewport: PHONE, colorScheme: 'dark', locale: 'en-US' }],
    ['recipe', 'phone, light, Spanish', { viewport: PHONE, colorScheme: 'light', locale: 'es-MX' }],
    ['lines', 'desk, dark, English', { viewport: DESK, colorScheme: 'dark', locale: 'en-US' }],
    ['command', 'phone, dark, English', { viewport: PHONE, colorScheme: 'dark', locale: 'en-US' }],
  ] as const)('%s, %s: does not overflow and has no axe violations', async (name, _, options) => {
    const page = await visit((await pages[name]()).path, { ...options, bypassCSP: true }) // axe is injected
    await page.evaluate('for (const closed of document.querySelectorAll("details")) closed.open = true')
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
    await page.evaluate(AXE)
    const found = await page.evaluate(
      'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + " " + nodes[0].html))',
    )
    expect(found).toEqual([])
    expect(await page.getAttribute('html', 'lang')).toBe(options.locale.slice(0, 2))
  })

  it('hides the password until requested, copies everything, and switches the language', async () => {
    const made = await issue()
    const page = await visit(made.path, { permissions: ['clipboard-read', 'clipboard-write'] })
    const password = page.locator('.secret code')
    expect(await password.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Copiar: Contraseña' }).click()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(made.password)
    expect(await password.isVisible()).toBe(false)
    await page.locator('.secret summary').press('Enter')
    expect(await password.textContent()).toBe(made.password)
    expect(await password.isVisible()).toBe(true)
    await page.getByRole('button', { name: 'Copiar: Punto de montaje' }).click()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('CDMX_RTCM32')
    await page.getByRole('link', { name: 'English' }).click()
    await page.getByRole('heading', { name: 'NTRIP access' }).waitFor()
  })

  it('shows the steps for the chosen receiver, and the text for a program only when asked', async () => {
    const made = await issue()
    const page = await visit(made.path, { permissions: ['clipboard-read', 'clipboard-write'] })
    await page.getByRole('link', { name: 'ArduPilot (Mission Planner)' }).click()
    await page.getByRole('heading', { name: 'Pasos para ArduPilot (Mission Planner)' }).waitFor()
    const address = page.locator('.accepted pre')
    expect(await address.isVisible()).toBe(false)
    await page.getByText('Mostrar (contiene la contraseña)').click()
    expect(await address.textContent()).toContain(made.password)
    await page.locator('.accepted .copy').click()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await address.textContent())
    await page.getByRole('link', { name: 'English' }).click()
    await page.getByRole('heading', { name: 'Steps for ArduPilot (Mission Planner)' }).waitFor()
  })

  it("counts down, updates itself at the start, and shows the reader's local time", async () => {
    const starts = new Date(Math.floor(Date.now() / 1000) * 1000 + 7_000)
    const made = await issue({ inicia_at: starts.toISOString() })
    const page = await visit(made.path, { timezoneId: 'America/Tijuana' })
    expect(await page.locator('.countdown').textContent()).toMatch(/Empieza en 00:00:0\d/)
    expect(await page.getByText('(America/Tijuana)').count()).toBe(2)
    await page.getByText('Vigente', { exact: true }).waitFor({ timeout: 90_000 })
    expect(await page.locator('.countdown').textContent()).toMatch(/Quedan 29 d 23:59:\d\d/)
  })

  it('shows everything without JavaScript too', async () => {
    const made = await issue()
    const page = await visit(made.path, { javaScriptEnabled: false })
    expect(await page.locator('.countdown').textContent()).toBe('Quedan 30 días')
    expect(await page.locator('.copy:visible').count()).toBe(0)
    await page.getByText('Mostrar').click()
    expect(await page.locator('.secret code').isVisible()).toBe(true)
  })
})
