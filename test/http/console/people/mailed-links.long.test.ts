// Invitations and password links by mail: a real outbox, a real SMTP server, and browsers that open the links.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LOGIN_LINK_MAIL } from '../../../../src/actions/people/mail-links.ts'
import { linkMail } from '../../../../src/start/roles/worker.ts'
import { mailServer, type ReceivedMail, startMailing } from '../../../support/mail-server.ts'
import { expectProblem } from '../../../support/problems.ts'
import { until } from '../../../support/process.ts'
import { type Browser, PASSWORD, TestConsole } from '../support.ts'

const MAIL = { server: 'mail.example.mx:587', from: 'rtk@example.mx', sendTest: () => Promise.reject() }
const NEW_PASSWORD = 'otra frase sin relacion'

let site: TestConsole
let administrator: Browser

beforeAll(async () => {
  site = await TestConsole.start(undefined, {}, { mail: MAIL })
  administrator = await site.signedIn('administrator')
})
afterAll(() => site.stop())
beforeEach(() => site.db.pool.query('delete from login_throttles; delete from mails'))

/** Sends the outbox for the rest of the test. The returned function waits for `count` mails and returns them. */
async function sending() {
  const { received, url } = await mailServer()
  const { db, clock, baseUrl } = site.services
  startMailing(site.service, url, { render: { [LOGIN_LINK_MAIL]: linkMail({ db, clock }, { baseUrl }) } })
  return async (count: number): Promise<ReceivedMail[]> => {
    await until(() => received.length >= count)
    return received
  }
}

const tokenIn = ({ text }: ReceivedMail) => /\/console\/welcome#(\S+)/.exec(text)![1]!
const look = (token: string) => site.browser().post('/links/look', { token })
const outbox = async () => (await site.db.pool.query('select * from mails order by id')).rows

describe('an invitation', () => {
  it('is mailed in the language of the user; neither the outbox nor other users see the link', async () => {
    const wish = { email: 'ana@example.mx', name: 'Ana', role: 'viewer', language: 'en' }
    const { status, body } = await administrator.post('/users', wish)
    expect([status, body.link]).toEqual([201, null])
    const [row] = await outbox()
    expect(row).toMatchObject({ kind: 'login-link', recipient: wish.email, owner_id: null })
    expect(Object.keys(row.data).sort()).toEqual(['askedBy', 'expiresAt', 'language', 'purpose', 'userId'])
    expect((await site.db.pool.query('select from login_links where user_id = $1', [body.user.id])).rowCount).toBe(0)
    const arrived = await sending()
    const [mail] = await arrived(1)
    expect(mail!.recipients).toEqual([wish.email])
    expect(mail!.headers.subject).toContain('your account is ready')
    const token = tokenIn(mail!)
    expect(JSON.stringify(await outbox())).not.toContain(token)
    expect((await look(token)).body.link).toMatchObject({ purpose: 'invitation', email: wish.email })
    const browser = site.browser()
    expect((await browser.post('/links/accept', { token, password: PASSWORD })).status).toBe(200)
    expect((await browser.get('/me')).body.user.name).toBe('Ana')
    expectProblem(await look(token), 410, 'link_not_valid')
    const [invited] = (await site.audit()).filter(({ subject_id }) => subject_id === body.user.id)
    expect(invited).toMatchObject({ action: 'user.invited', details: { by_mail: true } })
  })

  it('is sent again by an administrator, which invalidates the previous link', async () => {
    const wish = { email: 'beto@example.mx', name: 'Beto', role: 'viewer' }
    const { user } = (await administrator.post('/users', wish)).body
    const arrived = await sending()
    const [first] = await arrived(1)
    expect((await administrator.post(`/users/${user.id}/link/mail`)).body).toMatchObject({ ok: true, to: wish.email })
    const [, second] = await arrived(2)
    expectProblem(await look(tokenIn(first!)), 410, 'link_not_valid')
    expect((await look(tokenIn(second!))).status).toBe(200)
    expect(second!.headers.subject).toContain('su cuenta está lista')
  })

  it('is not sent if it is too late or its user was disabled', async () => {
    const { user } = (await administrator.post('/users', { email: 'cai@example.mx', name: 'Cai', role: 'viewer' })).body
    await administrator.patch(`/users/${user.id}`, { disabled: true })
    await sending()
    await until(async () => (await outbox())[0].state === 'failed')
    expect((await outbox())[0].last_error).toMatchObject({ code: 'unwanted', params: { why: 'link_not_needed' } })
    expect((await administrator.post(`/users/${user.id}/link/mail`)).status).toBe(400)
  })
})

describe('a user who forgot the password', () => {
  it('gets a link by mail, and using the link ends all sessions', async () => {
    const { email, browser } = await site.user('operator')
    expect((await site.browser().get('/entry')).body).toMatchObject({ mailsLinks: true })
    expect((await site.browser().post('/links/ask', { email: email.toUpperCase(), language: 'en' })).status).toBe(200)
    const arrived = await sending()
    const [mail] = await arrived(1)
    expect(mail).toMatchObject({ recipients: [email] })
    expect(mail!.headers.subject).toContain('choose a new password')
    expect(mail!.text).toContain('Your current password still works')
    expect((await browser.get('/me')).status).toBe(200)
    const accepted = await site.browser().post('/links/accept', { token: tokenIn(mail!), password: NEW_PASSWORD })
    expect(accepted.status).toBe(200)
    expectProblem(await browser.get('/me'), 401, 'signed_out')
    expectProblem(await site.browser().login(email), 401, 'wrong_credentials')
    expect((await site.browser().login(email, NEW_PASSWORD)).status).toBe(200)
    const entries = (await site.audit()).map(({ action, actor }) => ({ action, actor }))
    expect(entries).toContainEqual({ action: 'user.link_asked', actor: email })
    expect(entries).toContainEqual({ action: 'password.changed', actor: email })
  })

  it('does not invalidate a link that an administrator handed over; neither does an invitation mail', async () => {
    const { id, email } = await site.user('viewer')
    const handed = (await administrator.post(`/users/${id}/link`)).body.link.url.split('#')[1]
    expect((await site.browser().post('/links/ask', { email })).status).toBe(200)
    const { user } = (await administrator.post('/users', { email: 'eva@example.mx', name: 'Eva', role: 'viewer' })).body
    const shown = (await administrator.post(`/users/${user.id}/link`)).body.link.url.split('#')[1]
    const arrived = await sending()
    for (const mail of await arrived(2)) expect((await look(tokenIn(mail))).status).toBe(200)
    for (const token of [handed, shown]) expect((await look(token)).status).toBe(200)
  })

  it('gets the same response for an existing, a disabled and an unknown account', async () => {
    const { email } = await site.user('viewer')
    const { id, email: disabled } = await site.user('viewer')
    await administrator.patch(`/users/${id}`, { disabled: true })
    const answers = []
    for (const asked of [email, disabled, 'nobody@example.mx']) {
      const { status, body } = await site.browser().post('/links/ask', { email: asked })
      answers.push({ status, body })
    }
    expect(answers).toEqual(Array.from({ length: 3 }, () => ({ status: 200, body: { ok: true } })))
    await until(async () => (await outbox()).length > 0)
    expect((await outbox()).map(({ recipient }) => recipient)).toEqual([email])
  })

  it('is rate-limited per account and per address, across nodes', async () => {
    const other = await site.anotherNode()
    const { email } = await site.user('viewer')
    for (const asked of [email, 'nobody-at-all@example.mx']) {
      const statuses = []
      for (let turn = 0; turn < 4; turn++) {
        const browser = site.browser(`198.51.100.${turn + 1}`, turn % 2 === 0 ? site.app : other)
        statuses.push((await browser.post('/links/ask', { email: asked })).status)
      }
      expect(statuses).toEqual([200, 200, 200, 429])
    }
    const statuses = []
    for (let turn = 0; turn < 11; turn++) {
      const browser = site.browser('198.51.100.99', turn % 2 === 0 ? site.app : other)
      statuses.push((await browser.post('/links/ask', { email: `made-up-${turn}@example.mx` })).status)
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
    await until(async () => (await outbox()).length === 3)
    await other.close()
  })
})

describe('without a mail server', () => {
  it('the link is shown to the administrator, and users are told to ask an administrator', async () => {
    const without = await TestConsole.start()
    try {
      const browser = await without.signedIn('administrator')
      expect((await browser.get('/entry')).body.mailsLinks).toBe(false)
      const { link } = (await browser.post('/users', { email: 'd@example.mx', name: 'D', role: 'viewer' })).body
      expect(link.url).toContain('/console/welcome#')
      expectProblem(await without.browser().post('/links/ask', { email: 'd@example.mx' }), 409, 'no_mail_server')
    } finally {
      await without.stop()
    }
  })
})
