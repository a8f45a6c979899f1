// Every page with hostile and awkward input: the input stays text, and the page is readable in both themes, fits on a
// phone and works by keyboard.
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { expectGoodLooks } from './looks.ts'
import { hasChromium, Journey } from './support.ts'

/** Sets `window.stolen` if interpreted as code, and widens the page if long words are not broken. */
const HOSTILE = `"><img src=x onerror="window.stolen=1"><script>window.stolen=1</script>'{{7*7}}\${7*7}`
const LONG = 'Muylargo'.repeat(12)

interface Seeded {
  readonly stationId: number
  readonly credentialId: number
  readonly tokenId: number
  readonly webhookId: number
  readonly deliveryId: number
  readonly jobId: number
  readonly ownerId: number
  readonly userId: number
}

/** Creates the data through the console's own routes, as a user could. */
async function seed(journey: Journey, admin: Page): Promise<Seeded> {
  const made = async (method: string, path: string, body?: object) => {
    const answer = await journey.ask(admin, method, path, body)
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ body: { ok: true } })
    return answer.body
  }
  const { owner } = await made('POST', '/owners', { name: HOSTILE.slice(0, 120), email: 'x@example.mx' })
  await made('POST', '/owners', { name: LONG })
  const place = { federalState: 'Estado', lat: 19.4, lng: -99.1, mountpoint: 'XSS_RTCM' }
  const { station } = await made('POST', '/stations', { code: 'XSS', name: HOSTILE, ...place })
  await made('POST', '/stations', {
    ...place,
    code: 'LONGNAME',
    name: LONG,
    lat: 20.1,
    mountpoint: `M${'X'.repeat(60)}`,
  })
  const wish = { ownerId: owner.id, validitySeconds: 86_400, stationId: station.id, maxSessions: 2 }
  const { credential } = await made('POST', '/credentials', {
    ...wish,
    label: HOSTILE,
    customerName: HOSTILE,
    customerEmail: 'customer@example.mx',
  })
  await made('POST', '/credentials', { ...wish, label: LONG, customerName: LONG })
  const scopes = ['read', 'provision', 'revoke']
  const { token } = await made('POST', '/tokens', { ownerId: owner.id, name: HOSTILE.slice(0, 120), scopes })
  const url = `http://127.0.0.1:9/${encodeURIComponent(HOSTILE)}`
  const { webhook } = await made('POST', '/webhooks', { ownerId: owner.id, url, events: ['credential.issued'] })
  const { deliveryId } = await made('POST', `/webhooks/${webhook.id}/test`)
  const jobId = await startJob(admin, owner.id)
  const person = { email: 'hostil@example.mx', name: HOSTILE.slice(0, 120), role: 'reseller', ownerId: owner.id }
  const { user } = await made('POST', '/users', person)
  await made('PATCH', '/settings', { name: `<b>${LONG}</b>`.slice(0, 100) })
  return {
    stationId: station.id,
    credentialId: credential.id,
    tokenId: token.id,
    webhookId: webhook.id,
    deliveryId,
    jobId,
    ownerId: owner.id,
    userId: user.id,
  }
}

/** A job with one valid and one invalid line. */
const startJob = (page: Page, ownerId: number): Promise<number> =>
  page.evaluate(
    async ([address, file]) => {
      const answer = await fetch(address!, { method: 'POST', headers: { 'content-type': 'text/csv' }, body: file! })
      return (await answer.json()).job.id
    },
    [
      `/console/api/credentials/jobs?ownerId=${ownerId}&key=${'k'.repeat(16)}&fileName=${encodeURIComponent(HOSTILE)}`,
      `dias;label\n30;${LONG}\nx;"${HOSTILE.replaceAll('"', '""')}"\n`,
    ],
  )

const PAGES: Record<string, (seeded: Seeded) => string> = {
  'the network': () => '/console/',
  'the stations': () => '/console/stations',
  'a station': ({ stationId }) => `/console/stations/${stationId}`,
  'a station’s data': ({ stationId }) => `/console/stations/${stationId}?tab=data`,
  'a station’s history': ({ stationId }) => `/console/stations/${stationId}?tab=history`,
  'a station’s source': ({ stationId }) => `/console/stations/${stationId}?tab=source`,
  'a station’s archive': ({ stationId }) => `/console/stations/${stationId}?tab=archive`,
  'a station’s equipment': ({ stationId }) => `/console/stations/${stationId}?tab=equipment`,
  'a station’s mountpoints': ({ stationId }) => `/console/stations/${stationId}?tab=mountpoints`,
  'a station being changed': ({ stationId }) => `/console/stations/${stationId}/edit`,
  'a new station': () => '/console/stations/new',
  'stations from a file': () => '/console/stations/import',
  'a station’s quality': ({ stationId }) => `/console/stations/${stationId}?tab=quality`,
  'the quality of the stations': () => '/console/quality',
  'the positions of bases': () => '/console/quality/bases',
  'the mountpoints': () => '/console/mountpoints',
  'the RINEX files': () => '/console/rinex',
  'the alerts': () => '/console/alerts',
  'the credentials': () => '/console/credentials',
  'a credential': ({ credentialId }) => `/console/credentials/${credentialId}`,
  'a new credential': () => '/console/credentials/new',
  'credentials from a file': () => '/console/credentials/import',
  'what came of a file': ({ jobId }) => `/console/credentials/import/${jobId}`,
  'the jobs': () => '/console/credentials/jobs',
  'the orders': () => '/console/orders',
  'a new order': () => '/console/orders/new',
  'the products': () => '/console/orders/products',
  'the public notices': () => '/console/incidents',
  'a new public notice': () => '/console/incidents/new',
  'the sessions of rovers': () => '/console/activity/sessions',
  'the refused connections': () => '/console/activity/refusals',
  'what was done with many': ({ jobId }) => `/console/credentials/jobs/${jobId}`,
  'the customers': () => '/console/customers',
  'a customer': ({ ownerId }) => `/console/customers/${ownerId}/customer@example.mx`,
  'the upstream casters': () => '/console/upstreams',
  'a new upstream caster': () => '/console/upstreams/new',
  'the tokens': () => '/console/platform/tokens',
  'a token': ({ tokenId }) => `/console/platform/tokens/${tokenId}`,
  'a new token': () => '/console/platform/tokens/new',
  'the webhooks': () => '/console/platform/webhooks',
  'a webhook': ({ webhookId }) => `/console/platform/webhooks/${webhookId}`,
  'a webhook being changed': ({ webhookId }) => `/console/platform/webhooks/${webhookId}/edit`,
  'a delivery': ({ webhookId, deliveryId }) => `/console/platform/webhooks/${webhookId}/deliveries/${deliveryId}`,
  'a new webhook': () => '/console/platform/webhooks/new',
  'the owners': () => '/console/people/owners',
  'an owner': ({ ownerId }) => `/console/people/owners/${ownerId}`,
  'a new owner': () => '/console/people/owners/new',
  'the users': () => '/console/people/users',
  'a user': ({ userId }) => `/console/people/users/${userId}`,
  'a new user': () => '/console/people/users/new',
  'an entry of the audit log': () => '/console/audit/2',
  'the audit log': () => '/console/audit',
  'the settings': () => '/console/settings',
  'the settings of the caster': () => '/console/settings/caster',
  'the system': () => '/console/system',
  'the account': () => '/console/account',
  'an address that leads nowhere': () => '/console/nowhere',
  'the public home': () => '/',
  'the public state': () => '/status',
}

let journey: Journey
let admin: Page
let seeded: Seeded

/** Navigates inside the app, as a click on a link does. Twice as fast as loading the page again. */
async function open(page: Page, path: string): Promise<void> {
  const isNew = !page.url().startsWith(journey.baseUrl) || isConsole(page.url()) !== isConsole(journey.at(path))
  if (isNew || !isConsole(journey.at(path))) await page.goto(journey.at(path))
  else
    await page.evaluate((to) => {
      history.pushState(null, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, path)
  await page.locator('h1').first().waitFor()
  // Live connections stay open, so the network is never idle. Wait for the loading indicators
  // instead; a hidden one decorates a text such as "waiting for data".
  await page.waitForFunction(() => document.querySelector('.mantine-Loader-root:not([aria-hidden])') === null)
  await page.waitForTimeout(SETTLED_MS)
}

const SETTLED_MS = 200
const isConsole = (url: string) => new URL(url).pathname.startsWith('/console')

describe('every page', { skip: !hasChromium }, () => {
  beforeAll(async () => {
    journey = await Journey.start()
    const person = await journey.person('administrator')
    admin = await journey.signIn(person)
    seeded = await seed(journey, admin)
    journey.keepWindows()
  })
  afterEach(() => journey?.closeWindows())
  afterAll(() => journey?.stop())

  // All checks in one test, because opening a page takes longer than checking it.
  it.each(Object.entries(PAGES))('%s', async (_, pathOf) => {
    await open(admin, pathOf(seeded))
    await expectGoodLooks(journey, admin, 'both')
    expect(await admin.evaluate(() => 'stolen' in window)).toBe(false)
  })

  it('a confirmation of a destructive action, and a secret that is shown once', async () => {
    await open(admin, `/console/platform/tokens/${seeded.tokenId}`)
    await admin.getByRole('button', { name: 'Revocar token' }).click()
    await admin.getByRole('dialog', { name: /^¿Revocar/ }).waitFor()
    await expectGoodLooks(journey, admin, 'both')
    await open(admin, `/console/platform/webhooks/${seeded.webhookId}`)
    await admin.getByRole('button', { name: 'Más acciones' }).click()
    await admin.getByRole('menuitem', { name: 'Cambiar secreto' }).click()
    await admin.getByRole('dialog').getByRole('button', { name: 'Cambiar secreto' }).click()
    await admin.getByText('Guarde una copia ahora: no se volverá a mostrar.').waitFor()
    await expectGoodLooks(journey, admin, 'both')
  })

  it('the login', async () => {
    const page = await journey.window()
    await open(page, '/console/')
    await expectGoodLooks(journey, page, 'both')
  })

  it('causes no browser errors and no violation of the content security policy', () => {
    expect(journey.complaints).toEqual([])
  })
})
