// Views of the console as an organization. test/http/console/routes.test.ts calls every route in such a view.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectProblem } from '../../../support/problems.ts'
import { type Browser, PASSWORD, TestConsole } from '../support.ts'

let site: TestConsole
let norte: number
beforeAll(async () => {
  site = await TestConsole.start()
  norte = await site.owner('Red Norte')
})
afterAll(() => site.stop())

const me = async (browser: Browser) => (await browser.get('/me')).body
const begin = (browser: Browser, ownerId = norte) => browser.post(`/owners/${ownerId}/view`)

describe('viewing as an organization', () => {
  it('shows what its reseller may read, and is audited', async () => {
    const { browser, id } = await site.user('operator')
    expect((await begin(browser)).status).toBe(200)
    const reseller = await site.signedIn('reseller', norte)
    const { permissions, user, isViewing } = await me(browser)
    expect(isViewing).toBe(true)
    expect(user).toMatchObject({ id, role: 'reseller', ownerId: norte, ownerName: 'Red Norte' })
    const theirs: string[] = (await me(reseller)).permissions
    expect(permissions).toEqual(theirs.filter((permission) => permission.endsWith('.read')))
    const started = (await site.audit()).findLast(({ action }) => action === 'owner.view_started')
    expect(started).toMatchObject({ subject_id: norte, details: { name: 'Red Norte' } })
    expect(started!.actor).toContain('@example.mx')
  })

  it('refuses every change, records the attempt and ends on request', async () => {
    const browser = await site.signedIn('administrator')
    await begin(browser)
    expectProblem(await browser.patch(`/owners/${norte}`, { name: 'Changed' }), 403, 'viewing_as')
    expectProblem(
      await browser.post('/account/password', { currentPassword: PASSWORD, password: 'x' }),
      403,
      'viewing_as',
    )
    expectProblem(await begin(browser, await site.owner('Red Sur')), 403, 'viewing_as')
    await expect
      .poll(async () =>
        (await site.audit()).some(
          ({ action, details }) => action === 'access.refused' && details.code === 'viewing_as',
        ),
      )
      .toBe(true)
    expect((await browser.delete('/view')).status).toBe(200)
    expect(await me(browser)).toMatchObject({ isViewing: false, user: { role: 'administrator', ownerId: null } })
    expect(await site.lastAuditEntry()).toMatchObject({ action: 'owner.view_ended', subject_id: norte })
    expect((await browser.patch(`/owners/${norte}`, { email: 'norte@example.mx' })).status).toBe(200)
    const { length } = await site.audit()
    expect((await browser.delete('/view')).status).toBe(200)
    expect(await site.audit()).toHaveLength(length)
  })

  it('shows neither another organization nor what only the reseller may read', async () => {
    const sur = await site.owner('Red Sur')
    const reseller = await site.signedIn('reseller', norte)
    const hook = { ownerId: norte, url: 'https://203.0.114.9/', events: ['order.paid'] }
    const { webhook } = (await reseller.post('/webhooks', hook)).body
    const keyOf = async (browser: Browser) => (await browser.get(`/webhooks/${webhook.id}`)).body.webhook
    const browser = await site.signedIn('administrator')
    await begin(browser)
    expectProblem(await browser.get(`/owners/${sur}`), 404, 'owner_not_found')
    expect((await browser.get('/owners')).body.owners.map(({ id }: { id: number }) => id)).toEqual([norte])
    expectProblem(await browser.get('/users'), 403, 'forbidden')
    expect(await keyOf(browser)).toEqual(await keyOf(await site.signedIn('viewer')))
  })

  it('is refused to resellers and viewers, and for organizations that do not exist', async () => {
    for (const browser of [await site.signedIn('reseller', norte), await site.signedIn('viewer')])
      expectProblem(await begin(browser), 403, 'forbidden')
    const insert = `insert into owners (name, test_of) values ('Red Norte (test)', $1) returning id`
    const { rows } = await site.db.pool.query(insert, [norte])
    const administrator = await site.signedIn('administrator')
    for (const id of [999_999, rows[0].id]) expectProblem(await begin(administrator, id), 404, 'owner_not_found')
    expect((await me(administrator)).isViewing).toBe(false)
  })
})

describe('the view ends', () => {
  it('with the session', async () => {
    const { browser, email } = await site.user('operator')
    await begin(browser)
    await browser.post('/logout')
    await browser.login(email)
    expect(await me(browser)).toMatchObject({ isViewing: false, user: { role: 'operator' } })
  })

  it('together with the session if the organization is deleted', async () => {
    const browser = await site.signedIn('operator')
    const gone = await site.owner('Red Fugaz')
    await begin(browser, gone)
    await site.db.pool.query('delete from owners where id = $1', [gone])
    expectProblem(await browser.get('/me'), 401, 'signed_out')
  })

  it('if the user may no longer view as organizations', async () => {
    const { browser, id } = await site.user('operator')
    await begin(browser)
    const sur = await site.owner('Red Sur')
    await site.db.pool.query(`update users set role = 'reseller', owner_id = $2 where id = $1`, [id, sur])
    expect(await me(browser)).toMatchObject({ isViewing: false, user: { role: 'reseller', ownerId: sur } })
    expect((await browser.delete('/view')).status).toBe(200)
  })
})
