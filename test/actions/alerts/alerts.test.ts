// Alerts on a real database: each condition is opened once and mailed once, however many nodes check.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { acknowledge } from '../../../src/actions/alerts/acknowledge.ts'
import { setAlerts } from '../../../src/actions/alerts/set.ts'
import { watchAlerts } from '../../../src/actions/alerts/watch.ts'
import { withdraw } from '../../../src/actions/alerts/withdraw.ts'
import { changeStation } from '../../../src/actions/stations/save.ts'
import type { Alert } from '../../../src/domain/alerts/alert.ts'
import { ALERT_MAIL, type AlertMail } from '../../../src/domain/alerts/mail.ts'
import { layOut } from '../../../src/domain/delivery/mail/layout.ts'
import { alertMail } from '../../../src/outbound/mail/alert.ts'
import { machineReader } from '../../../src/start/health/machine-reports.ts'
import { noteReports } from '../../../src/store/alerts/machines.ts'
import { listAlerts, listOpenAlerts } from '../../../src/store/alerts/rows.ts'
import { type BackupOutcome, endBackup, insertBackup } from '../../../src/store/operations/backup/attempts.ts'
import { attentionText } from '../../../src/words/attention.ts'
import { en } from '../../../src/words/en.ts'
import { es } from '../../../src/words/es.ts'
import { byTest } from '../../support/action-context.ts'
import { mailServer, startMailing } from '../../support/mail-server.ts'
import { measure } from '../../support/rows.ts'
import { TestService } from '../../support/service.ts'

const START = Date.parse('2026-11-14T18:00:00.000Z')
const MINUTE = 60_000
const at = (minutes: number) => new Date(START + minutes * MINUTE)
const WELL = -0.1

let service: TestService
beforeAll(async () => {
  service = await TestService.start()
  const names = ['LEON', 'GUAD', 'PUEB']
  await service.saveStations(
    ...names.map((code, place) => ({ code, name: code, lat: 19 + place, lng: -99, mountpoint: code })),
  )
})
afterAll(() => service.stop())

beforeEach(async () => {
  await service.db.pool.query('truncate alerts, mails, machine_reports restart identity cascade')
  await service.db.pool.query(`delete from nodes`)
  await service.db.pool.query(`update stations set declared_status = 'online'`)
  await caster()
  await setAlerts(byTest({ db: service.db }), {
    recipients: ['guardia@example.mx', 'jefa@example.mx'],
    muted: [],
    delayMinutes: 5,
    quietMinutes: 60,
    language: 'es',
    diskFreePercent: 10,
    certificateDays: 14,
  })
  for (const code of ['LEON', 'GUAD', 'PUEB']) await measure(service, code, { measuredAt: at(10_000) })
})

const caster = (name = 'caster-1', seen = 'now()') =>
  service.db.pool.query(
    `insert into nodes (id, name, machine, roles, version, seen_at) values ($1, $1, $1, '{caster}', '0', ${seen})`,
    [name],
  )

const heard = (code: string, minutes: number) => measure(service, code, { measuredAt: at(minutes) })

async function look(minutes: number, { canMail = true } = {}): Promise<void> {
  // As if a worker had sent the pending mails.
  await service.db.pool.query(`update mails set state = 'sent' where kind = '${ALERT_MAIL}' and state = 'pending'`)
  const { book } = await service.services.current()
  await watchAlerts({ db: service.db, book, now: at(minutes), canMail })
}

const open = async () => (await listOpenAlerts(service.db)).map(shown)
const shown = ({ kind, name }: Pick<Alert, 'kind' | 'name'>) => `${kind} ${name}`

async function mails() {
  const { rows } = await service.db.pool.query<{ recipient: string; kind: string; data: AlertMail }>(
    'select recipient, kind, data from mails order by id',
  )
  return rows.map(({ recipient, data: { begun, ended } }) => ({
    recipient,
    begun: begun.map(shown),
    ended: ended.map(shown),
  }))
}

describe('a station that goes down', () => {
  it('raises an alert at once, a mail to all recipients after five minutes, and another on recovery', async () => {
    await heard('LEON', WELL - 2)
    await look(0)
    expect(await open()).toEqual(['station_down LEON'])
    await look(4)
    expect(await mails()).toEqual([])
    await look(5)
    await look(6)
    const begun = ['station_down LEON']
    expect(await mails()).toEqual([
      { recipient: 'guardia@example.mx', begun, ended: [] },
      { recipient: 'jefa@example.mx', begun, ended: [] },
    ])
    await heard('LEON', 10_000)
    await look(20)
    expect(await open()).toEqual([])
    await look(24)
    expect(await mails()).toHaveLength(2)
    await look(25)
    expect((await mails()).slice(2).map(({ ended }) => ended)).toEqual([begun, begun])
    const [alert] = await listAlerts(service.db, { limit: 10 })
    expect(alert).toMatchObject({ openedAt: at(0), endedAt: at(20), mailedAt: at(5), endMailedAt: at(25), times: 1 })
  })

  it('reopens a snoozed alert at the given time, and mails it again if it lasts', async () => {
    await heard('LEON', WELL - 2)
    await look(0)
    await look(5)
    expect(await mails()).toHaveLength(2)
    const [alert] = await listOpenAlerts(service.db)
    const context = byTest({ db: service.db }, at(6))
    await expect(async () => acknowledge(context, [alert!.id], at(6))).rejects.toThrow()
    await expect(async () => acknowledge(context, [alert!.id], at(31 * 24 * 60))).rejects.toThrow()
    expect(await acknowledge(context, [alert!.id], at(66))).toBe(1)
    const { rows } = await service.db.pool.query('select action, details from audit_log order by id desc limit 1')
    expect(rows).toMatchObject([{ action: 'alert.snoozed', details: { name: 'LEON', until: at(66).toISOString() } }])
    await look(65)
    expect((await listOpenAlerts(service.db))[0]).toMatchObject({ acknowledgedBy: 'test', snoozedUntil: at(66) })
    expect(await mails()).toHaveLength(2)
    await look(66)
    expect((await listOpenAlerts(service.db))[0]).toMatchObject({ acknowledgedBy: null, snoozedUntil: null })
    expect(await mails()).toHaveLength(4)
  })

  it('sends no mail once acknowledged until the alert ends, and records who acknowledged it', async () => {
    await heard('LEON', WELL - 2)
    await look(0)
    const [alert] = await listOpenAlerts(service.db)
    const context = byTest({ db: service.db }, at(1))
    expect(await acknowledge(context, [alert!.id])).toBe(1)
    expect(await acknowledge(context, [alert!.id, 999])).toBe(0)
    await look(30)
    expect(await mails()).toEqual([])
    expect((await listOpenAlerts(service.db))[0]).toMatchObject({ acknowledgedBy: 'test', acknowledgedAt: at(1) })
    const { rows } = await service.db.pool.query('select action, details from audit_log order by id desc limit 1')
    expect(rows).toMatchObject([{ action: 'alert.acknowledged', details: { kind: 'station_down', name: 'LEON' } }])
    // Without the acknowledgement it is mailed.
    expect(await withdraw(context, [alert!.id])).toBe(1)
    await look(31)
    expect(await mails()).toHaveLength(2)
    // A new alert is not acknowledged.
    await acknowledge(context, [alert!.id])
    await heard('LEON', 10_000)
    await look(40)
    await heard('LEON', 60)
    await look(100)
    await look(105)
    expect((await mails()).at(-1)).toMatchObject({ begun: ['station_down LEON'] })
    expect((await listOpenAlerts(service.db))[0]).toMatchObject({ acknowledgedAt: null })
  })

  it('is combined with others into one mail; a station in maintenance raises no alert', async () => {
    for (const code of ['LEON', 'GUAD', 'PUEB']) await heard(code, WELL - 2)
    const context = byTest({ db: service.db, keys: service.services.keys })
    await changeStation(context, { code: 'PUEB' }, { declaredStatus: 'maintenance' })
    await look(0)
    await look(5)
    expect((await mails()).map(({ begun }) => begun)).toEqual([
      ['station_down GUAD', 'station_down LEON'],
      ['station_down GUAD', 'station_down LEON'],
    ])
  })

  it('is mailed once, however many nodes check at the same time', async () => {
    await heard('LEON', WELL - 2)
    const together = (minutes: number) => Promise.all(Array.from({ length: 6 }, () => look(minutes)))
    await together(0)
    expect(await open()).toEqual(['station_down LEON'])
    await together(5)
    await together(5.2)
    expect(await mails()).toHaveLength(2)
  })

  it('raises an alert without a mail server, and is mailed once there is one', async () => {
    await heard('LEON', WELL - 2)
    for (const minutes of [0, 5, 60]) await look(minutes, { canMail: false })
    expect(await open()).toEqual(['station_down LEON'])
    expect(await mails()).toEqual([])
    await look(61)
    expect(await mails()).toHaveLength(2)
  })
})

describe('alerts of the service itself', () => {
  it('cover no caster, a lost process and mails that are not sent', async () => {
    await service.db.pool.query(`update nodes set roles = '{worker}', heard_since = now() - interval '1 hour'`)
    await caster('caster-2', `now() - interval '1 minute'`)
    await service.db.pool.query(
      `insert into mails (kind, key, recipient, data, due_at, created_at, attempts, last_error)
       values ('x', 'x', 'a@example.mx', '{}', 'infinity', $1, 1, '{"code":"said","params":{"said":"no"}}')`,
      [at(-11)],
    )
    await look(0)
    expect((await open()).sort()).toEqual(['mails_waiting 1', 'no_caster null', 'node_lost caster-2'])
    // Another node with the same name has started.
    await service.db.pool.query(
      `insert into nodes (id, name, machine, roles, version, seen_at) values ('n', 'caster-2', 'm', '{caster}', '0', now())`,
    )
    await service.db.pool.query(`delete from mails where key = 'x'`)
    await look(1)
    expect(await open()).toEqual([])
  })

  it('cover overdue webhooks and mails, and a job that keeps failing', async () => {
    await service.token() // creates the owner
    const { rows } = await service.db.pool.query<{ id: number }>(
      `insert into webhooks (owner_id, url, event_types, secret, created_at)
       values ((select id from owners limit 1), 'https://receiver.example.mx', '{order.paid}', '\\x00', now()) returning id`,
    )
    const due = at(-6)
    const owe = `insert into deliveries (event_id, webhook_id, event_type, due_at, created_at) values ('e', $1, 'order.paid', $2, $2)`
    await service.db.pool.query(owe, [rows[0]!.id, due])
    await service.db.pool.query(
      `insert into mails (kind, key, recipient, data, due_at, created_at) values ('x', 'x', 'a@example.mx', '{}', $1, $1)`,
      [due],
    )
    await noteReports(service.db, 'rtk-1', [
      { kind: 'job', path: 'tidying up', figures: { since: at(-20).toISOString() } },
    ])
    await look(0)
    expect((await open()).sort()).toEqual(['deliveries_late 1', 'job_failing rtk-1:tidying up', 'mails_late 1'])
    const since = (await listOpenAlerts(service.db)).map((alert) => [alert.kind, alert.since])
    expect(Object.fromEntries(since)).toEqual({ deliveries_late: due, mails_late: due, job_failing: at(-20) })
    // Another overdue delivery belongs to the same alert.
    await service.db.pool.query(owe, [rows[0]!.id, due])
    await look(1)
    expect(await open()).toHaveLength(3)
    await service.db.pool.query(
      `delete from deliveries; delete from mails; delete from machine_reports; delete from webhooks`,
    )
    await look(2)
    expect(await open()).toEqual([])
  })

  it('cover a daily backup that no longer succeeds', async () => {
    const begin = (minutes: number, outcome: BackupOutcome) =>
      insertBackup(service.db, 'rtk-1', `${minutes}.vbk`, at(minutes)).then((id) =>
        endBackup(service.db, id, outcome, at(minutes + 1)),
      )
    await begin(-25 * 60, { bytes: 1 })
    await begin(-60, { failure: { code: 'disk_full', params: {} } })
    await look(0)
    expect(await open()).toEqual([])
    await look(61)
    expect(await open()).toHaveLength(1)
    const [alert] = await listOpenAlerts(service.db)
    expect(alert).toMatchObject({ kind: 'backup_overdue', since: at(-25 * 60) })
    expect(attentionText(en, alert!, at(61))).toBe(
      'The latest backup is 26 hours old; the last attempt failed: the disk is full',
    )
    expect(attentionText(es, alert!, at(61))).toBe(
      'El respaldo más reciente tiene 26 horas; el último intento falló: el disco está lleno',
    )
    await begin(62, { bytes: 2 })
    await look(63)
    expect(await open()).toEqual([])
    await service.db.pool.query('delete from backups')
  })

  it('cover the data disk and the certificate of the caster, as read from the machine', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'alerts-'))
    const certificate = (days: number) => {
      const file = join(folder, `${days}.pem`)
      const subject = ['-subj', '/CN=caster.example.mx', '-days', String(days)]
      const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', '-']
      writeFileSync(file, execFileSync('openssl', ['req', '-x509', ...key, ...subject], { stdio: 'pipe' }))
      return { port: 2102, certFile: file, keyFile: file }
    }
    const machine = { dataDir: folder, databaseUrl: null, roles: ['caster' as const] }
    const reports = await machineReader({ ...machine, casterTls: certificate(10) })()
    expect(reports.map(({ kind }) => kind)).toEqual(['disk', 'certificate'])
    const now = Date.now()
    const lookNow = async () => {
      const { book } = await service.services.current()
      for (const code of ['LEON', 'GUAD', 'PUEB']) await measure(service, code, { measuredAt: new Date(now) })
      await watchAlerts({ db: service.db, book, now: new Date(now), canMail: false })
    }
    await noteReports(service.db, 'rtk-1', reports)
    // Every disk has less than that free.
    await setAlerts(byTest({ db: service.db }), { diskFreePercent: 99 })
    await lookNow()
    const found = await listOpenAlerts(service.db)
    expect(found.map(shown).sort()).toEqual([`certificate_ending rtk-1:${folder}/10.pem`, `disk_full rtk-1:${folder}`])
    // Limits that neither the certificate nor the disk violates.
    await setAlerts(byTest({ db: service.db }), { certificateDays: 5, diskFreePercent: 1 })
    await lookNow()
    expect(await open()).toEqual([])
    rmSync(folder, { recursive: true })
  })
})

it('sends a mail with the condition, its start and a link', async () => {
  const smtp = await mailServer()
  await heard('LEON', WELL - 2)
  await service.db.pool.query(
    `insert into machine_reports (machine, kind, path, figures) values ('rtk-1', 'disk', '/data', '{"freeBytes": 4000000000, "totalBytes": 100000000000}')`,
  )
  await look(0)
  await look(5)
  startMailing(service, smtp.url, { render: { [ALERT_MAIL]: alertMail(layOut, 'https://rtk.example.mx') } })
  await expect.poll(() => smtp.received.length).toBe(2)
  const [mail] = smtp.received
  expect(mail!.headers.subject).toContain('2 alertas requieren su atención')
  for (const body of [mail!.text, mail!.html])
    for (const part of [
      'LEON: sin datos desde hace más de 60 s',
      '4.0 % libre (4.0 GB), mínimo 10 %',
      'https://rtk.example.mx/console/alerts',
      'Reconozca',
      '14 nov',
    ])
      expect(body).toContain(part)
})
