// The portal at /docs in a browser: every page is accessible in both languages and themes, on a phone and by keyboard;
// search works, code samples switch together, and requests can be tried.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTokenOf } from '../../src/actions/people/tokens/create.ts'
import { readAllGuides } from '../../src/http/portal/guides.ts'
import { byTest } from '../support/action-context.ts'
import { sized } from '../support/size.ts'
import { violations } from './looks.ts'
import { hasChromium, Journey } from './support.ts'

const guides = readAllGuides()
/** A start page, a translated page and one that is only in English. */
const HANDBOOK = ['', '/runbook', '/settings'].map((slug) => `/docs/es/handbook${slug}`)
const PAGES = [
  ...(['es', 'en'] as const).flatMap((language) =>
    [...guides[language].sources.keys()].map((slug) => `/docs/${language}/${slug}`.replace(/\/$/, '')),
  ),
  ...HANDBOOK,
]

const REFERENCE = /\/reference$/
/** Checking the colours of the reference's 17,000 elements takes half a minute. Every nth item covers all kinds. */
const COLOURS_OF_EVERY = sized({ ci: 10, nightly: 1 })

/** A page has the same elements and colours in both languages. */
const IN_DETAIL = sized({ ci: /^\/docs\/es/, nightly: /^/ })

/** All pages share one stylesheet, so every nth page covers the colours of each kind of element. */
const DARK_PAGES = sized({ ci: PAGES.filter((path, index) => index % 3 === 0 || REFERENCE.test(path)), nightly: PAGES })

describe.skipIf(!hasChromium)('the portal', () => {
  let journey: Journey
  beforeAll(async () => {
    journey = await Journey.start({ RATE_LIMIT_PER_MINUTE: '100000' })
  })
  afterAll(() => journey.stop())

  describe('every page', () => {
    let page: Page
    beforeAll(async () => {
      page = await journey.window({ colorScheme: 'light' })
    })

    it.each(PAGES)('%s is accessible, and fits on a phone', async (path) => {
      await page.setViewportSize({ width: 1280, height: 900 })
      await page.emulateMedia({ colorScheme: 'light' })
      await page.goto(journey.baseUrl + path)
      await page.setViewportSize({ width: 390, height: 844 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
      await page.setViewportSize({ width: 1280, height: 900 })
      if (!IN_DETAIL.test(path)) {
        expect(await violations(journey, page, 'language')).toEqual([])
        return
      }
      if (REFERENCE.test(path)) {
        expect(await violations(journey, page, 'all but colours')).toEqual([])
        await page.evaluate((every) => {
          const sections = document.querySelectorAll('section.operation')
          for (const [index, section] of sections.entries()) if (index % every !== 0) section.remove()
        }, COLOURS_OF_EVERY)
        expect(await violations(journey, page, 'colours')).toEqual([])
      } else expect(await violations(journey, page)).toEqual([])
      if (!DARK_PAGES.includes(path)) return
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await violations(journey, page, 'colours'), 'dark').toEqual([])
    })
  })

  it("uses the browser's language, and links to the same page in the other", async () => {
    const page = await journey.window({ locale: 'es-MX' })
    await page.goto(`${journey.baseUrl}/docs`)
    await page.getByRole('heading', { level: 1, name: 'Integre la API' }).waitFor()
    await page.getByRole('link', { name: 'Paginación' }).first().click()
    await page.getByRole('link', { name: 'English' }).click()
    await page.getByRole('heading', { level: 1, name: 'Paging' }).waitFor()
  })

  it('remembers the chosen theme', async () => {
    const page = await journey.window({ colorScheme: 'light' })
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    await page.goto(`${journey.baseUrl}/docs/en`)
    const light = await ground()
    await page.getByLabel('Theme').first().selectOption('dark')
    const dark = await ground()
    expect(dark).not.toBe(light)
    await page.goto(`${journey.baseUrl}/docs/en/errors`)
    expect(await ground()).toBe(dark)
  })

  it('can be searched by keyboard alone, with or without accents', async () => {
    const page = await journey.window()
    await page.goto(`${journey.baseUrl}/docs/es`)
    await page.keyboard.press('/')
    await page.keyboard.type('contrasena nueva')
    await page.locator('.found a').first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/docs\/es\/renewing#una-contrase/)
  })

  it('shows every sample in the chosen programming language', async () => {
    const page = await journey.window()
    await page.goto(`${journey.baseUrl}/docs/en/paging`)
    await page.getByRole('tab', { name: 'JavaScript' }).focus()
    await page.keyboard.press('ArrowRight')
    expect(await page.getByRole('tab', { name: 'Python', selected: true }).count()).toBe(1)
    await page.goto(`${journey.baseUrl}/docs/en/reference`)
    const operations = await page.locator('.choice').count()
    expect(await page.getByRole('tab', { name: 'Python', selected: true }).count()).toBe(operations)
  })

  it('sends a request from the page and shows the response', async () => {
    const { secret } = await createTokenOf(byTest({ db: journey.db }, new Date()), 'Tienda', {
      name: 'docs',
      scopes: ['read', 'provision'],
      expiresAt: null,
    })
    const page = await journey.window()
    await page.goto(`${journey.baseUrl}/docs/en/reference`)
    expect(await tried(page, '/api/v1/stations', 'GET')).toMatch(/^401 .*missing_token/s)
    await page.getByRole('textbox', { name: 'Token' }).fill(secret)
    expect(await tried(page, '/api/v1/stations', 'GET')).toMatch(/^200 .*"stations"/s)
    const body = JSON.stringify({ segundos: 3600, label: 'from the page' })
    expect(await tried(page, '/api/v1/credentials', 'POST', body)).toMatch(/^201 .*"label": "from the page"/s)
    await page.reload()
    expect(await page.getByRole('textbox', { name: 'Token' }).inputValue()).toBe('')
  })

  it('prints every sample', async () => {
    const page = await journey.window()
    await page.goto(`${journey.baseUrl}/docs/en/webhooks`)
    await page.emulateMedia({ media: 'print' })
    const shown = await page
      .locator('.choice figure')
      .evaluateAll((figures) => figures.map((figure) => figure.checkVisibility()))
    expect(shown).toEqual(Array.from({ length: 5 }, () => true))
    expect(await page.locator('#menu').isVisible()).toBe(false)
  })

  it('works without JavaScript', async () => {
    const page = await journey.window({ javaScriptEnabled: false })
    await page.goto(`${journey.baseUrl}/docs/en/webhooks`)
    expect(await page.getByText('hash_equals').first().isVisible()).toBe(true)
    expect(await page.getByRole('searchbox').isVisible()).toBe(false)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('link', { name: 'Rate limits' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Rate limits' }).waitFor()
  })

  it('causes no browser errors', () => {
    const expected = /the server responded with a status of 401/
    expect(journey.complaints.filter((complaint) => !expected.test(complaint))).toEqual([])
  })
})

async function tried(page: Page, path: string, method: string, body?: string): Promise<string> {
  const form = page.locator(`form[data-path="${path}"][data-method="${method}"]`)
  const details = page.locator('details.try').filter({ has: form })
  if (!(await details.evaluate((element) => (element as HTMLDetailsElement).open)))
    await details.locator('summary').click()
  if (body !== undefined) await form.locator('textarea').fill(body)
  await form.getByRole('button').click()
  const output = form.locator('output')
  await output.getByText(/^\d{3} /).waitFor()
  return output.innerText()
}
