// The outbox with real SMTP servers on loopback, a real database, several workers, and failures.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Render, startSendingMails } from '../../../src/outbound/mail/send-mails.ts'
import { openTransport } from '../../../src/outbound/mail/transport.ts'
import { tidyUp } from '../../../src/start/jobs/tidy-up.ts'
import { findOrCreateOwner } from '../../../src/store/people/owners.ts'
import { measuresTime, onThisMachine } from '../../support/loop-watch.ts'
import { mailServer, type ReceivedMail, refusal, smtpOf, startMailing } from '../../support/mail-server.ts'
import { until } from '../../support/process.ts'
import { TestService } from '../../support/service.ts'

let service: TestService
let ownerId: number
let keys = 0

beforeAll(async () => {
  service = await TestService.start()
  ownerId = (await findOrCreateOwner(service.db, 'Operator')).id
})
afterAll(() => service.stop())

/** Each test has its own kind, so that no other test's worker takes its mails. */
async function write(kind: string, count = 1, createdAt = new Date()): Promise<number> {
  const { rows } = await service.db.pool.query(
    `insert into mails (owner_id, kind, key, recipient, data, due_at, created_at)
     select $1, $2, $2 || $3 || '-' || n, 'maria@example.mx', jsonb_build_object('n', n), $4, $4 from generate_series(1, $5) n returning id`,
    [ownerId, kind, ++keys, createdAt, count],
  )
  return rows[0].id
}

const say: Render = ({ data }) => {
  const text = `mail number ${(data as { n: number }).n}`
  return { subject: text, text, html: `<p>${text}</p>` }
}

const rowsOf = async (kind: string) =>
  (
    await service.db.pool.query(
      'select id, state, attempts, last_error, sent_at, due_at from mails where kind = $1 order by id',
      [kind],
    )
  ).rows
const rowOf = async (kind: string) => (await rowsOf(kind))[0]
const idsOf = (mails: readonly ReceivedMail[]) => mails.map(({ headers }) => headers['message-id'])

describe('sending', () => {
  it("sends a new mail at once, in the network's name, and records it", measuresTime(), async () => {
    const { url, received } = await mailServer()
    const outcomes: string[] = []
    startMailing(service, url, { render: { prompt: say }, observe: (outcome) => outcomes.push(outcome) })
    const from = Date.now()
    const id = await write('prompt')
    await until(async () => (await rowOf('prompt')).state === 'sent')
    expect(Date.now() - from).toBeLessThan(onThisMachine(2_000))
    expect(received[0]!.headers).toMatchObject({
      from: 'Vértice <rtk@example.mx>',
      to: 'maria@example.mx',
      subject: 'mail number 1',
      'message-id': expect.stringMatching(new RegExp(`^<vertice-${id}-[0-9a-z]+@example\\.mx>$`)),
    })
    expect(await rowOf('prompt')).toMatchObject({ attempts: 1, last_error: null, sent_at: expect.any(Date) })
    expect(outcomes).toEqual(['sent'])
  })

  it('is woken by a database notification before the next poll', async () => {
    const { url, received } = await mailServer()
    let stopListening = async () => {}
    startMailing(service, url, {
      render: { noticed: say },
      onDue: (wake) => {
        stopListening = service.db.listen('mails', wake)
      },
    })
    await write('noticed')
    await until(() => received.length === 1, 8_000) // the next poll would be after ten seconds
    await stopListening()
  })

  it('shares the mails among several workers without sending one twice', async () => {
    const { url, received } = await mailServer()
    for (let worker = 0; worker < 3; worker++) startMailing(service, url, { render: { shared: say } })
    await write('shared', 40)
    await until(async () => (await rowsOf('shared')).every(({ state }) => state === 'sent'))
    expect(new Set(received.map(({ headers }) => headers.subject)).size).toBe(40)
    expect(received.length).toBe(40)
  })

  it('leaves a mail of an unknown kind to a newer release', async () => {
    const { url, received } = await mailServer()
    await write('from-the-future')
    startMailing(service, url, { render: { present: say } })
    await write('present')
    await until(() => received.length === 1)
    expect(await rowOf('from-the-future')).toMatchObject({ state: 'pending', attempts: 0 })
  })
})

describe('failures', () => {
  it('deliver the mail once a server that was down is up again', async () => {
    const down = await mailServer()
    await down.close()
    startMailing(service, down.url, { render: { down: say }, retryDelaysMs: Array(50).fill(100) })
    await write('down')
    await until(async () => /ECONNREFUSED/.test((await rowOf('down')).last_error?.params.said))
    expect(await rowOf('down')).toMatchObject({ state: 'pending', sent_at: null })
    const up = await mailServer({}, undefined, down.port)
    await until(async () => (await rowOf('down')).state === 'sent')
    expect(up.received.length).toBe(1)
    expect((await rowOf('down')).last_error).toBeNull()
  })

  it('with 4xx are retried on the schedule under the same id, until the mail is accepted', async () => {
    const times: number[] = []
    const { url, received } = await mailServer({}, (count) => {
      times.push(Date.now())
      return count < 3 ? refusal(451, '4.3.0 later') : undefined
    })
    startMailing(service, url, { render: { later: say }, retryDelaysMs: [200, 400, 800] })
    await write('later')
    await until(async () => (await rowOf('later')).state === 'sent')
    expect(new Set(received.map(({ headers }) => headers['message-id'])).size).toBe(1)
    expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(160)
    expect(times[2]! - times[1]!).toBeGreaterThanOrEqual(320)
    expect(await rowOf('later')).toMatchObject({ attempts: 3, last_error: null })
  })

  it('with 5xx end the mail at once, with the reason', async () => {
    let asked = 0
    const { url, received } = await mailServer({
      onRcptTo: (_, __, done) => {
        asked += 1
        done(refusal(550, '5.1.1 no such user'))
      },
    })
    const warnings: string[] = []
    startMailing(service, url, { render: { never: say }, warn: (error) => warnings.push((error as Error).message) })
    await write('never')
    await until(async () => (await rowOf('never')).state === 'failed')
    expect(await rowOf('never')).toMatchObject({
      attempts: 1,
      last_error: { code: 'said', params: { said: expect.stringContaining('550 5.1.1 no such user') } },
    })
    expect(warnings).toEqual([expect.stringMatching(/^Could not send e-mail \d+ \(never\); giving up: .*no such user/)])
    expect([asked, received.length]).toEqual([1, 0])
  })

  it('by timeout are retried, and the mail is given up at the end of the schedule', async () => {
    const { url, received } = await mailServer({}, () => new Promise(() => {}))
    startMailing(service, url, {
      render: { silent: say },
      transport: openTransport(smtpOf(url), 150),
      retryDelaysMs: [50, 50],
    })
    await write('silent')
    await until(async () => (await rowOf('silent')).state === 'failed')
    expect(await rowOf('silent')).toMatchObject({
      attempts: 3,
      last_error: { params: { said: expect.stringMatching(/imeout/) } },
    })
    expect(received.length).toBe(3)
  })

  it('of one mail that cannot be rendered do not delay the others', async () => {
    const { url, received } = await mailServer()
    startMailing(service, url, {
      render: {
        broken: () => {
          throw new Error('the credential\nis gone')
        },
        whole: say,
      },
      retryDelaysMs: [20],
    })
    await write('broken')
    await write('whole')
    await until(async () => (await rowOf('broken')).state === 'failed')
    expect(await rowOf('broken')).toMatchObject({
      attempts: 2,
      last_error: { code: 'said', params: { said: 'the credential is gone' } },
    })
    await until(() => received.length === 1)
  })
})

describe('a process that dies', () => {
  const endLease = (kind: string) => service.db.pool.query('update mails set due_at = now() where kind = $1', [kind])
  /** Waits until the worker has polled again: it has sent a mail that was due later. */
  const lookedAgain = async (kind: string) => {
    await write(kind)
    await until(async () => (await rowsOf(kind)).at(-1).state === 'sent')
  }

  it('before it records an accepted mail leads to a second mail with the same id, and never after the record', async () => {
    const { url, received } = await mailServer()
    // For the outbox, a process that cannot record results is a dead process.
    const dying = {
      ...service.db,
      query: ((statement: { name?: string }, values: unknown[]) =>
        statement.name === 'mail-record'
          ? Promise.reject(new Error('killed'))
          : service.db.query(statement as never, values)) as typeof service.db.query,
    }
    const stop = startMailing(service, url, { db: dying, render: { crash: say } })
    await write('crash')
    await until(() => received.length === 1)
    await stop()
    expect(await rowOf('crash')).toMatchObject({ state: 'pending', attempts: 1 })

    const [id] = idsOf(received)
    startMailing(service, url, { render: { crash: say } })
    await lookedAgain('crash')
    expect(await rowOf('crash')).toMatchObject({ state: 'pending', attempts: 1 }) // still leased
    await endLease('crash')
    await until(async () => (await rowOf('crash')).state === 'sent')
    expect(idsOf(received).filter((one) => one === id)).toHaveLength(2)

    await endLease('crash')
    await lookedAgain('crash')
    expect(await rowOf('crash')).toMatchObject({ state: 'sent', attempts: 2 })
    expect(received).toHaveLength(4)
  })

  it('on every attempt leads to the mail being given up at the end of the schedule', async () => {
    const { url, received } = await mailServer()
    await write('poison')
    await service.db.pool.query(`update mails set attempts = 3 where kind = 'poison'`)
    startMailing(service, url, { render: { poison: say }, retryDelaysMs: [50, 50] })
    await until(async () => (await rowOf('poison')).state === 'failed')
    expect((await rowOf('poison')).last_error).toEqual({ code: 'broken_off', params: {} })
    expect(received).toEqual([])
  })

  it('after its lease expires does not disturb the worker that took over', async () => {
    let answerFirst = () => {}
    const { url, received } = await mailServer({}, async (count) => {
      if (count > 1) return undefined
      await new Promise<void>((resolve) => {
        answerFirst = resolve
      })
      return refusal(451, 'too late')
    })
    const transport = openTransport(smtpOf(url), 10_000)
    const outcomes: string[] = []
    const worker = { transport, render: { slow: say }, observe: (outcome: string) => void outcomes.push(outcome) }
    startMailing(service, url, worker)
    await write('slow')
    await until(() => received.length === 1)
    startMailing(service, url, worker)
    await endLease('slow')
    await until(async () => (await rowOf('slow')).state === 'sent')
    answerFirst()
    await until(() => outcomes.length === 2)
    expect(outcomes).toEqual(['sent', 'pending'])
    expect(await rowOf('slow')).toMatchObject({ state: 'sent', last_error: null })
    expect(received.length).toBe(2)
  })

  it('causes no second mail if only the database was briefly unavailable', async () => {
    const { url, received } = await mailServer()
    let away = 1
    const flaky = {
      ...service.db,
      query: ((statement: { name?: string }, values: unknown[]) =>
        statement.name === 'mail-record' && away-- > 0
          ? Promise.reject(new Error('Connection terminated'))
          : service.db.query(statement as never, values)) as typeof service.db.query,
    }
    startMailing(service, url, { db: flaky, render: { moment: say } })
    await write('moment')
    await until(async () => (await rowOf('moment')).state === 'sent')
    expect(received.length).toBe(1)
  })
})

describe('stopping', () => {
  it('waits for a mail in progress and starts no other', async () => {
    let answer = () => {}
    const { url, received } = await mailServer({}, async () => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return undefined
    })
    await write('last')
    const stop = startSendingMails({
      db: service.db,
      transport: openTransport(smtpOf(url), 10_000),
      render: { last: say },
      from: { name: 'Red', address: 'rtk@example.mx' },
      networkName: async () => 'Red',
      clock: () => new Date(),
      onDue: () => {},
      warn: () => {},
    })
    await until(() => received.length === 1)
    const stopped = stop()
    await write('last')
    answer()
    await stopped
    expect((await rowsOf('last')).map(({ state }) => state)).toEqual(['sent', 'pending'])
  })
})

describe('retention', () => {
  it('deletes mails after 90 days, and gives up mails that were not attempted within seven', async () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
    for (const days of [91, 89, 8, 6]) await write('old', 1, daysAgo(days))
    const tried = await write('old', 1, daysAgo(8))
    await service.db.pool.query('update mails set attempts = 1 where id = $1', [tried])
    await tidyUp(service.db, new Date())
    expect((await rowsOf('old')).map(({ state, last_error }) => [state, last_error])).toEqual([
      ['failed', { code: 'nobody_sent', params: { days: 7 } }],
      ['failed', { code: 'nobody_sent', params: { days: 7 } }],
      ['pending', null],
      ['pending', null],
    ])
  })
})
