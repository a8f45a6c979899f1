// Every route of the console declares its access and enforces it.
import fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { App } from '../../../src/base/serving/app.ts'
import { may, PERMISSIONS, permissionsOf } from '../../../src/domain/people/permissions.ts'
import { ROLES, type Role } from '../../../src/domain/people/user.ts'
import { consoleRoutes } from '../../../src/http/console/console.ts'
import type { Access } from '../../../src/http/console/services.ts'
import { expectProblem } from '../../support/problems.ts'
import { connectRover } from './rovers.ts'
import { type Browser, TestConsole } from './support.ts'

interface Route {
  readonly method: string
  readonly url: string
  readonly access: Access | undefined
}

/** Just enough services to register the routes. */
const NOTHING = { baseUrl: 'https://rtk.example.mx', clock: () => new Date() }

async function routesOf(): Promise<Route[]> {
  const routes: Route[] = []
  const app = fastify({ exposeHeadRoutes: false, ajv: { customOptions: { keywords: ['described'] } } })
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!url.startsWith('/console/api')) return // the page itself is the same for every user
    routes.push({ method: String(method), url: url.replace('/console/api', ''), access: config?.access })
  })
  consoleRoutes(NOTHING as never)(app as unknown as App)
  await app.ready()
  await app.close()
  return routes
}
const ROUTES = await routesOf()
const nameOf = ({ method, url }: Route) => `${method} ${url}`
const isRead = ({ method }: Route) => method === 'GET'
const guarded = ROUTES.filter(({ access }) => access !== 'anyone')
const withPermission = guarded.filter(({ access }) => access !== 'account')

/**
 * How each route that a reseller may call would reach a row of another owner, which must be a 404, or, for a list, what
 * must be missing from it. A route without an entry fails.
 */
interface Foreign {
  readonly ownerId: number
  readonly tokenId: number
  readonly userId: number
  readonly sessionId: number
  readonly webhookId: number
  readonly deliveryId: number
  readonly credentialId: number
  readonly jobId: number
  readonly productId: number
  readonly orderId: number
}
const FOREIGN_RINEX = 'rnx_01KA2M4T8Z9Q3V5X7Y1W2R6BCD'
const PRODUCT = { name: 'Foreign', validitySeconds: 3600, serves: 'network', amountMinor: 100, currency: 'MXN' }
const ORDER = {
  customerName: 'Foreign',
  customerEmail: 'a@example.mx',
  validitySeconds: 3600,
  amountMinor: 100,
  currency: 'MXN',
}
type Reach = { path: (foreign: Foreign) => string; body?: (foreign: Foreign) => object }
const ANOTHER_OWNERS: Record<string, Reach | 'list' | 'own'> = {
  'GET /me': 'own',
  'PATCH /account': 'own',
  'POST /account/password': 'own',
  'GET /account/sessions': 'list',
  'GET /views': 'own',
  'POST /views': 'own',
  'DELETE /views/:id': { path: () => '/views/1' },
  'DELETE /account/sessions': 'own',
  'POST /channels': 'own',
  'POST /channels/telegram': 'own',
  'PATCH /channels/:id': { path: () => '/channels/1', body: () => ({ name: 'Foreign' }) },
  'POST /channels/:id/test': { path: () => '/channels/1/test' },
  'DELETE /channels/:id': { path: () => '/channels/1' },
  'DELETE /account/sessions/:id': { path: ({ sessionId }) => `/account/sessions/${sessionId}` },
  'POST /account/confirm': 'own',
  'POST /account/confirm/begin': 'own',
  'POST /account/second-factor': 'own',
  'POST /account/second-factor/confirm': 'own',
  'POST /account/second-factor/remove': 'own',
  'POST /account/recovery-codes': 'own',
  'POST /failures': 'own',
  'GET /owners': 'list',
  'DELETE /view': 'own',
  'GET /tokens': 'list',
  'POST /tokens': {
    path: () => '/tokens',
    body: ({ ownerId }) => ({ ownerId, name: 'stolen', scopes: ['read'] }),
  },
  'DELETE /tokens/:id': { path: ({ tokenId }) => `/tokens/${tokenId}` },
  'GET /tokens/:id/requests': { path: ({ tokenId }) => `/tokens/${tokenId}/requests` },
  'GET /tokens/:id': { path: ({ tokenId }) => `/tokens/${tokenId}` },
  'GET /owners/:id': { path: ({ ownerId }) => `/owners/${ownerId}` },
  'GET /network': 'list',
  'GET /network/rovers': 'list',
  'GET /network/figures': 'list',
  'GET /activity/sessions': 'list',
  'GET /activity/refusals': 'list',
  'GET /map': 'own',
  'GET /first-steps': 'own',
  'GET /events': 'list',
  'GET /sessions': 'list',
  'POST /sessions/:id/kick': { path: () => '/sessions/foreign-rover/kick' },
  // Every user may read incidents; the public page shows them too.
  'GET /incidents': 'own',
  'GET /incidents/:id': 'own',
  // Stations are common to all owners; what belongs to an owner is tested with the stations.
  'GET /frames': 'own',
  'GET /groups': 'own',
  'GET /groups/:id': 'own',
  'GET /stations': 'own',
  'GET /stations/:id': 'own',
  'GET /stations/:id/series': 'own',
  'GET /stations/:id/positions': 'own',
  'GET /stations/:id/equipment': 'own',
  'GET /stations/:id/archive': 'own',
  'GET /quality': 'own',
  'GET /stations/:id/quality': 'own',
  'GET /stations/:id/integrity': 'own',
  'GET /stations/:id/quality/day': 'own',
  'GET /stations/:id/quality/history': 'own',
  'GET /stations/:id/computed-position': 'own',
  'GET /stations/:id/computed-position.pdf': 'own',
  'GET /stations/:id/runs': 'own',
  'GET /stations/:id/forwards': 'own', // empty for resellers, tested with the forwards
  'GET /stations/:id/archive/days': 'own',
  'GET /stations/:id/archive/window': 'own',
  'GET /rinex': 'list',
  'GET /rinex/:id': { path: () => `/rinex/${FOREIGN_RINEX}` },
  'POST /rinex': 'own', // stations belong to the network
  'POST /rinex/rover': 'own',
  'GET /stations/:id/site-log': 'own',
  'GET /mountpoints': 'own',
  'GET /network-mountpoints': 'own',
  'GET /sourcetable': 'own',
  'GET /mountpoints/preview': 'own',
  'GET /credentials': 'list',
  'GET /credentials.csv': 'list',
  'POST /credentials.csv': 'list',
  'GET /credentials/:id': { path: ({ credentialId }) => `/credentials/${credentialId}` },
  'GET /credentials/:id/live': { path: ({ credentialId }) => `/credentials/${credentialId}/live` },
  'GET /credentials/:id/activity': { path: ({ credentialId }) => `/credentials/${credentialId}/activity` },
  'PATCH /credentials/:id': {
    path: ({ credentialId }) => `/credentials/${credentialId}`,
    body: () => ({ place: null }),
  },
  'POST /credentials/:id/renew': {
    path: ({ credentialId }) => `/credentials/${credentialId}/renew`,
    body: () => ({ validitySeconds: 3600 }),
  },
  'POST /credentials/:id/suspend': { path: ({ credentialId }) => `/credentials/${credentialId}/suspend` },
  'POST /credentials/:id/resume': { path: ({ credentialId }) => `/credentials/${credentialId}/resume` },
  'POST /credentials/:id/password': { path: ({ credentialId }) => `/credentials/${credentialId}/password` },
  'POST /credentials/:id/reveal': { path: ({ credentialId }) => `/credentials/${credentialId}/reveal` },
  'GET /credentials/:id/handover': { path: ({ credentialId }) => `/credentials/${credentialId}/handover` },
  'POST /credentials/:id/mail': { path: ({ credentialId }) => `/credentials/${credentialId}/mail` },
  'POST /credentials/:id/link': { path: ({ credentialId }) => `/credentials/${credentialId}/link` },
  'DELETE /credentials/:id/link': { path: ({ credentialId }) => `/credentials/${credentialId}/link` },
  'DELETE /credentials/:id': { path: ({ credentialId }) => `/credentials/${credentialId}` },
  'POST /credentials': {
    path: () => '/credentials',
    body: ({ ownerId }) => ({ ownerId, validitySeconds: 3600 }),
  },
  'GET /credentials/counts': 'list',
  'GET /credentials/matching': 'list',
  'POST /credentials/:id/change': {
    path: ({ credentialId }) => `/credentials/${credentialId}/change`,
    body: () => ({ label: 'stolen' }),
  },
  'POST /credentials/jobs/alike': {
    path: () => '/credentials/jobs/alike',
    body: ({ ownerId }) => ({ ownerId, validitySeconds: 3600, key: '0123456789abcdef', quantity: 2 }),
  },
  'POST /credentials/jobs/change': 'own', // reports another owner's credentials like missing ones (bulk.long.test.ts)
  'POST /credentials/import/preview': 'own', // not permitted to any reseller
  'POST /credentials/import': 'own',
  'POST /credentials/jobs/preview': 'own', // writes and reads nothing
  'GET /credentials/jobs': 'list',
  'POST /credentials/jobs': {
    path: ({ ownerId }) => `/credentials/jobs?ownerId=${ownerId}&key=0123456789abcdef&fileName=stolen.csv`,
  },
  'GET /credentials/jobs/:id': { path: ({ jobId }) => `/credentials/jobs/${jobId}` },
  'POST /credentials/jobs/:id/stop': { path: ({ jobId }) => `/credentials/jobs/${jobId}/stop` },
  'GET /credentials/jobs/:id/results.csv': { path: ({ jobId }) => `/credentials/jobs/${jobId}/results.csv` },
  'POST /credentials/jobs/:id/results.csv': { path: ({ jobId }) => `/credentials/jobs/${jobId}/results.csv` },
  'GET /customers': 'list',
  'GET /customers/:ownerId/:key': { path: ({ ownerId }) => `/customers/${ownerId}/somebody@example.mx` },
  'GET /orders': 'list',
  'POST /orders': {
    path: () => '/orders',
    body: ({ ownerId }) => ({ ...ORDER, ownerId }),
  },
  'GET /orders/:id': { path: ({ orderId }) => `/orders/${orderId}` },
  'POST /orders/:id/pay': { path: ({ orderId }) => `/orders/${orderId}/pay` },
  'POST /orders/:id/mail': { path: ({ orderId }) => `/orders/${orderId}/mail` },
  'POST /orders/:id/cancel': { path: ({ orderId }) => `/orders/${orderId}/cancel` },
  'POST /orders/:id/refund-note': {
    path: ({ orderId }) => `/orders/${orderId}/refund-note`,
    body: () => ({ note: 'stolen' }),
  },
  'GET /products': 'list',
  'POST /products': {
    path: () => '/products',
    body: ({ ownerId }) => ({ ...PRODUCT, ownerId }),
  },
  'GET /products/:id': { path: ({ productId }) => `/products/${productId}` },
  'PATCH /products/:id': { path: ({ productId }) => `/products/${productId}` },
  'GET /webhooks': 'list',
  'POST /webhooks': {
    path: () => '/webhooks',
    body: ({ ownerId }) => ({ ownerId, url: 'https://203.0.114.9/', events: ['order.paid'] }),
  },
  'GET /webhooks/:id': { path: ({ webhookId }) => `/webhooks/${webhookId}` },
  'PATCH /webhooks/:id': { path: ({ webhookId }) => `/webhooks/${webhookId}` },
  'DELETE /webhooks/:id': { path: ({ webhookId }) => `/webhooks/${webhookId}` },
  'POST /webhooks/:id/enable': { path: ({ webhookId }) => `/webhooks/${webhookId}/enable` },
  'POST /webhooks/:id/rotate': { path: ({ webhookId }) => `/webhooks/${webhookId}/rotate` },
  'POST /webhooks/:id/test': { path: ({ webhookId }) => `/webhooks/${webhookId}/test` },
  'POST /webhooks/:id/recover': {
    path: ({ webhookId }) => `/webhooks/${webhookId}/recover`,
    body: () => ({ since: '2026-01-01T00:00:00Z' }),
  },
  'GET /webhooks/samples': 'own', // the same for everyone
  'GET /webhooks/:id/hours': { path: ({ webhookId }) => `/webhooks/${webhookId}/hours` },
  'GET /webhooks/:id/deliveries': { path: ({ webhookId }) => `/webhooks/${webhookId}/deliveries` },
  'GET /webhooks/:id/deliveries/:deliveryId': {
    path: ({ webhookId, deliveryId }) => `/webhooks/${webhookId}/deliveries/${deliveryId}`,
  },
  'POST /webhooks/:id/deliveries/:deliveryId/resend': {
    path: ({ webhookId, deliveryId }) => `/webhooks/${webhookId}/deliveries/${deliveryId}/resend`,
  },
}

let site: TestConsole
const signedIn = new Map<Role, Browser>()
/** A second session of a reseller: one session is limited to 600 requests a minute, and one address to 3,000. */
let reseller: Browser
/** An administrator who views the console as the reseller's organization. */
let viewing: Browser
let foreign: Foreign
beforeAll(async () => {
  site = await TestConsole.start()
  const own = await site.owner('Own')
  for (const [index, role] of ROLES.entries())
    signedIn.set(role, await site.signedIn(role, role === 'reseller' ? own : null, `203.0.113.${20 + index}`))
  reseller = await site.signedIn('reseller', own)
  viewing = await site.signedIn('administrator')
  await viewing.post(`/owners/${own}/view`)
  const { token } = await site.service.token(['read'], 'Foreign')
  await site.db.pool.query(
    `insert into rinex_orders (id, owner_id, station_id, from_at, to_at, hours, interval_s, version, navigation, hatanaka, state, files, key,
       created_at, due_at) values ($1, $2, 1, now(), now(), 1, 30, '3.05', true, true, 'ready', '[{"name": "Foreign"}]', 'k', now(), now())`,
    [FOREIGN_RINEX, token.ownerId],
  )
  await connectRover(site, token.ownerId, { id: 'foreign-rover', label: 'Foreign rover' })
  const other = await site.user('reseller', token.ownerId)
  const [session] = (await other.browser.get('/account/sessions')).body.sessions
  const wanted = { ownerId: token.ownerId, url: 'https://203.0.114.9/Foreign', events: ['order.paid'] }
  const { webhook } = (await other.browser.post('/webhooks', wanted)).body
  const { deliveryId } = (await other.browser.post(`/webhooks/${webhook.id}/test`)).body
  const issue = { ownerId: token.ownerId, validitySeconds: 3600, label: 'Foreign credential' }
  const { credential } = (await other.browser.post('/credentials', issue)).body
  const asCsv = { 'content-type': 'text/csv' }
  const start = `/credentials/jobs?ownerId=${token.ownerId}&key=0123456789abcdef&fileName=Foreign.csv`
  const { job } = (await other.browser.send('POST', start, 'dias,label\n30,Foreign row\n', asCsv)).body
  const sold = { ownerId: token.ownerId }
  const { product } = (await other.browser.post('/products', { ...PRODUCT, ...sold })).body
  const { order } = (await other.browser.post('/orders', { ...ORDER, ...sold })).body
  const shop = { productId: product.id, orderId: order.id }
  const owned = { ...shop, webhookId: webhook.id, deliveryId, credentialId: credential.id, jobId: job.id }
  foreign = { ownerId: token.ownerId, tokenId: token.id, userId: other.id, sessionId: session.id, ...owned }
})
afterAll(() => site.stop())
beforeEach(() => site.db.pool.query('delete from login_throttles'))

/** Changes that a view as an organization allows: leaving it, and the report of an error in the browser. */
const WHILE_VIEWING = ['DELETE /view', 'POST /failures']
const READER = { role: 'reseller', isViewing: true } as const

/** An id without a row. */
const NOBODYS = '999999'

const call = (browser: Browser, { method, url }: Route, path = url.replace(/:\w+/g, NOBODYS), body: object = {}) =>
  isRead({ method } as Route)
    ? browser.get(path)
    : browser.change(method, path, method === 'DELETE' ? undefined : body, {})

it('declares the access of every route', () => {
  expect(ROUTES.length).toBeGreaterThan(25)
  expect(ROUTES.filter(({ access }) => !access).map(nameOf)).toEqual([])
  const app = fastify()
  app.register(async (inner) => {
    const { Gate } = await import('../../../src/http/console/entrance/gate.ts')
    new Gate(NOTHING as never).guard(inner as unknown as App)
    inner.get('/forgotten', async () => 'everything')
  })
  return expect(app.ready()).rejects.toThrow('GET /forgotten does not say who may call it')
})

it('has no public routes except signing in and out', () => {
  expect(ROUTES.filter(({ access }) => access === 'anyone').map(nameOf)).toEqual([
    'GET /entry',
    'POST /links/ask',
    'POST /links/look',
    'POST /setup',
    'POST /links/accept',
    'POST /login',
    'POST /second-factor',
    'POST /logout',
    'POST /sso/begin',
    'POST /sso/finish',
  ])
})

it('requires a read permission for reads and a change permission for changes', () => {
  for (const route of withPermission) {
    const reads = String(route.access).endsWith('.read')
    expect({ route: nameOf(route), reads }).toEqual({ route: nameOf(route), reads: isRead(route) })
  }
})

describe.each(guarded.map((route) => [nameOf(route), route] as const))('%s', (name, route) => {
  it('returns 401 without a session and with an invalid one', async () => {
    expectProblem(await call(site.browser(), route), 401, 'signed_out')
    const invented = site.browser()
    invented.cookies.set('__Host-vertice', 'x'.repeat(43))
    expectProblem(await call(invented, route), 401, 'signed_out')
  })

  it('returns 403 for every role without the permission', async () => {
    if (route.access === 'account') return
    for (const role of ROLES) {
      const { status, body } = await call(signedIn.get(role)!, route)
      const allowed = may({ role }, route.access as never)
      expect(status).not.toBe(401)
      expect({ role, forbidden: status === 403 && body.code === 'forbidden' }).toEqual({ role, forbidden: !allowed })
    }
  })

  it('is for no viewer if it changes something', () => {
    if (isRead(route) || route.access === 'account') return
    expect(may({ role: 'viewer' }, route.access as never)).toBe(false)
  })

  it('is read-only for a user who views the console as an organization, with its data only', async () => {
    if (WHILE_VIEWING.includes(name)) return
    const reach = ANOTHER_OWNERS[name]
    const answer = await call(viewing, route, typeof reach === 'object' ? reach.path(foreign) : undefined)
    const isAllowed = route.access === 'account' || may(READER, route.access as never)
    if (!isRead(route)) expectProblem(answer, 403, 'viewing_as')
    else if (!isAllowed) expectProblem(answer, 403, 'forbidden')
    else if (typeof reach === 'object') expect(answer.status).toBe(404)
    expect(answer.text).not.toContain('Foreign')
  })

  it('returns no data of another owner to a reseller', async () => {
    if (route.access !== 'account' && !may({ role: 'reseller' }, route.access as never)) {
      expectProblem(await call(reseller, route), 403, 'forbidden')
      return
    }
    const reach = ANOTHER_OWNERS[name]
    expect(reach, `${name}: say in ANOTHER_OWNERS how it would reach another owner's rows`).toBeDefined()
    if (reach === 'own') return
    if (reach === 'list') {
      const { status, text } = await call(reseller, route)
      expect(status).toBe(200)
      expect(text).not.toContain('Foreign')
      expect(text).not.toContain(`"id":${foreign.sessionId},`)
      return
    }
    const answer = await call(reseller, route, reach!.path(foreign), reach!.body?.(foreign))
    expect(answer.status).toBe(404)
    expect(answer.text).not.toContain('Foreign')
  })
})

describe('the table of permissions', () => {
  it('matches the expected permissions of each role', () => {
    const lacks = (role: Role) => PERMISSIONS.filter((permission) => !may({ role }, permission))
    expect(lacks('administrator')).toEqual([])
    expect(lacks('operator')).toEqual(['users.read', 'users.change', 'settings.change', 'audit.read'])
    expect(permissionsOf({ role: 'viewer' })).toEqual([
      'network.read',
      'credentials.read',
      'orders.read',
      'webhooks.read',
      'tokens.read',
      'owners.read',
      'settings.read',
      'system.read',
    ])
    expect(lacks('reseller')).toEqual([
      'settings.read',
      'system.read',
      'network.change',
      'credentials.import',
      'owners.change',
      'owners.view_as',
      'users.read',
      'users.change',
      'settings.change',
      'audit.read',
    ])
  })

  it('is what the browser receives', async () => {
    for (const role of ROLES) {
      const { permissions, user } = (await signedIn.get(role)!.get('/me')).body
      expect(permissions).toEqual(permissionsOf({ role }))
      expect(user.ownerName).toBe(role === 'reseller' ? 'Own' : null)
    }
  })
})
