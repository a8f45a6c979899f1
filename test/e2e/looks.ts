// Checks that apply to every page: accessible in both themes, by keyboard, and on a phone.
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { sized } from '../support/size.ts'
import type { Journey } from './support.ts'

const DESK = { width: 1280, height: 900 }
const PHONE = { width: 390, height: 844 }

type Themes = 'current' | 'both'
/** The journeys check the second theme at full size only: every-page.long.test.ts always checks both on every page. */
const THEMES: Themes = sized({ ci: 'current', nightly: 'both' })

/** Checks the current page without reloading, because opening a page takes longer than checking it. */
export async function expectGoodLooks(journey: Journey, page: Page, themes: Themes = THEMES): Promise<void> {
  expect(await violations(journey, page), 'as it is').toEqual([])
  if (themes === 'both') {
    const isDark = await page.evaluate(() => document.documentElement.dataset.mantineColorScheme === 'dark')
    const other = isDark ? 'light' : 'dark'
    await page.emulateMedia({ colorScheme: other })
    await page.locator(`html[data-mantine-color-scheme=${other}]`).waitFor()
    await faded(page)
    expect(await violations(journey, page, 'colours'), other).toEqual([])
  }
  expect(await unreachable(page), 'by keyboard').toEqual([])
  await page.setViewportSize(PHONE)
  await faded(page) // floating elements are repositioned one frame after a resize
  const wide = await tooWide(page)
  await page.setViewportSize(DESK)
  expect(wide, 'on a phone').toEqual([])
}

/** Elements that make the page wider than the window: the width, and the innermost elements that overflow. */
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth === clientWidth) return []
    const sticksOut = (element: Element) => element.getBoundingClientRect().right > clientWidth
    const innermost = Array.from(document.body.querySelectorAll('*')).filter(
      (element) => sticksOut(element) && !Array.from(element.children).some(sticksOut),
    )
    return [`${scrollWidth} of ${clientWidth}`, ...innermost.map(({ outerHTML }) => outerHTML.slice(0, 160))]
  })

/** Waits until transitions have ended. They start within a frame. */
export const faded = (page: Page) =>
  page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame)
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })

const COLOURS = ['color-contrast', 'link-in-text-block']
const LANGUAGE = ['html-has-lang', 'html-lang-valid', 'valid-lang']
/** Rules whose violations axe never rates as serious, so they would not be reported. Skipping them saves time. */
const NEVER_SERIOUS = [
  ...['aria-allowed-role', 'aria-deprecated-role', 'empty-heading', 'empty-table-header', 'form-field-multiple-labels'],
  ...['heading-order', 'html-xml-lang-mismatch', 'image-redundant-alt', 'landmark-banner-is-top-level'],
  ...['landmark-contentinfo-is-top-level', 'landmark-main-is-top-level', 'landmark-no-duplicate-banner'],
  ...['landmark-no-duplicate-contentinfo', 'landmark-no-duplicate-main', 'landmark-one-main', 'landmark-unique'],
  ...['meta-viewport', 'meta-viewport-large', 'no-autoplay-audio', 'page-has-heading-one'],
  ...['presentation-role-conflict', 'region', 'scope-attr-valid', 'server-side-image-map', 'skip-link'],
  'table-duplicate-name',
]
const without = (rules: readonly string[]) => Object.fromEntries(rules.map((rule) => [rule, { enabled: false }]))

/** Accessibility violations. The themes differ only in colours, so the second theme is checked only for these. */
export async function violations(
  journey: Journey,
  page: Page,
  look: 'all' | 'colours' | 'all but colours' | 'language' = 'all',
): Promise<string[]> {
  const complaints = journey.complaints.length
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const rules = {
    all: { rules: without(NEVER_SERIOUS) },
    colours: { runOnly: COLOURS },
    'all but colours': { rules: without([...NEVER_SERIOUS, ...COLOURS]) },
    language: { runOnly: LANGUAGE },
  }[look]
  const found = await page.evaluate(async (options) => {
    const tool = (window as unknown as { axe: typeof axe }).axe
    return (await tool.run(document, { resultTypes: ['violations'], ...options })).violations
  }, rules)
  journey.complaints.length = complaints // axe tries things that the content security policy forbids
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}\n${failureSummary}`),
    )
}

const MOST_STEPS = 400
const STEPS = 8

/** Presses Tab repeatedly and returns the clickable elements that never had the focus. */
async function unreachable(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    const isVisible = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: false })
    // A drawer, or a dialog above it, keeps the focus until it is closed.
    const scope =
      document.activeElement?.closest('[role=dialog]') ?? document.querySelector('[role=dialog]') ?? document.body
    const controls = scope.querySelectorAll('a[href], button, input, select, textarea, [role=button], [tabindex="0"]')
    for (const control of controls)
      if (isVisible(control) && !control.matches(':disabled, [tabindex="-1"]'))
        control.setAttribute('data-unvisited', '')
    ;(document.activeElement as HTMLElement | null)?.blur?.()
    document.addEventListener('focusin', ({ target: at }) => {
      if (at instanceof Element) at.removeAttribute('data-unvisited')
      // Tab reaches one radio button of a group; arrow keys reach the others.
      if (at instanceof HTMLInputElement && at.type === 'radio')
        for (const other of document.getElementsByName(at.name)) other.removeAttribute('data-unvisited')
    })
  })
  for (let step = 0; step < MOST_STEPS; step += STEPS) {
    // Holding the key down takes half as long as single presses.
    for (let press = 0; press < STEPS; press++) await page.keyboard.down('Tab')
    await page.keyboard.up('Tab')
    if ((await page.locator('[data-unvisited]').count()) === 0) break
  }
  return page.evaluate(() =>
    Array.from(document.querySelectorAll('[data-unvisited]'), (element) => element.outerHTML.slice(0, 160)),
  )
}
