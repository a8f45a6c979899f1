// Hosts of stations on a real database and a real mail server: confirmation, alerts, monthly reports, and their end.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addHost, confirmHost, leaveAsHost, removeHost } from '../../../../src/actions/alerts/hosts/change.ts'
import { reportMonth } from '../../../../src/actions/alerts/hosts/notify.ts'
import { setAlerts } from '../../../../src/actions/alerts/set.ts'
import { watchAlerts } from '../../../../src/actions/alerts/watch.ts'
import type { HostInput } from '../../../../src/domain/alerts/hosts/host.ts'
import { layOut } from '../../../../src/domain/delivery/mail/layout.ts'
import { hostAlertMail, hostConfirmMail, hostMonthMail } from '../../../../src/outbound/mail/hosts.ts'
import { findHostByKey, listHostsOf } from '../../../../src/store/alerts/hosts.ts'
import { eraseMailsTo } from '../../../../src/store/credentials/customers/erasure.ts'
import { byTest } from '../../../support/action-context.ts'
import { mailServer, startMailing } from '../../../support/mail-server.ts'
import { until } from '../../../support/process.ts'
import { measure } from '../../../support/rows.ts'
import { TestService } from '../../../support/service.ts'

const START = Date.parse('2026-11-14T18:00:00.000Z')
const at = (minutes: number) => new Date(START + minutes * 60_000)
const EVA: HostInput = { name: 'Eva', email: 'eva@example.mx', language: 'es' }

let service: TestService
beforeAll(async () => {
  service = await TestService.start()
  const names = ['LEON', 'GUAD']
  await service.saveStations(
    ...names.map((code, place) => ({ code, name: code, lat: 19 + place, lng: -99, mountpoint: code })),
  )
  await service.db.pool.query(
    `insert into nodes (id, name, machine, roles, version, seen_at) values ('c', 'c', 'c', '{caster}', '0', now())`,
  )
  await setAlerts(byTest({ db: service.db }), { recipients: [], delayMinutes: 5, quietMinutes: 60 })
})
afterAll(() => service.stop())
beforeEach(async () => {
  await service.db.pool.query('truncate alerts, mails, station_hosts, station_days restart identity cascade')
  for (const code of ['LEON', 'GUAD']) await measure(service, code, { measuredAt: at(10_000) })
})

const context = (now = at(0)) => byTest({ db: service.db }, now)
const add = (code: string, input = EVA, now = at(0)) => addHost(context(now), { code }, input)
const idOf = async (code: string): Promise<number> =>
  (await service.db.pool.query<{ id: number }>('select id::integer from stations where code = $1', [code])).rows[0]!.id
const hostOf = async (code: string) => (await listHostsOf(service.db, await idOf(code)))[0]!

async function confirmed(code: string, now = at(0)) {
  await add(code, EVA, now)
  const { key } = await hostOf(code)
  await confirmHost({ db: service.db, now }, key)
  await service.db.pool.query('delete from mails')
  return hostOf(code)
}

async function look(minutes: number, canMail = true): Promise<void> {
  const { book } = await service.services.current()
  await watchAlerts({ db: service.db, book, now: at(minutes), canMail })
}

const mails = async () =>
  (
    await service.db.pool.query<{
      kind: string
      recipient: string
      data: { begun?: { name: string }[]; month?: string }
    }>('select kind, recipient, data from mails order by id')
  ).rows

async function sentTexts(now = new Date()) {
  const server = await mailServer()
  const services = { db: service.db, baseUrl: 'https://rtk.example.mx', layOut }
  startMailing(service, server.url, {
    clock: () => now,
    render: {
      'host-confirm': hostConfirmMail(services),
      'host-alert': hostAlertMail(services),
      'host-month': hostMonthMail(services),
    },
  })
  const pending = `select 1 from mails where state = 'pending'`
  await until(async () => (await service.db.pool.query(pending)).rows.length === 0)
  return server.received
}

describe('a host', () => {
  it('confirms by a link in a mail that can be unsubscribed with one click', async () => {
    await add('LEON')
    const [mail] = await sentTexts()
    const { key } = await hostOf('LEON')
    expect(mail!.text).toContain(`https://rtk.example.mx/host/${key}`)
    expect(mail!.raw).toContain(`<https://rtk.example.mx/public/hosts/${key}/leave>`)
    expect(mail!.raw).toContain('List-Unsubscribe=One-Click')
    expect((await hostOf('LEON')).confirmedAt).toBeNull()
    await confirmHost({ db: service.db, now: at(1) }, key)
    await confirmHost({ db: service.db, now: at(2) }, key)
    expect((await hostOf('LEON')).confirmedAt).toEqual(at(1))
  })

  it('is mailed the confirmation again at most once per hour, and added once', async () => {
    await add('LEON')
    await add('LEON', { ...EVA, email: 'EVA@example.mx' }, at(1))
    expect(await mails()).toHaveLength(1)
    await add('LEON', EVA, at(61))
    expect(await mails()).toHaveLength(2)
    expect(await listHostsOf(service.db, await idOf('LEON'))).toHaveLength(1)
    await confirmHost({ db: service.db, now: at(62) }, (await hostOf('LEON')).key)
    await expect(add('LEON', EVA, at(63))).rejects.toMatchObject({ fields: [{ code: 'host_exists' }] })
  })

  it('is rejected with a wrong name or address, or as the eleventh', async () => {
    const code = (input: object) => add('LEON', { ...EVA, ...input }).catch(({ fields }) => fields[0].code)
    expect(await code({ name: ' ' })).toBe('missing')
    expect(await code({ name: 'a\u0007' })).toBe('control_characters')
    expect(await code({ email: 'eva' })).toBe('wrong_format')
    for (let count = 0; count < 10; count++) await add('LEON', { ...EVA, email: `eva${count}@example.mx` })
    expect(await code({})).toBe('too_many')
    await expect(add('NONE')).rejects.toMatchObject({ code: 'station_not_found' })
  })

  it('can leave, be removed and be erased, with the mails; the audit log has no names', async () => {
    const { key } = await confirmed('LEON')
    await leaveAsHost({ db: service.db, now: at(1) }, key)
    await leaveAsHost({ db: service.db, now: at(1) }, key)
    expect(await findHostByKey(service.db, key)).toBeNull()
    await add('LEON')
    const { id, stationId } = await hostOf('LEON')
    await expect(removeHost(context(), await idOf('GUAD'), id)).rejects.toMatchObject({ code: 'host_not_found' })
    await removeHost(context(), stationId, id)
    expect(await mails()).toEqual([])
    await add('GUAD')
    await eraseMailsTo(service.db, 'EVA@example.mx')
    expect(await listHostsOf(service.db, await idOf('GUAD'))).toEqual([])
    const { rows } = await service.db.pool.query(`select action, details from audit_log where action like 'host.%'`)
    expect(rows.map(({ action }) => action)).toContain('host.left')
    expect(JSON.stringify(rows)).not.toContain('va@example')
  })
})

describe('alerts', () => {
  it('go to confirmed hosts of the station, after the delay, once, and when it is back', async () => {
    await confirmed('LEON')
    await add('LEON', { ...EVA, email: 'unconfirmed@example.mx' })
    await add('GUAD')
    await service.db.pool.query('delete from mails')
    await measure(service, 'LEON', { measuredAt: at(-2) })
    await look(0)
    await look(4)
    expect(await mails()).toEqual([])
    await Promise.all([look(5), look(5)])
    await look(6)
    expect(await mails()).toMatchObject([
      { kind: 'host-alert', recipient: EVA.email, data: { begun: [{ name: 'LEON' }] } },
    ])
    await measure(service, 'LEON', { measuredAt: at(10_000) })
    await look(20)
    await look(26)
    await look(40)
    expect(await mails()).toHaveLength(2)
    const texts = (await sentTexts()).map(({ text }) => text)
    expect(texts[0]).toContain('No recibimos datos')
    expect(texts[1]).toContain('envía datos de nuevo')
  })

  it('wait while no mail can be sent', async () => {
    await confirmed('LEON')
    await measure(service, 'LEON', { measuredAt: at(-2) })
    await look(0, false)
    await look(5, false)
    expect(await mails()).toEqual([])
    await look(6)
    expect(await mails()).toHaveLength(1)
  })
})

describe('the report of a month', () => {
  const FIRST = new Date('2026-12-01T06:00:30Z')
  const day = async (code: string, date: string, up: number, down: number) =>
    service.db.pool.query(
      'insert into station_days (station_id, day, minutes_up, minutes_down) values ($1, $2, $3, $4)',
      [await idOf(code), date, up, down],
    )

  it('is mailed once on the first of the next month, by any number of nodes', async () => {
    await confirmed('LEON')
    await day('LEON', '2026-11-14', 1430, 10)
    await day('LEON', '2026-12-01', 0, 1)
    await reportMonth(service.db, new Date('2026-12-01T05:59:00Z'))
    expect(await mails()).toEqual([])
    await Promise.all([reportMonth(service.db, FIRST), reportMonth(service.db, FIRST)])
    await reportMonth(service.db, new Date('2026-12-02T00:00:00Z'))
    await reportMonth(service.db, new Date('2026-11-30T00:00:00Z')) // the clock was set back
    await reportMonth(service.db, FIRST)
    expect(await mails()).toMatchObject([{ kind: 'host-month', data: { month: '2026-11' } }])
    const [mail] = await sentTexts(FIRST)
    expect(mail!.text).toMatch(/Disponibilidad: +99.3 %/)
    expect(mail!.text).toMatch(/Fuera de línea: +0 h 10 min/)
    expect(mail!.text).toMatch(/Sin medición: +696 h 0 min/)
    expect(mail!.raw).toContain('List-Unsubscribe=One-Click')
  })

  it('is skipped, and says so, if nothing was measured', async () => {
    await confirmed('LEON')
    await reportMonth(service.db, FIRST)
    expect(await sentTexts(FIRST)).toEqual([])
    expect(await hostOf('LEON')).toMatchObject({
      reportedMonth: '2026-11',
      reportError: { code: 'unwanted', params: { why: 'nothing_measured' } },
    })
  })

  it('does not go to hosts who confirmed later, nor weeks late', async () => {
    await confirmed('LEON', new Date('2026-12-01T07:00:00Z'))
    await reportMonth(service.db, new Date('2026-12-01T08:00:00Z'))
    expect(await mails()).toEqual([])
    await confirmed('GUAD')
    await reportMonth(service.db, new Date('2026-12-20T00:00:00Z'))
    expect(await mails()).toEqual([])
  })
})
