// Delivery to a customer from the console: send again, withdraw the link, create a new one. Each leaves an audit entry.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkRows, startJob } from '../../../../src/actions/credentials/jobs/issue.ts'
import { stepJob } from '../../../../src/actions/credentials/jobs/run.ts'
import { atOnce } from '../../../../src/base/running/turns.ts'
import { system } from '../../../../src/domain/audit/action.ts'
import { linkOpener } from '../../../../src/reads/open-delivery.ts'
import { readCredentialFile } from '../../../../src/wire/credentials/file.ts'
import { expectProblem } from '../../../support/problems.ts'
import { type Browser, TestConsole } from '../support.ts'

let site: TestConsole
let operator: Browser
let ownerId: number

beforeAll(async () => {
  site = await TestConsole.start()
  ownerId = await site.owner('Operator')
})
afterAll(() => site.stop())
beforeEach(async () => {
  Object.assign(site.services, { customerMail: { language: 'es', noticesMs: [86_400_000, 0] } })
  operator = (await site.user('operator')).browser
})

/** The browser at a new node: a node reads its services only at start, and tests change them. */
async function today(browser: Browser): Promise<Browser> {
  const app = await site.anotherNode()
  const same = site.browser(undefined, app)
  for (const [name, value] of browser.cookies) same.cookies.set(name, value)
  return same
}

async function issue(more: object = {}) {
  const wish = { ownerId, validitySeconds: 30 * 86_400, customerEmail: 'maria@example.mx', ...more }
  const { status, body } = await operator.post('/credentials', wish)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.credential as { id: number; username: string }
}

const open = (url: string) => {
  const { db, keys, clock, current, baseUrl } = site.services
  return linkOpener({ db, keys, clock, current, baseUrl })(url.split('/c/')[1]!)
}
const auditOf = async (id: number) =>
  (await site.audit()).filter(({ subject_id }) => subject_id === id).map(({ action, details }) => ({ action, details }))

describe('sending a credential again', () => {
  it('queues a mail to the customer in the chosen language and reports its outcome', async () => {
    const { id, username } = await issue()
    const here = await today(operator)
    const { status, body } = await here.post(`/credentials/${id}/mail`, { language: 'en' })
    expect(status).toBe(202)
    expect(body.mail).toMatchObject({
      kind: 'credential-data',
      to: 'maria@example.mx',
      state: 'pending',
      attempts: 0,
      lastError: null,
    })
    const { rows } = await site.db.pool.query('select data from mails where credential_id = $1', [id])
    expect(rows).toEqual([{ data: { language: 'en' } }])
    await site.db.pool.query(
      `update mails set state = 'failed', last_error = '{"code": "said", "params": {"said": "550 no such user"}}' where credential_id = $1`,
      [id],
    )
    const shown = (await here.get(`/credentials/${id}/handover`)).body
    expect(shown).toMatchObject({
      canMail: true,
      linkWithdrawnAt: null,
      nextNoticeAt: expect.any(String),
      mails: [
        { state: 'failed', lastError: { code: 'said', params: { said: '550 no such user' } }, nextAttemptAt: null },
      ],
    })
    expect(JSON.stringify(shown)).not.toContain('/c/')
    expect((await auditOf(id)).at(-1)).toEqual({
      action: 'credential.mailed',
      details: { username, to: 'maria@example.mx' },
    })
  })

  it('queues one mail for concurrent requests, and another for another address', async () => {
    const { id } = await issue()
    const here = await today(operator)
    const answers = await Promise.all(Array.from({ length: 5 }, () => here.post(`/credentials/${id}/mail`, {})))
    expect(new Set(answers.map(({ body }) => body.mail.id)).size).toBe(1)
    const elsewhere = await here.post(`/credentials/${id}/mail`, { email: 'other@example.mx' })
    expect(elsewhere.body.mail.to).toBe('other@example.mx')
    expect((await here.get(`/credentials/${id}/handover`)).body.mails.length).toBe(2)
    expectProblem(await here.post(`/credentials/${id}/mail`, { email: 'a@x.mx, b@x.mx' }), 400, 'invalid_request')
  })

  it('is rejected without an address, without a mail transport and for ended credentials', async () => {
    const here = await today(operator)
    const nobody = await issue({ customerEmail: undefined })
    const missing = await here.post(`/credentials/${nobody.id}/mail`, {})
    expectProblem(missing, 400, 'invalid_request')
    expect(missing.body.errors).toMatchObject([{ pointer: '/email', code: 'email_needed' }])

    const revoked = await issue()
    await operator.delete(`/credentials/${revoked.id}`)
    expectProblem(await here.post(`/credentials/${revoked.id}/mail`, {}), 409, 'credential_revoked')
    const expired = await issue()
    await site.db.pool.query(`update credentials set expires_at = now() - interval '1 second' where id = $1`, [
      expired.id,
    ])
    expectProblem(await here.post(`/credentials/${expired.id}/mail`, {}), 409, 'credential_expired')

    Object.assign(site.services, { customerMail: null })
    const silent = await (await today(operator)).post(`/credentials/${(await issue()).id}/mail`, {})
    expectProblem(silent, 400, 'invalid_request')
    expect(silent.body.errors[0]).toMatchObject({
      code: 'no_mail',
      detail: expect.stringContaining('no mail transport is configured'),
    })
  })

  it('can be requested together with issuing', async () => {
    const here = await today(operator)
    const wish = { ownerId, validitySeconds: 86_400, customerEmail: 'new@example.mx', sendEmail: true }
    const { body } = await here.post('/credentials', wish)
    expect((await here.get(`/credentials/${body.credential.id}/handover`)).body.mails).toMatchObject([
      { to: 'new@example.mx' },
    ])
  })
})

describe('issuing from a file', () => {
  const FILE = 'segundos,cliente_email,enviar_email\n86400,one@example.mx,si\n86400,two@example.mx,no\n86400,,si\n'

  it('mails the lines that request it; without a transport the preview reports it', async () => {
    const { db, keys, clock, current, customerMail } = site.services
    const { book } = await current()
    const now = clock()
    const rows = atOnce(readCredentialFile(FILE))
    const codes = (checked: Awaited<ReturnType<typeof checkRows>>) =>
      checked.map(({ problems }) => problems.map(({ code }) => code))
    expect(codes(await checkRows({ book, now, customerMail: null }, rows, true))).toEqual([
      ['no_mail'],
      [],
      ['email_needed'],
    ])
    const checked = await checkRows({ book, now, customerMail }, rows, true)
    expect(codes(checked)).toEqual([[], [], ['email_needed']])
    const by = system('test')
    await startJob({ db, now, by }, 'all', {
      ownerId,
      key: 'a-file-of-three-lines',
      fileName: 'three.csv',
      rows: checked,
    })
    while (await stepJob({ db, keys, book, now, customerMail }));
    const { rows: mails } = await site.db.pool.query(
      `select recipient from mails where recipient in ('one@example.mx', 'two@example.mx')`,
    )
    expect(mails).toEqual([{ recipient: 'one@example.mx' }])
  })
})

describe('the customer link', () => {
  it('works until withdrawn; a new link works, and the old one stays invalid', async () => {
    const { id, username } = await issue()
    const first = (await operator.post(`/credentials/${id}/link`)).body
    expect(first.pdf).toBe(`${first.url}.pdf`)
    expect(await open(first.url)).toMatchObject({ credential: { id, username }, url: first.url })

    const { status, body } = await operator.delete(`/credentials/${id}/link`)
    expect(status).toBe(200)
    expect(await open(first.url)).toBeNull()
    expect((await operator.delete(`/credentials/${id}/link`)).body.linkWithdrawnAt).toBe(body.linkWithdrawnAt)
    expect((await operator.get(`/credentials/${id}/handover`)).body.linkWithdrawnAt).toBe(body.linkWithdrawnAt)

    const before = (await operator.post(`/credentials/${id}/reveal`)).body.password
    const second = await operator.post(`/credentials/${id}/link`)
    expect(second.status).toBe(201)
    expect(second.body.url).not.toBe(first.url)
    expect(await open(second.body.url)).toMatchObject({ password: before })
    expect(await open(first.url)).toBeNull()
    expect((await operator.get(`/credentials/${id}/handover`)).body.linkWithdrawnAt).toBeNull()

    const entries = (await auditOf(id)).map(({ action }) => action)
    expect(entries.filter((action) => action === 'credential.link_withdrawn').length).toBe(1)
    expect(entries.filter((action) => action === 'credential.link_made').length).toBe(2)
    expect(JSON.stringify(await auditOf(id))).not.toContain(second.body.url.split('-')[1])
  })

  it('cannot be changed by a viewer', async () => {
    const { id } = await issue()
    const viewer = await site.signedIn('viewer')
    for (const answer of [
      await viewer.post(`/credentials/${id}/link`),
      await viewer.delete(`/credentials/${id}/link`),
      await viewer.post(`/credentials/${id}/mail`, {}),
    ])
      expectProblem(answer, 403, 'forbidden')
    expect((await viewer.get(`/credentials/${id}/handover`)).status).toBe(200)
  })
})
