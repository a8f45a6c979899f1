import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MailTest } from '../../../../src/domain/delivery/mail/failure.ts'
import { buildApi } from '../../../../src/http/api/server.ts'
import { consoleRoutes } from '../../../../src/http/console/console.ts'
import { type BackupOutcome, endBackup, insertBackup } from '../../../../src/store/operations/backup/attempts.ts'
import { noteClockSkew } from '../../../../src/store/operations/clock-skews.ts'
import { expectInvalid, expectProblem } from '../../../support/problems.ts'
import { type Browser, TestConsole } from '../support.ts'

let site: TestConsole
let admin: Browser
beforeAll(async () => {
  site = await TestConsole.start()
  admin = await site.signedIn('administrator')
})
afterAll(() => site.stop())

describe('the network settings', () => {
  it('are returned with their defaults', async () => {
    const { body } = await admin.get('/settings')
    expect(body).toMatchObject({
      network: { casterHost: null, upstream: null },
      defaults: { casterHost: 'rtk.example.mx', casterPort: 2101 },
      upstream: null,
      mail: null,
      statusPage: true,
    })
  })

  it('are changed field by field, with the rules of the command and an audit entry', async () => {
    const change = {
      name: 'Red Geodésica',
      casterHost: 'ntrip.example.mx',
      casterPort: 2102,
      country: 'GTM',
      nearBaseKm: 12.5,
    }
    const { body } = await admin.patch('/settings', change)
    expect(body.network).toMatchObject(change)
    expect(await site.lastAuditEntry()).toMatchObject({ action: 'settings.changed', details: change })
    expect((await admin.get('/me')).body.network.name).toBe('Red Geodésica')
    expect((await admin.patch('/settings', { casterHost: null, casterPort: null })).body.network.casterHost).toBeNull()
  })

  it('write the reference frame with its epoch as the text that customers see', async () => {
    const inSirgas = await admin.patch('/settings', { frame: 'sirgas2000' })
    expect(inSirgas.body.network).toMatchObject({
      frame: 'sirgas2000',
      epoch: 2000.4,
      datum: 'SIRGAS 2000 época 2000.4',
    })
    const local = await admin.patch('/settings', { datum: 'Marco local' })
    expect(local.body.network).toMatchObject({ frame: null, epoch: null, datum: 'Marco local' })
    const known = await admin.patch('/settings', { datum: 'ITRF2014 época 2016.5' })
    expect(known.body.network).toMatchObject({ frame: 'itrf2014', epoch: 2016.5 })
    expectInvalid(await admin.patch('/settings', { frame: 'itrf1900' }), '/frame')
    expectInvalid(await admin.patch('/settings', { frame: 'sirgas2000', epoch: 2015 }), '/epoch')
    const official = await admin.patch('/settings', { frame: 'mexico-itrf2008' })
    expect(official.body.network.datum).toBe('ITRF2008 época 2010.0')
    expect((await admin.get('/frames')).body.frames).toContainEqual({
      ...{ key: 'mexico-itrf2008', name: 'ITRF2008', epsg: 6364, epoch: 2010, country: 'MEX' },
    })
  })

  it('stay unchanged if a value breaks a rule', async () => {
    const before = (await admin.get('/settings')).body.network
    expectInvalid(await admin.patch('/settings', { name: ' ', datum: 'WGS84' }), '/name')
    expectInvalid(await admin.patch('/settings', { casterPort: 70_000 }), '/casterPort')
    expectInvalid(await admin.patch('/settings', { upstream: 'http://example.mx' }), '/upstream')
    expectInvalid(await admin.patch('/settings', { mountpoint: 'WITH SPACE' }), '/mountpoint')
    expectInvalid(await admin.patch('/settings', { country: 'México' }), '/country')
    expectInvalid(await admin.patch('/settings', { unknown: 1 }), '/unknown')
    expect((await admin.get('/settings')).body.network).toEqual(before)
  })

  it('never return the login of the VRS engine, in any response or log', async () => {
    const { body, text } = await admin.patch('/settings', { upstream: 'ntrip://rtk:s3cret-word@192.0.2.9:2101/VRS' })
    expect(body.network.upstream).toBe('ntrip://192.0.2.9:2101/VRS')
    expect(body.upstream).toMatchObject({ answers: false })
    const seen = [text, (await admin.get('/settings')).text, JSON.stringify(await site.audit())].join()
    expect(seen).not.toContain('s3cret-word')
  })

  it('reject a VRS engine at a private address that the operator has not allowed', async () => {
    const refused = await admin.patch('/settings', { upstream: 'ntrip://127.0.0.1:19464/metrics' })
    expectInvalid(refused, '/upstream')
    expect(refused.text).toContain('source_not_public')
  })

  it('are changed by administrators only', async () => {
    for (const role of ['operator', 'viewer'] as const) {
      const browser = await site.signedIn(role)
      expect((await browser.get('/settings')).status).toBe(200)
      expectProblem(await browser.patch('/settings', { name: 'Mine' }), 403, 'forbidden')
      expectProblem(await browser.post('/settings/mail-test', { address: 'a@example.mx' }), 403, 'forbidden')
    }
    const reseller = await site.signedIn('reseller', await site.owner('Reseller'))
    expectProblem(await reseller.get('/settings'), 403, 'forbidden')
    expectProblem(await reseller.get('/system'), 403, 'forbidden')
  })
})

describe('the mail test', () => {
  const at = async (sendTest: (to: string) => Promise<MailTest>) => {
    const mail = { server: 'mail.example.mx:587', from: 'rtk@example.mx', sendTest }
    const app = await buildApi({
      ...site.service.services,
      trustProxy: ['127.0.0.1'],
      otherRoutes: [consoleRoutes({ ...site.services, mail })],
    })
    const browser = site.browser('203.0.113.7', app)
    for (const [name, value] of admin.cookies) browser.cookies.set(name, value)
    return browser
  }

  it('reports that no server is configured', async () => {
    expectProblem(await admin.post('/settings/mail-test', { address: 'ana@example.mx' }), 409, 'no_mail_server')
  })

  it('returns the reply of the server, success or failure, and leaves an audit entry', async () => {
    const good = await at(async (to) => ({ said: `250 taken for ${to}`, failure: null }))
    expect((await good.get('/settings')).body.mail).toEqual({ server: 'mail.example.mx:587', from: 'rtk@example.mx' })
    const taken = await good.post('/settings/mail-test', { address: 'ana@example.mx' })
    expect(taken.body).toMatchObject({ said: '250 taken for ana@example.mx', failure: null })
    const failure = { code: 'said', params: { said: '535 who are you' } } as const
    const bad = await at(async () => ({ said: null, failure }))
    const refused = await bad.post('/settings/mail-test', { address: 'ana@example.mx' })
    expect(refused.body).toMatchObject({ said: null, failure })
    expectInvalid(await bad.post('/settings/mail-test', { address: 'nobody' }), '/address')
    const traces = (await site.audit()).filter(({ action }) => action === 'mail.tested').map(({ details }) => details)
    expect(traces).toMatchObject([{ said: '250 taken for ana@example.mx' }, { failure }])
  })
})

describe('the system page', () => {
  it('shows the newest good backup and the outcome of the last attempt', async () => {
    const backups = async () => (await admin.get('/system')).body.backups
    expect(await backups()).toEqual({ newest: null, last: null, isOverdue: false, kept: 14 })
    const now = Date.now()
    const hoursAgo = (hours: number) => new Date(now - hours * 3_600_000)
    const attempt = async (hours: number, outcome: BackupOutcome) => {
      const id = await insertBackup(site.db, 'rtk-1', `${hours}.vbk`, hoursAgo(hours))
      await endBackup(site.db, id, outcome, hoursAgo(hours))
    }
    await attempt(30, { bytes: 1_234_567 })
    await attempt(1, { failure: { code: 'folder_not_writable', params: {} } })
    expect(await backups()).toMatchObject({
      newest: { at: hoursAgo(30).toISOString(), bytes: 1_234_567, machine: 'rtk-1', file: '30.vbk' },
      last: { at: hoursAgo(1).toISOString(), state: 'failed', failure: { code: 'folder_not_writable' } },
      isOverdue: true,
    })
    await insertBackup(site.db, 'rtk-1', '0.vbk', hoursAgo(0))
    expect(await backups()).toMatchObject({ last: { state: 'in_progress', failure: null }, isOverdue: true })
    await site.db.pool.query('delete from backups')
  })

  it('shows versions, queues and their delay, the database and its disk usage', async () => {
    const late = new Date(Date.now() - 60_000)
    const owner = await site.owner('Late')
    await site.db.pool.query(
      `insert into mails (owner_id, kind, key, recipient, data, due_at, created_at) values ($1, 'x', 'x', 'a@example.mx', '{}', $2, $2)`,
      [owner, late],
    )
    await noteClockSkew(site.db, 'rtk-2', -3.5)
    const { body } = await admin.get('/system')
    expect(body.clocks).toMatchObject([{ host: 'rtk-2', seconds: -3.5 }])
    expect(body.process).toMatchObject({ version: '0.0.0', node: process.versions.node })
    expect(body.database.serverVersion).toMatch(/^1\d\./)
    expect(body.database.migration).toMatch(/^\d{4}_\w+\.sql$/)
    expect(body.database.databaseBytes).toBeGreaterThan(1_000_000)
    expect(body.database.tables.map(({ name }: { name: string }) => name)).toContain('credentials')
    const mails = body.queues.find(({ name }: { name: string }) => name === 'mails')
    expect(mails).toMatchObject({ waiting: 1, due: 1 })
    expect(mails.lateSeconds).toBeGreaterThanOrEqual(60)
    expect(body.queues.map(({ name }: { name: string }) => name)).toEqual(['deliveries', 'mails', 'expiry'])
    expect(body.disk).toBeNull()
  })

  it('lists the nodes by name: live ones and those that died in the last hour', async () => {
    const insert = `insert into nodes (id, name, machine, roles, version, started_at, heard_since, seen_at, draining_since, rovers, stations, bus, lag_ms) values
      ('a', 'rtk-2-caster', 'rtk-2', '{caster}', '1.2.0', now() - interval '1 day', now() - interval '1 day', now() + interval '1 hour', null, 40, 2, 'away', 3),
      ('b', 'rtk-1', 'rtk-1', '{api,worker}', '1.2.0', now() - interval '1 day', now() - interval '1 day', now() + interval '1 hour', null, null, null, null, 1),
      ('c', 'rtk-3-caster', 'rtk-3', '{caster}', '1.1.0', now() - interval '1 day', now() - interval '1 day', now() - interval '11 seconds', now(), 7, 0, 'up', 900),
      ('d', 'rtk-4', 'rtk-4', '{api}', '1.1.0', now() - interval '1 day', now() - interval '1 day', now() - interval '2 hours', null, null, null, null, 1)`
    await site.db.pool.query(insert)
    const { nodes } = (await admin.get('/system')).body
    expect(nodes).toMatchObject([
      { id: 'b', name: 'rtk-1', roles: ['api', 'worker'], state: 'up', rovers: null, stations: null, bus: null },
      {
        id: 'a',
        name: 'rtk-2-caster',
        state: 'up',
        drainingSince: null,
        rovers: 40,
        stations: 2,
        bus: 'away',
        lagMs: 3,
      },
      { id: 'c', name: 'rtk-3-caster', version: '1.1.0', state: 'lost', drainingSince: expect.any(String) },
    ])
  })

  it('drains a running caster for an administrator, with an audit entry', async () => {
    const drain = (browser: Browser, name: string) => browser.post('/system/nodes/drain', { name })
    expectProblem(await drain(await site.signedIn('operator'), 'rtk-2-caster'), 403, 'forbidden')
    for (const name of ['rtk-1', 'rtk-3-caster', 'nobody'])
      expectProblem(await drain(admin, name), 404, 'node_not_found')
    expect((await drain(admin, 'rtk-2-caster')).status).toBe(200)
    const stateOf = async () =>
      (await admin.get('/system')).body.nodes.find(({ name }: { name: string }) => name === 'rtk-2-caster').state
    expect(await stateOf()).toBe('draining')
    await site.db.pool.query(`update nodes set rovers = 0, stations = 0 where name = 'rtk-2-caster'`)
    expect(await stateOf()).toBe('drained')
    expect(await site.lastAuditEntry()).toMatchObject({ action: 'node.drained', details: { name: 'rtk-2-caster' } })
  })

  it('drains all casters of a machine by its name', async () => {
    await site.db.pool.query(
      `insert into nodes (id, name, machine, roles, version, seen_at) values
       ('e', 'rtk-5', 'rtk-5', '{api}', '1.2.0', now() + interval '1 hour'),
       ('f', 'rtk-5-caster', 'rtk-5', '{caster}', '1.2.0', now() + interval '1 hour'),
       ('g', 'rtk-5-caster-2', 'rtk-5', '{caster}', '1.2.0', now() + interval '1 hour')`,
    )
    expect((await admin.post('/system/nodes/drain', { name: 'rtk-5' })).status).toBe(200)
    const { nodes } = (await admin.get('/system')).body
    const states = nodes.flatMap(({ machine, state }: Record<string, string>) => (machine === 'rtk-5' ? state : []))
    expect(states).toEqual(['up', 'draining', 'draining'])
  })
})
