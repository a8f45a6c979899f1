// What channels are sent when alerts begin and end, on a real database.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { acknowledge } from '../../../../src/actions/alerts/acknowledge.ts'
import { addChannel, changeChannel } from '../../../../src/actions/alerts/channels/change.ts'
import { setAlerts } from '../../../../src/actions/alerts/set.ts'
import { watchAlerts } from '../../../../src/actions/alerts/watch.ts'
import { inviteUser } from '../../../../src/actions/people/users.ts'
import type { AlertMail } from '../../../../src/domain/alerts/mail.ts'
import { listOpenAlerts } from '../../../../src/store/alerts/rows.ts'
import { updateUser } from '../../../../src/store/people/users.ts'
import { byTest } from '../../../support/action-context.ts'
import { measure } from '../../../support/rows.ts'
import { TestService } from '../../../support/service.ts'

const START = Date.parse('2026-11-14T18:00:00.000Z') // noon in Mexico City
const at = (minutes: number) => new Date(START + minutes * 60_000)

let service: TestService
let userId: number
beforeAll(async () => {
  service = await TestService.start()
  const names = ['LEON', 'GUAD']
  await service.saveStations(
    ...names.map((code, place) => ({ code, name: code, lat: 19 + place, lng: -99, mountpoint: code })),
  )
  const eva = { email: 'eva@example.mx', name: 'Eva', role: 'operator', ownerId: null, language: 'en' } as const
  userId = (await inviteUser(byTest({ db: service.db }), eva)).user.id
  await service.db.pool.query(
    `insert into nodes (id, name, machine, roles, version, seen_at) values ('c', 'c', 'c', '{caster}', '0', now())`,
  )
  await setAlerts(byTest({ db: service.db }), { recipients: [], delayMinutes: 5, quietMinutes: 60 })
})
afterAll(() => service.stop())

beforeEach(async () => {
  await service.db.pool.query('truncate alerts, mails, alert_channels, chat_messages restart identity cascade')
  await updateUser(service.db, userId, {
    name: 'Eva',
    role: 'operator',
    ownerId: null,
    language: 'en',
    disabledAt: null,
  })
  for (const code of ['LEON', 'GUAD']) await measure(service, code, { measuredAt: at(10_000) })
})

const context = () => byTest({ db: service.db, keys: service.services.keys })
const add = (own: boolean, kind: 'slack' | 'email' = 'slack') =>
  addChannel(context(), own ? userId : null, {
    ...{ service: kind, name: 'On call', language: 'es' },
    ...(kind === 'slack' && { url: 'https://hooks.slack.com/services/T/B/X' }),
  })

async function look(minutes: number, canMail = true): Promise<void> {
  const { book } = await service.services.current()
  await watchAlerts({ db: service.db, book, now: at(minutes), canMail })
}

const heard = (code: string, minutes: number) => measure(service, code, { measuredAt: at(minutes) })
const sent = () => service.db.pool.query(`update chat_messages set state = 'sent'`)

async function messages() {
  const { rows } = await service.db.pool.query<{ channel: number; data: AlertMail }>(
    'select channel_id::integer as channel, data from chat_messages order by id',
  )
  const names = (alerts: AlertMail['missed'] = []) => alerts.map(({ name }) => name).join(' ')
  return rows.map(({ channel, data: { begun, ended, missed } }) => [channel, names(begun), names(ended), names(missed)])
}

it('queues one message per channel, without recipients or mail server, however many nodes check', async () => {
  const [team, own] = [await add(false), await add(true)]
  await heard('LEON', -2)
  await look(0, false)
  await Promise.all([look(5, false), look(5, false)])
  await Promise.all([look(6, false), look(6, false)])
  expect(await messages()).toEqual([
    [team, 'LEON', '', ''],
    [own, 'LEON', '', ''],
  ])
  const mails = await service.db.pool.query('select 1 from mails')
  expect(mails.rows).toEqual([])
})

it('collects what happens while a message is not sent', async () => {
  const team = await add(false)
  await heard('LEON', -2)
  await look(0)
  await look(5)
  await heard('GUAD', 9)
  await look(12)
  await look(20)
  await heard('LEON', 10_000)
  await look(22)
  await look(28)
  expect(await messages()).toHaveLength(1)
  await sent()
  await look(30)
  expect((await messages())[1]).toEqual([team, 'GUAD', 'LEON', ''])
})

it('sends an alert again after its snooze', async () => {
  await add(false)
  await heard('LEON', -2)
  await look(0)
  await look(5)
  await sent()
  const [alert] = await listOpenAlerts(service.db)
  await acknowledge({ ...context(), now: at(6) }, [alert!.id], at(120))
  await look(100)
  expect(await messages()).toHaveLength(1)
  await look(121)
  await look(200)
  expect(await messages()).toHaveLength(2)
})

it('mails the own e-mail channel of a user while mail can be sent', async () => {
  await add(true, 'email')
  await heard('LEON', -2)
  await look(0)
  await look(5, false)
  await look(6)
  const { rows } = await service.db.pool.query<{ recipient: string; data: AlertMail }>(
    'select recipient, data from mails',
  )
  expect(rows).toMatchObject([{ recipient: 'eva@example.mx', data: { own: true, language: 'es' } }])
})

it('sends nothing to a user who is disabled or may not see alerts', async () => {
  await add(true)
  await heard('LEON', -2)
  await look(0)
  const { rows } = await service.db.pool.query<{ id: number }>(
    `insert into owners (name) values ('Own') returning id::integer`,
  )
  const eva = { name: 'Eva', role: 'operator', ownerId: null, language: null, disabledAt: null } as const
  await updateUser(service.db, userId, { ...eva, disabledAt: at(0) })
  await look(5)
  await updateUser(service.db, userId, { ...eva, role: 'reseller', ownerId: rows[0]!.id })
  await look(6)
  expect(await messages()).toEqual([])
  await updateUser(service.db, userId, eva)
  await look(7)
  expect(await messages()).toHaveLength(1)
})

it('sends a summary after quiet hours', async () => {
  const own = await add(true)
  const quiet = { from: '12:00', to: '14:00', zone: 'America/Mexico_City' }
  await changeChannel(context(), own, { quiet, muted: ['nodes'] })
  await heard('LEON', -2)
  await look(0)
  await look(30)
  await heard('LEON', 10_000)
  await heard('GUAD', 58)
  await look(61)
  await look(119)
  expect(await messages()).toEqual([])
  await Promise.all([look(120), look(120)])
  expect(await messages()).toEqual([[own, 'GUAD', '', 'LEON']])
  await sent()
  await look(119) // the clock was set back
  await look(121)
  await look(200)
  expect(await messages()).toHaveLength(1)
})
