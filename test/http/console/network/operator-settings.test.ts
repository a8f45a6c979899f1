import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../../../src/base/config/config.ts'
import { DAY_MS } from '../../../../src/domain/time/units.ts'
import { customerMailOf } from '../../../../src/start/roles/customers/delivery.ts'
import { LiveSettings } from '../../../../src/start/settings.ts'
import { CurrentReader } from '../../../../src/store/current/current.ts'
import { png } from '../../../support/pictures.ts'
import { expectInvalid, expectProblem } from '../../../support/problems.ts'
import { type Browser, NOTHING_GIVEN, TestConsole } from '../support.ts'

let site: TestConsole
let admin: Browser
beforeAll(async () => {
  site = await TestConsole.start()
  admin = await site.signedIn('administrator')
})
afterAll(() => site.stop())

const SMTP = { host: 'smtp.example.mx', port: 587, security: 'starttls', user: 'rtk', password: 'p4ss-of-the-server' }
const settings = async () => (await admin.get('/settings/operator')).body
const upload = (file: Buffer, theme = 'light', who = admin) =>
  who.send('POST', `/settings/logo/${theme}`, file, { 'content-type': 'image/png' })

/** The settings as another process of the service reads them. */
const node = (environment: Record<string, string> = {}) => {
  const { db, keys, casterDefaults } = site.services
  const reader = new CurrentReader(db, casterDefaults)
  return new LiveSettings(readConfig(environment), { db, keys, reader, warn: () => {} })
}

describe('the operator settings', () => {
  it('are visible to users who see settings, and changed by administrators only', async () => {
    for (const role of ['operator', 'viewer'] as const) {
      const other = await site.signedIn(role)
      expect((await other.get('/settings/operator')).status).toBe(200)
      expectProblem(await other.patch('/settings/operator', { shop: true }), 403, 'forbidden')
      expectProblem(await upload(png(), 'light', other), 403, 'forbidden')
    }
    expectProblem(
      await (await site.signedIn('reseller', await site.owner('Tienda'))).get('/settings/operator'),
      403,
      'forbidden',
    )
    expect((await settings()).shop).toBe(false)
  })

  it('apply on every node from the next request, with an audit entry', async () => {
    const live = node()
    await live.current()
    expect(live.config).toMatchObject({ shop: false, statusPage: true, bankDetails: null, mapTiles: null })
    expect(live.config).toMatchObject({ customerLanguage: 'es', reminderDays: [7, 1, 0] })
    const change = {
      shop: true,
      statusPage: false,
      bankDetails: 'Banco Uno\nCLABE 0123',
      mailFrom: 'Red RTK <rtk@example.mx>',
      mapTiles: { url: 'https://tiles.example.mx/{z}/{x}/{y}.png', attribution: '© Somebody' },
      customerLanguage: 'en',
      reminderDays: [14, 3],
    }
    const sent = { ...change, bankDetails: change.bankDetails.split('\n'), reminderDays: [3, 14, 3] }
    expect((await admin.patch('/settings/operator', sent)).status).toBe(200)
    expect(await site.lastAuditEntry()).toMatchObject({ action: 'settings.changed', details: change })
    await live.current()
    expect(live.config).toMatchObject({ ...change, mailFrom: { name: 'Red RTK', address: 'rtk@example.mx' } })
    expect(customerMailOf(live.config, true)).toEqual({ language: 'en', noticesMs: [14 * DAY_MS, 3 * DAY_MS] })
    await admin.patch('/settings/operator', { mapTiles: null, bankDetails: null, statusPage: true, reminderDays: [] })
    await live.current()
    expect(live.config.reminderDays).toEqual([])
    expect(live.config).toMatchObject({ shop: true, statusPage: true, bankDetails: null, mapTiles: null })
  })

  it('include how many daily backups are kept', async () => {
    expect((await settings()).backupKeep).toBe(14)
    expect((await admin.patch('/settings/operator', { backupKeep: 30 })).body.backupKeep).toBe(30)
    expect(await site.lastAuditEntry()).toMatchObject({ action: 'settings.changed', details: { backupKeep: 30 } })
  })

  it('stay unchanged if a value breaks a rule', async () => {
    const before = await settings()
    expectInvalid(await admin.patch('/settings/operator', { accent: 'red' }), '/accent')
    expectInvalid(await admin.patch('/settings/operator', { mailFrom: 'nobody' }), '/mailFrom')
    expectInvalid(await admin.patch('/settings/operator', { customerLanguage: 'fr' }), '/customerLanguage')
    for (const reminderDays of [[-1], [1.5], [366], Array(11).fill(1)])
      expectInvalid(await admin.patch('/settings/operator', { reminderDays }), '/reminderDays')
    for (const backupKeep of [0, 367, 1.5])
      expectInvalid(await admin.patch('/settings/operator', { backupKeep }), '/backupKeep')
    expectInvalid(await admin.patch('/settings/operator', { bankDetails: ['x'.repeat(1_001)] }), '/bankDetails')
    const tiles = { url: "https://t.mx/{z}/{x}/{y}; script-src 'unsafe-inline'", attribution: '©' }
    expectInvalid(await admin.patch('/settings/operator', { mapTiles: tiles }), '/mapTiles/url')
    expectInvalid(await admin.patch('/settings/operator', { smtp: { ...SMTP, host: 'a b' } }), '/smtp/host')
    expect(await settings()).toEqual(before)
  })

  it('are overridden by the environment and then cannot be changed here', async () => {
    const given = { ...NOTHING_GIVEN, mailFrom: { name: null, address: 'rtk@example.mx' } }
    const other = await TestConsole.start(undefined, {}, { given })
    try {
      const browser = await other.signedIn('administrator')
      const { body } = await browser.get('/settings/operator')
      expect(body.mailFrom).toMatchObject({ variable: 'MAIL_FROM', value: 'rtk@example.mx' })
      const refused = await browser.patch('/settings/operator', { mailFrom: 'me@example.mx', statusPage: false })
      expectInvalid(refused, '/mailFrom')
      expect(refused.body.errors[0]).toMatchObject({ code: 'set_by_environment', params: { variable: 'MAIL_FROM' } })
      expect((await browser.get('/settings/operator')).body.statusPage).toBe(true)
    } finally {
      await other.stop()
    }
    const live = node({ SMTP_URL: 'smtp://127.0.0.1:2525' })
    await live.current()
    expect(live.config).toMatchObject({ smtp: { host: '127.0.0.1', port: 2525 } })
  })
})

describe('the mail server', () => {
  it('stores its password encrypted and returns it in no response or log', async () => {
    const { body, text } = await admin.patch('/settings/operator', { smtp: SMTP })
    const { password, ...server } = SMTP
    expect(body.smtp).toEqual({ variable: null, server: { ...server, hasPassword: true } })
    const log = JSON.stringify(await site.audit())
    for (const told of [text, (await admin.get('/settings/operator')).text, log]) expect(told).not.toContain(password)
    const { rows } = await site.db.pool.query('select smtp_password as sealed from settings')
    expect(rows[0].sealed.includes(Buffer.from(password))).toBe(false)
    const live = node()
    await live.current()
    expect(live.config.smtp).toMatchObject({ host: 'smtp.example.mx', requireTLS: true, user: 'rtk', password })
  })

  it('keeps its password when other fields change, but not for another server', async () => {
    const { password: _, ...server } = SMTP
    expect((await admin.patch('/settings/operator', { smtp: { ...server, port: 2587 } })).status).toBe(200)
    const live = node()
    await live.current()
    expect(live.config.smtp).toMatchObject({ port: 2587, password: SMTP.password })
    expectInvalid(
      await admin.patch('/settings/operator', { smtp: { ...server, host: 'evil.example' } }),
      '/smtp/password',
    )
    expectInvalid(await admin.patch('/settings/operator', { smtp: { ...server, user: 'other' } }), '/smtp/password')
    expect((await admin.patch('/settings/operator', { smtp: null })).body.smtp.server).toBeNull()
    await live.current()
    expect(live.config.smtp).toBeNull()
  })
})

describe('the logo and the accent colour', () => {
  it('are returned with legible shades', async () => {
    const { body } = await admin.patch('/settings/operator', { accent: '#FFCC00' })
    expect(body.accent).toEqual({ value: '#ffcc00', byDefault: '#0b6478', deep: '#7f6600', pale: '#ffcc00' })
    expect((await admin.get('/settings/accent?accent=%23ffffff')).body.deep).toBe('#696969')
    expectInvalid(await admin.get('/settings/accent?accent=red'), '/accent')
    const live = node()
    await live.current()
    expect(live.brand.shades).toEqual({ deep: '#7f6600', pale: '#ffcc00' })
    await admin.patch('/settings/operator', { accent: null })
  })

  it('are uploaded, seen by every node, and removed', async () => {
    const live = node()
    const light = (await upload(png())).body.logo.light
    expect(light).toMatch(/^\/brand\/[0-9a-f]{16}$/)
    const { logo } = (await upload(png(32), 'dark')).body
    expect(logo.dark).not.toBe(light)
    await live.current()
    expect(live.brand).toMatchObject({ logo: { kind: 'png', content: png() }, logoDark: { content: png(32) } })
    expect([...live.logos.keys()].map((hash) => `/brand/${hash}`)).toEqual([light, logo.dark])
    expect((await admin.delete('/settings/logo/light')).body.logo.light).toBeNull()
    await admin.delete('/settings/logo/dark')
    await live.current()
    expect([live.brand.logo, live.brand.logoDark]).toEqual([null, null])
    expect(await site.lastAuditEntry()).toMatchObject({ action: 'settings.changed', details: { logoDark: null } })
  })

  it('are rejected with instructions if the file is not an image', async () => {
    const refused = await upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'))
    expectInvalid(refused, '/logo')
    expect(refused.body.errors[0].code).toBe('logo_svg')
    expectInvalid(await upload(Buffer.concat([png(), Buffer.alloc(600 * 1024)])), '/logo')
    expect((await upload(Buffer.alloc(5 * 1024 * 1024))).status).toBe(413)
    expect((await upload(png(), 'sepia')).status).toBe(400)
    expect((await settings()).logo.light).toBeNull()
  })
})
