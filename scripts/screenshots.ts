// npm run screenshots: takes the pictures in docs/images from the demo network, in a real browser (needs Chromium).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { projectRoot } from '../src/base/config/config.ts'
import { usage } from './usage.ts'

usage(`
usage: npm run screenshots

Takes the pictures of the documentation from the demo network. Needs Chromium (CHROMIUM=path, default /usr/bin/chromium) and takes about
two minutes. Writes docs/images/*.webp.
`)

const FOLDER = join(projectRoot, 'docs/images')
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium'
const FLAGS = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-sync']
/** Long enough for rovers to send positions and for charts to have data. */
const LIFE_MS = 45_000
const SETTLED_MS = 2_500

interface Picture {
  readonly name: string
  readonly path: string
  readonly dark?: boolean
  readonly phone?: boolean
  readonly language?: 'es-MX' | 'en-GB'
  /** Runs before the picture is taken. */
  readonly act?: (page: Page) => Promise<unknown>
}

const PICTURES: readonly Picture[] = [
  { name: 'network', path: '/console/', language: 'en-GB', act: mapIsDrawn },
  { name: 'network-dark', path: '/console/', dark: true, act: mapIsDrawn },
  { name: 'network-phone', path: '/console/', phone: true },
  { name: 'wall', path: '/console/wall', language: 'en-GB' },
  {
    name: 'station',
    path: '/console/stations?search=XALA',
    language: 'en-GB',
    act: (page) => page.getByRole('link', { name: 'XALA' }).click(),
  },
  { name: 'credentials', path: '/console/credentials', language: 'en-GB' },
  {
    name: 'credential',
    path: '/console/credentials?state=in_force',
    act: (page) => page.getByRole('row').nth(6).getByRole('link').click(),
  },
  { name: 'issue', path: '/console/credentials/new', language: 'en-GB' },
  { name: 'fence', path: '/console/credentials/new', language: 'en-GB', act: drawGeofence },
  {
    name: 'webhook',
    path: '/console/platform/webhooks',
    language: 'en-GB',
    act: (page) => page.getByRole('row').nth(1).getByRole('link').click(),
  },
  { name: 'status', path: '/status' },
]

const demo = spawn(process.execPath, [join(projectRoot, 'bin/vertice.js'), 'demo'], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
try {
  const login = await untilReady()
  console.log(`the demo runs; letting it live for ${LIFE_MS / 1000} s`)
  await new Promise((resolve) => setTimeout(resolve, LIFE_MS))
  await mkdir(FOLDER, { recursive: true })
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS })
  for (const picture of PICTURES) {
    const context = await browser.newContext({
      viewport: picture.phone ? { width: 390, height: 844 } : { width: 1280, height: 800 },
      deviceScaleFactor: picture.phone ? 2 : 1,
      locale: picture.language ?? 'es-MX',
      colorScheme: picture.dark ? 'dark' : 'light',
      timezoneId: 'America/Mexico_City',
    })
    // Closed, because it is not part of any section.
    await context.addInitScript(() => sessionStorage.setItem('vertice-factor-reminder-closed', 'true'))
    const page = await context.newPage()
    await page.goto(`${login.base}${picture.path}`)
    if (picture.path.startsWith('/console')) {
      await page.locator('input[name=email]').fill(login.email)
      await page.locator('input[name=password]').fill(login.password)
      await page.locator('button[type=submit]').click()
      await page.locator('main').waitFor()
    }
    await settled(page)
    if (picture.act) {
      await picture.act(page)
      await settled(page)
    }
    await writeFile(join(FOLDER, `${picture.name}.webp`), await webpOf(browser, await page.screenshot()))
    console.log(`docs/images/${picture.name}.webp`)
    await context.close()
  }
  await browser.close()
} finally {
  demo.kill('SIGTERM')
  await once(demo, 'exit')
}

/** The browser compresses a picture to a fifth of the PNG. */
async function webpOf(browser: Browser, png: Buffer): Promise<Buffer> {
  const page = await browser.newPage()
  const url = await page.evaluate<string>(`(async () => {
    const image = new Image()
    image.src = 'data:image/png;base64,${png.toString('base64')}'
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.width
    canvas.height = image.height
    canvas.getContext('2d').drawImage(image, 0, 0)
    return canvas.toDataURL('image/webp', 0.85)
  })()`)
  await page.close()
  return Buffer.from(url.split(',')[1]!, 'base64')
}

/** Waits for the loading indicators to disappear; a hidden one decorates a text such as "waiting for data". */
async function settled(page: Page): Promise<void> {
  await page.waitForTimeout(SETTLED_MS)
  await page.locator('.mantine-Loader-root:not([aria-hidden])').first().waitFor({ state: 'detached' })
  await page.waitForTimeout(SETTLED_MS)
}

function mapIsDrawn(page: Page): Promise<void> {
  return page.locator('#content canvas').first().waitFor()
}

async function drawGeofence(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Geofence/ }).click()
  await page.getByText('Polygon', { exact: true }).click()
  const map = page.getByRole('region', { name: 'Geofence map' })
  await map.locator('canvas').first().waitFor()
  await page.waitForTimeout(SETTLED_MS)
  for (const [x, y] of [
    [250, 100],
    [330, 90],
    [360, 150],
    [280, 190],
  ] as const)
    await map.click({ position: { x, y } })
}

async function untilReady(): Promise<{ base: string; email: string; password: string }> {
  let said = ''
  for await (const text of demo.stdout) {
    said += text
    const [, base, email, password] =
      /Console\s+(\S+?)\/console\/\s+Administrator\s+(\S+)[\s\S]+Password\s+(\S+)/.exec(said) ?? []
    if (password) {
      demo.stdout.resume()
      return { base: base!, email: email!, password }
    }
  }
  throw new Error(`the demo did not start:\n${said}`)
}
