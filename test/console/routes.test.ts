// Walks every route of the console: each says who may call it, and holds to it.
import fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { consoleDoor } from '../../src/console/door.ts'
import type { Access, App } from '../../src/console/services.ts'
import { may, PERMISSIONS, permissionsOf } from '../../src/domain/permissions.ts'
import { ROLES, type Role } from '../../src/domain/user.ts'
import { expectProblem } from '../support/problems.ts'
import { type Browser, TestConsole } from './support.ts'

interface Route {
  readonly method: string
  readonly url: string
  readonly access: Access | undefined
}

async function routesOf(): Promise<Route[]> {
  const routes: Route[] = []
  const app = fastify({ exposeHeadRoutes: false })
  app.addHook('onRoute', ({ method, url, config }) => {
    routes.push({ method: String(method), url: url.replace('/console/api', ''), access: config?.access })
  })
  consoleDoor({ baseUrl: 'https://rtk.example.mx' } as never)(app as unknown as App)
  await app.ready()
  return routes
}
const ROUTES = await routesOf()
const nameOf = ({ method, url }: Route) => `${method} ${url}`
const isRead = ({ method }: Route) => method === 'GET'
const guarded = ROUTES.filter(({ access }) => access !== 'anyone')
const withPermission = guarded.filter(({ access }) => access !== 'account')

/**
 * For every route that a reseller may call: how it would reach a row of another owner, which must be a 404, or, of a list,
 * what must be missing from it. A route without an entry fails.
 */
interface Foreign {
  readonly ownerId: number
  readonly tokenId: number
  readonly userId: number
  readonly sessionId: number
}
type Reach = { path: (foreign: Foreign) => string; body?: (foreign: Foreign) => object }
const ANOTHER_OWNERS: Record<string, Reach | 'list' | 'own'> = {
  'GET /me': 'own',
  'PATCH /account': 'own',
  'POST /account/password': 'own',
  'GET /account/sessions': 'list',
  'DELETE /account/sessions': 'own',
  'DELETE /account/sessions/:id': { path: ({ sessionId }) => `/account/sessions/${sessionId}` },
  'POST /account/second-factor': 'own',
  'POST /account/second-factor/confirm': 'own',
  'POST /account/second-factor/remove': 'own',
  'POST /account/recovery-codes': 'own',
  'GET /owners': 'list',
  'GET /tokens': 'list',
  'POST /tokens': {
    path: () => '/tokens',
    body: ({ ownerId }) => ({ ownerId, name: 'stolen', scopes: ['read'] }),
  },
  'DELETE /tokens/:id': { path: ({ tokenId }) => `/tokens/${tokenId}` },
}

let site: TestConsole
const signedIn = new Map<Role, Browser>()
let foreign: Foreign
beforeAll(async () => {
  site = await TestConsole.start()
  const own = await site.owner('Own')
  for (const role of ROLES) signedIn.set(role, await site.signedIn(role, role === 'reseller' ? own : null))
  const { token } = await site.service.token(['read'], 'Foreign')
  const other = await site.user('reseller', token.ownerId)
  const [session] = (await other.browser.get('/account/sessions')).body.sessions
  foreign = { ownerId: token.ownerId, tokenId: token.id, userId: other.id, sessionId: session.id }
})
afterAll(() => site.stop())
beforeEach(() => site.db.pool.query('delete from login_throttles'))

/** An id that names nothing. */
const NOBODYS = '999999'

const call = (browser: Browser, { method, url }: Route, path = url.replace(/:\w+/g, NOBODYS), body: object = {}) =>
  isRead({ method } as Route)
    ? browser.get(path)
    : browser.change(method, path, method === 'DELETE' ? undefined : body, {})

it('every route says who may call it', () => {
  expect(ROUTES.length).toBeGreaterThan(25)
  expect(ROUTES.filter(({ access }) => !access).map(nameOf)).toEqual([])
  const app = fastify()
  app.register(async (inner) => {
    const { Gate } = await import('../../src/console/gate.ts')
    new Gate({ baseUrl: 'https://rtk.example.mx' } as never).guard(inner as unknown as App)
    inner.get('/forgotten', async () => 'everything')
  })
  return expect(app.ready()).rejects.toThrow('GET /forgotten does not say who may call it')
})

it('nothing is open to anyone but getting in and out', () => {
  expect(ROUTES.filter(({ access }) => access === 'anyone').map(nameOf)).toEqual([
    'POST /links/look',
    'POST /setup',
    'POST /links/accept',
    'POST /login',
    'POST /second-factor',
    'POST /logout',
  ])
})

it('what reads needs a permission to read, and what changes one to change', () => {
  for (const route of withPermission) {
    const reads = String(route.access).endsWith('.read')
    expect({ route: nameOf(route), reads }).toEqual({ route: nameOf(route), reads: isRead(route) })
  }
})

describe.each(guarded.map((route) => [nameOf(route), route] as const))('%s', (name, route) => {
  it('is a 401 without a session, and with one that is none', async () => {
    expectProblem(await call(site.browser(), route), 401, 'signed_out')
    const invented = site.browser()
    invented.cookies.set('__Host-vertice', 'x'.repeat(43))
    expectProblem(await call(invented, route), 401, 'signed_out')
  })

  it('is a 403 for every role that lacks the permission', async () => {
    if (route.access === 'account') return
    for (const role of ROLES) {
      const { status, body } = await call(signedIn.get(role)!, route)
      const allowed = may(role, route.access as never)
      expect(status).not.toBe(401)
      expect({ role, forbidden: status === 403 && body.code === 'forbidden' }).toEqual({ role, forbidden: !allowed })
    }
  })

  it('changes nothing for a viewer', async () => {
    if (isRead(route) || route.access === 'account') return
    expectProblem(await call(signedIn.get('viewer')!, route), 403, 'forbidden')
  })

  it('gives a reseller nothing of another owner', async () => {
    const reseller = signedIn.get('reseller')!
    if (route.access !== 'account' && !may('reseller', route.access as never)) {
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
  it('is this', () => {
    const lacks = (role: Role) => PERMISSIONS.filter((permission) => !may(role, permission))
    expect(lacks('administrator')).toEqual([])
    expect(lacks('operator')).toEqual(['users.read', 'users.change', 'settings.change', 'audit.read'])
    expect(permissionsOf('viewer')).toEqual([
      'network.read',
      'credentials.read',
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
      'owners.change',
      'users.read',
      'users.change',
      'settings.change',
      'audit.read',
    ])
  })

  it('is what the browser is told', async () => {
    for (const role of ROLES) {
      const { permissions, user } = (await signedIn.get(role)!.get('/me')).body
      expect(permissions).toEqual(permissionsOf(role))
      expect(user.ownerName).toBe(role === 'reseller' ? 'Own' : null)
    }
  })
})
