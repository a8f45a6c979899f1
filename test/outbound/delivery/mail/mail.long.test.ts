// From "enviar_email" to the customer's mailbox: one mail with the PDF sheet despite failures, and the later notices.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expireCredentials } from '../../../../src/actions/credentials/expire.ts'
import { notifyCustomers } from '../../../../src/actions/delivery/notify-customers.ts'
import { createGroup } from '../../../../src/actions/stations/groups.ts'
import type { MailServices } from '../../../../src/outbound/mail/send-mails.ts'
import { openTransport } from '../../../../src/outbound/mail/transport.ts'
import { tidyUp } from '../../../../src/start/jobs/tidy-up.ts'
import { findLinked, listMailsOf } from '../../../../src/store/delivery/deliveries.ts'
import { listMails } from '../../../../src/store/mail/outbox.ts'
import { countFailedMails } from '../../../../src/store/network/figures.ts'
import { byTest } from '../../../support/action-context.ts'
import { mailServer, refusal, smtpOf, startMailing } from '../../../support/mail-server.ts'
import { anotherNode } from '../../../support/nodes.ts'
import { until } from '../../../support/process.ts'
import { type Client, STATIONS } from '../../../support/service.ts'
import { CUSTOMER_MAIL, CustomerSite, DAY_MS } from '../support.ts'

let site: CustomerSite
let client: Client

beforeAll(async () => {
  site = await CustomerSite.start()
  await site.service.saveStations(STATIONS.cdmx, STATIONS.toluca)
  client = await site.service.client()
})
afterAll(() => site.stop())

const WISH = { segundos: 30 * 86_400, station_codigo: 'CDMX', cliente_nombre: 'María Peña', enviar_email: true }
let customers = 0

/** Each credential has its own address, so that tests do not receive each other's mails. */
async function issue(more: object = {}, headers = {}) {
  const cliente_email = `customer-${++customers}@example.mx`
  const { status, body } = await client.post('/credentials', { ...WISH, cliente_email, ...more }, headers)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.credential
}

const mailing = (url: string, overrides: Partial<MailServices> = {}) =>
  startMailing(site.service, url, { render: site.renderers, clock: site.service.services.clock, ...overrides })
const sent = async (id: number) => (await site.mailsOf(id)).every(({ state }) => state === 'sent')
const to = (mails: Awaited<ReturnType<typeof mailServer>>, { cliente_email }: { cliente_email: string }) =>
  mails.received.filter(({ recipients }) => recipients.includes(cliente_email))

describe('the mail with the login data', () => {
  it('names the stations of a group, as text and HTML', async () => {
    await createGroup(byTest(site.service.services), { name: 'Valle', members: ['CDMX', 'TOLU'] })
    const mails = await mailServer()
    const made = await issue({ station_codigo: undefined, grupo: 'Valle' })
    mailing(mails.url)
    await until(() => sent(made.id))
    const [mail] = to(mails, made)
    for (const body of [mail!.text, mail!.html])
      expect(body.replace(/\s+/g, ' ')).toContain(
        'las estaciones de «Valle». Además del punto de montaje de la red, que solo usa estas estaciones, puede conectarse a cada una: CDMX_RTCM32, TOLU_RTCM32.',
      )
  })

  it('is sent over TLS with a login, as text, HTML and the PDF sheet', async () => {
    const login = (
      { username, password }: { username?: string; password?: string },
      _: unknown,
      done: (error: Error | null, response?: object) => void,
    ) => (password === 'p@ss' ? done(null, { user: username }) : done(refusal(535, 'who are you?')))
    const mails = await mailServer({ authOptional: false, onAuth: login as never })
    const made = await issue({ label: 'Obra norte' })
    mailing(mails.url.replace('//', '//rtk:p%40ss@').concat('?requireTLS=true&tls.rejectUnauthorized=false'))
    await until(() => sent(made.id))
    const [mail, ...others] = to(mails, made)
    expect(others).toEqual([])
    expect(mail).toMatchObject({ secure: true, user: 'rtk' })
    expect(mail!.headers.subject).toBe('Vértice: sus datos de acceso NTRIP (CDMX_RTCM32)')
    for (const body of [mail!.text, mail!.html])
      for (const fact of [
        made.caster,
        String(made.puerto),
        made.mountpoint,
        made.usuario,
        made.password,
        made.url,
        'María Peña',
        'Obra norte',
        'No sirven para iniciar sesión en un sitio web',
      ])
        expect(body).toContain(fact)
    const sheet = mail!.parts.find(({ headers }) => headers['content-type']?.startsWith('application/pdf'))!
    expect(sheet.headers['content-disposition']).toContain(`ntrip-${made.usuario}.pdf`)
    expect(sheet.body.subarray(0, 5).toString()).toBe('%PDF-')
    expect(mail!.html).not.toMatch(/<img|src=|url\(/) // nothing that a mail client would fetch
    // The operator's own text comes first, and the issuer's text is marked as such.
    for (const body of [mail!.text, mail!.html]) {
      const words = [
        'Hola, María Peña:',
        'Estos son los datos',
        made.password,
        'Mensaje de su proveedor',
        '“María Peña”',
        '“Obra norte”',
      ]
      const places = words.map((word) => body.indexOf(word))
      expect(places).toEqual(places.toSorted((a, b) => a - b))
      expect(places).not.toContain(-1)
    }
  })

  it('is queued in the transaction of the credential, and once for an idempotent request', async () => {
    const key = { 'idempotency-key': 'once-and-only-once' }
    const email = 'idempotent@example.mx'
    const [one, two] = [await issue({ cliente_email: email }, key), await issue({ cliente_email: email }, key)]
    expect(two.id).toBe(one.id)
    expect(await site.mailsOf(one.id)).toEqual([
      { kind: 'credential-data', recipient: email, state: 'pending', last_error: null, attempts: 0 },
    ])
    await site.service.db.pool.query(
      "alter table mails add constraint refused check (recipient not like 'none@%') not valid",
    )
    expect((await client.post('/credentials', { ...WISH, cliente_email: 'none@example.mx' })).status).toBe(500)
    await site.service.db.pool.query('alter table mails drop constraint refused')
    const { rows } = await site.service.db.pool.query(
      `select 1 from credentials where customer_email = 'none@example.mx'`,
    )
    expect(rows).toEqual([])
  })

  it('is sent for the items of a batch that request it', async () => {
    const { body } = await client.post('/credentials/batch', {
      credentials: [
        { ...WISH, cliente_email: 'batch-1@example.mx' },
        { ...WISH, enviar_email: false, cliente_email: 'batch-2@example.mx' },
        { ...WISH, cliente_email: 'batch-3@example.mx' },
      ],
    })
    const counts = await Promise.all(
      body.credentials.map(async ({ id }: { id: number }) => (await site.mailsOf(id)).length),
    )
    expect(counts).toEqual([1, 0, 1])
  })

  it('is rejected with 400 at the item if no transport is configured', async () => {
    const app = await anotherNode(site.service, { customerMail: null })
    const { secret } = await site.service.token()
    const answer = await app.inject({
      method: 'POST',
      url: '/api/v1/credentials/batch',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      payload: JSON.stringify({ credentials: [{ segundos: 3600 }, { ...WISH, cliente_email: 'a@example.mx' }] }),
    })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors).toEqual([
      {
        pointer: '/credentials/1/enviar_email',
        code: 'no_mail',
        detail: expect.stringContaining('no mail transport is configured'),
      },
    ])
  })

  it('is not sent if the credential was revoked meanwhile, and records why', async () => {
    const mails = await mailServer()
    const made = await issue()
    await client.delete(`/credentials/${made.id}`)
    mailing(mails.url)
    await until(async () => (await site.mailsOf(made.id))[0].state === 'failed')
    expect((await site.mailsOf(made.id))[0].last_error).toEqual({
      code: 'unwanted',
      params: { why: 'credential_revoked' },
    })
    expect(to(mails, made)).toEqual([])
    // Rightly not sent: no failure, and no alert.
    const { ownerId } = (await findLinked(site.service.db, [made.id]))[0]!
    expect((await listMailsOf(site.service.db, ownerId, made.id, 1))[0]!.state).toBe('skipped')
    expect((await listMails(site.service.db, 'failed', 100)).map(({ credentialId }) => credentialId)).not.toContain(
      made.id,
    )
    expect(await countFailedMails(site.service.db, ownerId, new Date(0))).toMatchObject({ mails: 0 })
  })

  it('shows hostile names as text', async () => {
    const mails = await mailServer()
    const made = await issue({ label: '<img src=x onerror=alert(1)>' })
    // The API rejects control characters; a name from another source must not cause harm either.
    const name = 'Eve\r\nBcc: all@example.mx\r\n\r\n<script>alert(1)</script> \u202egnp 🛰️ مرحبا'
    await site.service.db.pool.query('update credentials set customer_name = $2 where id = $1', [made.id, name])
    mailing(mails.url)
    await until(() => sent(made.id))
    const [mail] = to(mails, made)
    expect(mail!.recipients).toEqual([made.cliente_email])
    expect(mail!.headers.bcc).toBeUndefined()
    expect(mail!.html).not.toMatch(/<script|<img|\u202e/)
    expect(mail!.html).toContain('Eve Bcc: all@example. mx &lt;script&gt;alert(1)&lt;/script&gt; gnp 🛰️ مرحبا')
    expect(mail!.text).toContain('Eve Bcc: all@example. mx <script>alert(1)</script> gnp 🛰️ مرحبا')
  })

  it('is rejected if the address is invalid or more than one', async () => {
    for (const cliente_email of [
      'a@example.mx, b@example.mx',
      'a@example.mx\r\nBcc: b@example.mx',
      '<a@example.mx>',
      'nobody',
    ])
      expect((await client.post('/credentials', { ...WISH, cliente_email })).status).toBe(400)
  })
})

describe('a failing mail', () => {
  it('arrives once, after a server that is down, temporarily rejects it, and hangs', async () => {
    const down = await mailServer()
    await down.close()
    const made = await issue()
    mailing(down.url, { transport: openTransport(smtpOf(down.url), 300), retryDelaysMs: Array(100).fill(30) })
    await until(async () => /ECONNREFUSED/.test((await site.mailsOf(made.id))[0].last_error?.params.said))
    let asked = 0
    const up = await mailServer(
      {},
      () => {
        asked += 1
        if (asked === 1) return refusal(451, 'later')
        return asked === 2 ? new Promise(() => {}) : undefined
      },
      down.port,
    )
    await until(() => sent(made.id))
    expect(to(up, made).length).toBe(3)
    expect(new Set(to(up, made).map(({ headers }) => headers['message-id'])).size).toBe(1)
    const later = await issue()
    await until(() => sent(later.id))
    expect(to(up, made).length).toBe(3)
  })

  it('ends with the reason on the credential if the address is rejected permanently', async () => {
    const mails = await mailServer({ onRcptTo: (_, __, done) => done(refusal(550, '5.1.1 no such user')) })
    const made = await issue()
    mailing(mails.url)
    await until(async () => (await site.mailsOf(made.id))[0].state === 'failed')
    expect(await site.mailsOf(made.id)).toMatchObject([
      { attempts: 1, last_error: { params: { said: expect.stringContaining('no such user') } } },
    ])
  })

  it('is kept for two years like all mails to customers', async () => {
    const made = await issue()
    const age = (days: number) =>
      site.service.db.pool.query("update mails set state = 'sent', created_at = $2 where credential_id = $1", [
        made.id,
        new Date(Date.now() - days * DAY_MS),
      ])
    await age(700)
    await tidyUp(site.service.db, new Date())
    expect((await site.mailsOf(made.id)).length).toBe(1)
    await age(740)
    await tidyUp(site.service.db, new Date())
    expect(await site.mailsOf(made.id)).toEqual([])
  })
})

describe('reminders', () => {
  const notify = (now: Date) => notifyCustomers(site.service.db, CUSTOMER_MAIL, now, 3)
  const daysInto = (made: { inicia_at: string }, days: number) => new Date(Date.parse(made.inicia_at) + days * DAY_MS)
  const kinds = async (id: number) => (await site.mailsOf(id)).map(({ kind }) => kind)

  it('are sent seven days and one day before the end and at the end, once each, with any number of workers', async () => {
    const made = await issue()
    const look = async (days: number) => {
      await Promise.all(Array.from({ length: 4 }, () => notify(daysInto(made, days))))
      return (await kinds(made.id)).slice(1)
    }
    expect(await look(22.9)).toEqual([])
    expect(await look(23)).toEqual(['credential-reminder'])
    expect(await look(28.9)).toEqual(['credential-reminder'])
    expect(await look(29)).toEqual(['credential-reminder', 'credential-reminder'])
    expect(await look(30)).toEqual(['credential-reminder', 'credential-reminder', 'credential-ended'])
    expect(await look(40)).toEqual(['credential-reminder', 'credential-reminder', 'credential-ended'])
  })

  it('are only sent as far as a short validity allows', async () => {
    const week = await issue({ segundos: 7 * 86_400 })
    const hour = await issue({ segundos: 3600 })
    await notify(daysInto(week, 0.5))
    await notify(daysInto(week, 6.5))
    await notify(daysInto(week, 7.5))
    expect(await kinds(week.id)).toEqual(['credential-data', 'credential-reminder', 'credential-ended'])
    expect(await kinds(hour.id)).toEqual(['credential-data', 'credential-ended'])
  })

  it('are not sent for revoked credentials or customers without mail', async () => {
    const revoked = await issue()
    await client.delete(`/credentials/${revoked.id}`)
    const unasked = await issue({ enviar_email: false })
    await notify(daysInto(revoked, 23))
    await notify(daysInto(revoked, 30))
    expect(await kinds(revoked.id)).toEqual(['credential-data'])
    expect(await kinds(unasked.id)).toEqual([])
  })

  it('state the time left, and that the credential has ended', async () => {
    const mails = await mailServer()
    const made = await issue()
    await site.service.db.pool.query(`update mails set state = 'sent' where credential_id = $1`, [made.id])
    site.service.at(daysInto(made, 23))
    await notify(daysInto(made, 23))
    mailing(mails.url)
    await until(() => sent(made.id))
    const [reminder] = to(mails, made)
    expect(reminder!.headers.subject).toBe('Vértice: su acceso NTRIP vence en 7 días')
    expect(reminder!.text).toContain(made.usuario)
    expect(reminder!.raw).not.toContain(made.password)
    site.service.at(daysInto(made, 30.01))
    await expireCredentials({
      db: site.service.db,
      book: (await site.service.services.current()).book,
      now: daysInto(made, 30.01),
    })
    await notify(daysInto(made, 30.01))
    await until(() => to(mails, made).length === 2)
    expect(to(mails, made)[1]!.headers.subject).toBe('Vértice: su acceso NTRIP venció')
  })

  it('are not sent if they are delayed until they are wrong', async () => {
    const mails = await mailServer()
    const made = await issue()
    await notify(daysInto(made, 23))
    site.service.at(daysInto(made, 31))
    mailing(mails.url)
    await until(async () => (await site.mailsOf(made.id)).every(({ state }) => state === 'failed'))
    expect((await site.mailsOf(made.id)).map(({ last_error }) => last_error)).toEqual([
      { code: 'unwanted', params: { why: 'credential_ended' } },
      { code: 'unwanted', params: { why: 'credential_ended' } },
    ])
    expect(to(mails, made)).toEqual([])
  })
})
