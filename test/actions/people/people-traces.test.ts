// Tokens and owners: an action leaves the same audit entry in the console and by command, except for the actor.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { changeOwner, ensureOwner } from '../../../src/actions/people/owners.ts'
import { createTokenOf } from '../../../src/actions/people/tokens/create.ts'
import { revokeToken } from '../../../src/actions/people/tokens/revoke.ts'
import { command } from '../../../src/domain/audit/action.ts'
import { type Browser, TestConsole } from '../../http/console/support.ts'

let site: TestConsole
let browser: Browser
beforeAll(async () => {
  site = await TestConsole.start()
  browser = await site.signedIn('operator')
})
afterAll(() => site.stop())

const by = (name: string) => ({ db: site.db, now: new Date(), by: command(name) })

const traceOf = async (kind: string, id: number) =>
  (
    await site.db.pool.query(
      'select actor_kind, actor, action, owner_id, details from audit_log where subject_kind = $1 and subject_id = $2 order by id',
      [kind, id],
    )
  ).rows

const actionsIn = (trace: { action: string; details: object }[]) =>
  trace.map(({ action, details }) => ({ action, details }))

it('leaves the same entries for a token', async () => {
  const wish = { name: 'shop', scopes: ['read'] as const, limits: ['no_webhooks'] as const, expiresAt: null }
  const made = await createTokenOf(by('token create'), 'Topografía Ñandú', wish)
  await revokeToken(by('token revoke'), 'all', made.token.id)
  await revokeToken(by('token revoke'), 'all', made.token.id)
  const { ownerId } = made.token
  const byHand = (await browser.post('/tokens', { ownerId, name: 'shop', scopes: ['read'] })).body.token.id
  await browser.delete(`/tokens/${byHand}`)
  await browser.delete(`/tokens/${byHand}`)

  const trace = await traceOf('token', made.token.id)
  expect(trace).toMatchObject([
    { actor_kind: 'command', actor: 'vertice token create', action: 'token.created', owner_id: ownerId },
    { actor_kind: 'command', actor: 'vertice token revoke', action: 'token.revoked', owner_id: ownerId },
  ])
  expect(actionsIn(trace)).toEqual(actionsIn(await traceOf('token', byHand)))
  expect(JSON.stringify(trace)).not.toContain(made.secret)
})

it('leaves the same entries for an owner, also if created with a token, and creates it once', async () => {
  const wish = { name: 'first', scopes: ['read'] as const, expiresAt: null }
  const { token, ownerCreated } = await createTokenOf(by('token create'), 'Drones', wish)
  expect(ownerCreated).toBe(true)
  expect((await createTokenOf(by('token create'), 'DRONES', wish)).ownerCreated).toBe(false)
  expect((await ensureOwner(by('owner create'), 'drones', 'other@example.mx')).email).toBeNull()
  await changeOwner(by('owner set'), token.ownerId, { email: 'drones@example.mx' })
  const { id } = (await browser.post('/owners', { name: 'Drones Two' })).body.owner
  await browser.patch(`/owners/${id}`, { email: 'drones@example.mx' })

  const trace = await traceOf('owner', token.ownerId)
  expect(trace).toMatchObject([
    { actor_kind: 'command', actor: 'vertice token create', action: 'owner.created', owner_id: token.ownerId },
    { actor_kind: 'command', actor: 'vertice owner set', action: 'owner.changed', owner_id: token.ownerId },
  ])
  const renamed = JSON.parse(JSON.stringify(await traceOf('owner', id)).replaceAll('Drones Two', 'Drones'))
  expect(actionsIn(trace)).toEqual(actionsIn(renamed))
})
