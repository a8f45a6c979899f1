// Bulk changes of selected or matching credentials: a job changes each credential once and reports the result.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stepJob, stepJobs } from '../../../../src/actions/credentials/jobs/run.ts'
import { expectProblem } from '../../../support/problems.ts'
import { STATIONS } from '../../../support/service.ts'
import { type Browser, TestConsole } from '../support.ts'

const DAY_S = 86_400

let site: TestConsole
let operator: Browser
let reseller: Browser
let own: number
let other: number
let keys = 0
beforeAll(async () => {
  site = await TestConsole.start()
  await site.service.saveStations(...Object.values(STATIONS))
  own = await site.owner('Own')
  other = await site.owner('Other')
  operator = await site.signedIn('operator')
  reseller = await site.signedIn('reseller', own)
})
afterAll(() => site.stop())

const newKey = () => `key-of-this-test-${++keys}`
const alike = (quantity: number, wish: object = {}, by = operator) =>
  by.post('/credentials/jobs/alike', {
    ...{ ownerId: own, validitySeconds: 30 * DAY_S, key: newKey(), quantity },
    ...wish,
  })
const change = (wish: object, by = operator) => by.post('/credentials/jobs/change', { key: newKey(), ...wish })
const look = async (id: number, by = operator) => (await by.get(`/credentials/jobs/${id}`)).body
const work = () => stepJobs({ ...site.services, db: site.db })
const step = async () => stepJob({ ...site.services, db: site.db, ...(await bookNow()) })
const bookNow = async () => ({ book: (await site.services.current()).book, now: site.services.clock() })
/** In the order of issue. */
const rowsOf = async (label: string) =>
  (await site.db.pool.query('select * from credentials where label = $1 order by id', [label])).rows
const entriesOn = async (ids: readonly number[], action: string) =>
  (await site.audit()).filter((entry) => entry.action === action && ids.includes(entry.subject_id))

/** Issues `quantity` credentials with this label and returns their ids. */
async function made(label: string, quantity: number, wish: object = {}): Promise<number[]> {
  const { status, text } = await alike(quantity, { label, ...wish })
  expect(status, text).toBe(201)
  await work()
  return (await rowsOf(label)).map(({ id }) => id)
}

describe('issuing many identical credentials', () => {
  it('runs as an idempotent job whose results include passwords and links', async () => {
    const key = newKey()
    const wish = { key, label: 'Fifty', customerName: 'Topografía del Norte', metadata: { obra: 'Presa' } }
    const [one, two] = await Promise.all([alike(50, wish), alike(50, wish)])
    expect(one.body.job).toMatchObject({ kind: 'issue', total: 50, fileName: '', gathering: false })
    expect(two.body.job.id).toBe(one.body.job.id)
    await work()
    const rows = await rowsOf('Fifty')
    expect(rows).toHaveLength(50)
    expect(rows[0]).toMatchObject({ customer_name: 'Topografía del Norte', metadata: { obra: 'Presa' } })
    const full = (await operator.post(`/credentials/jobs/${one.body.job.id}/results.csv`)).text.split('\r\n')
    expect(full[0]).toMatch(/,referencia,grupo,password,url,pdf$/)
    expect(full[1]).toMatch(/,[a-z0-9]{16},https:\/\/.*\/c\/\S+,https:\/\/.*\.pdf$/)
  })

  it('reports invalid fields at once, by their names in the form', async () => {
    const { body } = await alike(3, { stationId: 999_999, startsAt: '2020-01-01' })
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(['/stationId', '/startsAt'])
    expectProblem(await alike(1), 400, 'invalid_request')
    expectProblem(await alike(1001), 400, 'invalid_request')
    expectProblem(await alike(2, { ownerId: other }, reseller), 404, 'owner_not_found')
    expectProblem(await alike(2, { maxSessions: 5 }, reseller), 403, 'sessions_of_operator')
  })
})

describe('changing selected credentials', () => {
  it('renews each with its event and audit entry, and reports why others cannot be renewed', async () => {
    const ids = await made('Renew', 3)
    await operator.delete(`/credentials/${ids[2]}`)
    const before = await rowsOf('Renew')
    const { body } = await change({ kind: 'renew', validitySeconds: 7 * DAY_S, ids: [...ids, ids[0]] })
    expect(body.job).toMatchObject({ kind: 'renew', total: 3, issued: 0, state: 'running' })
    await work()
    const { job, failures } = await look(body.job.id)
    expect(job).toMatchObject({ state: 'finished', issued: 2, failed: 1 })
    expect(failures).toEqual([
      expect.objectContaining({
        credentialId: ids[2],
        username: before[2].username,
        problems: [{ field: null, code: 'credential_was_revoked', params: {} }],
      }),
    ])
    const after = await rowsOf('Renew')
    const gained = after.map(({ expires_at }, index) => expires_at - before[index].expires_at)
    expect(gained).toEqual([7 * DAY_S * 1000, 7 * DAY_S * 1000, 0])
    expect(await entriesOn(ids, 'credential.renewed')).toHaveLength(2)
    const events = (await site.service.events()).filter(({ type }) => type === 'credential.renewed')
    for (const id of ids.slice(0, 2)) expect(events.filter(({ credential_id }) => credential_id === id)).toHaveLength(1)
    const csv = (await operator.get(`/credentials/jobs/${job.id}/results.csv`)).text
    expect(csv).toContain('sin_cambio,Esta credencial está revocada y no se puede cambiar.')
  })

  it('suspends, resumes, changes and revokes; repeating a change has no effect', async () => {
    const ids = await made('Actions', 2)
    const run = async (wish: object) => {
      const { body } = await change({ ids, ...wish })
      await work()
      expect((await look(body.job.id)).job).toMatchObject({ state: 'finished', issued: 2, failed: 0 })
      return rowsOf('Actions')
    }
    await operator.post(`/credentials/${ids[0]}/suspend`)
    expect((await run({ kind: 'suspend' })).every(({ suspended_at }) => suspended_at !== null)).toBe(true)
    expect(await entriesOn(ids, 'credential.suspended')).toHaveLength(2)
    expect((await run({ kind: 'resume' })).every(({ suspended_at }) => suspended_at === null)).toBe(true)
    const stationId = (await bookNow()).book.byCode.get('cdmx')!.id
    expect((await run({ kind: 'change', stationId })).map(({ station_id }) => station_id)).toEqual([
      stationId,
      stationId,
    ])
    expect((await run({ kind: 'change', stationId: null })).map(({ station_id }) => station_id)).toEqual([null, null])
    expect((await run({ kind: 'revoke' })).every(({ revoked_at }) => revoked_at !== null)).toBe(true)
    await run({ kind: 'revoke' })
    expect(await entriesOn(ids, 'credential.revoked')).toHaveLength(2)
  })

  it('reports the credentials of other owners as missing to a reseller and leaves them unchanged', async () => {
    const [mine] = await made('Mine', 2)
    const [theirs] = await made('Theirs', 2, { ownerId: other })
    const { body } = await change({ kind: 'revoke', ids: [mine, theirs, 999_999] }, reseller)
    await work()
    const { job, failures } = await look(body.job.id, reseller)
    expect(job).toMatchObject({ state: 'finished', issued: 1, failed: 2 })
    expect(failures.map(({ problems }: { problems: { code: string }[] }) => problems[0]!.code)).toEqual([
      'credential_is_gone',
      'credential_is_gone',
    ])
    expect((await rowsOf('Theirs'))[0].revoked_at).toBeNull()
    expectProblem(
      await reseller.get(`/credentials/jobs/${(await change({ kind: 'resume', ids: [mine] })).body.job.id}`),
      404,
      'issue_job_not_found',
    )
    await work()
  })

  it('rejects a request without an action or without a selection', async () => {
    for (const wish of [
      { kind: 'renew', ids: [1] },
      { kind: 'change', ids: [1] },
      { kind: 'suspend' },
      { kind: 'suspend', ids: [] },
      { kind: 'suspend', ids: [1], matching: {} },
      { kind: 'issue', ids: [1] },
    ])
      expectProblem(await change(wish), 400, 'invalid_request')
  })
})

describe('changing all matching credentials', () => {
  it('counts them and their rovers first, then changes each once, even with several nodes', async () => {
    const ids = await made('Crowd', 260)
    await site.db.pool.query(
      `insert into sessions (id, node, credential_id, username, mountpoint, started_at, address, agent)
       select 'rover-' || id, 'node', id, username, 'RED', now(), '198.51.100.4', 'NTRIP rover' from credentials where id = any ($1)`,
      [ids.slice(0, 3)],
    )
    expect((await operator.get('/credentials/matching?label=Crowd')).body).toMatchObject({
      ...{ count: 260, more: false, connected: 3 },
    })
    expect((await operator.get('/credentials/matching?q=crowd')).body).toMatchObject({ count: 260, connected: 3 })
    expect((await operator.get(`/credentials/matching?label=Crowd&ownerId=${other}`)).body).toMatchObject({ count: 0 })
    const before = await rowsOf('Crowd')
    const { body } = await change({ kind: 'renew', validitySeconds: DAY_S, matching: { label: 'Crowd' } })
    expect(body.job).toMatchObject({ gathering: true, total: 0 })
    // Issued after the job was requested: not among the matches that were counted.
    site.service.at(new Date(Date.now() + 60_000))
    await made('Crowd', 2)
    await Promise.all([work(), work(), work()])
    await work()
    expect((await look(body.job.id)).job).toMatchObject({
      state: 'finished',
      gathering: false,
      total: 260,
      issued: 260,
    })
    const after = (await rowsOf('Crowd')).slice(0, 260)
    expect(new Set(after.map(({ expires_at }, index) => expires_at - before[index].expires_at))).toEqual(
      new Set([DAY_S * 1000]),
    )
    expect(await entriesOn(ids, 'credential.renewed')).toHaveLength(260)
  })

  it('rolls back a step that fails, and the next step continues from there', async () => {
    const ids = await made('Broken', 150)
    const { body } = await change({ kind: 'renew', validitySeconds: DAY_S, matching: { q: 'broken' } })
    await step() // collects the matching ids
    await step()
    await site.db.pool.query('alter table audit_log rename to audit_log_away')
    await expect(step()).rejects.toThrow()
    await site.db.pool.query('alter table audit_log_away rename to audit_log')
    expect((await look(body.job.id)).job).toMatchObject({ state: 'running', issued: 100 })
    await work()
    expect((await look(body.job.id)).job).toMatchObject({ state: 'finished', issued: 150 })
    expect(await entriesOn(ids, 'credential.renewed')).toHaveLength(150)
  })

  it('ends at once without matches, can be stopped, and lets shorter jobs pass', async () => {
    const { body } = await change({ kind: 'suspend', matching: { q: 'nobody-is-called-so' } })
    await work()
    expect((await look(body.job.id)).job).toMatchObject({ state: 'finished', total: 0 })
    await made('Long', 250)
    const long = (await change({ kind: 'suspend', matching: { label: 'Long' } })).body.job.id
    await step()
    site.service.at(new Date(Date.now() + 61_000))
    const short = (await change({ kind: 'suspend', ids: [(await rowsOf('Long'))[0].id] })).body.job.id
    await step()
    expect((await look(short)).job.state).toBe('finished')
    expect((await look(long)).job).toMatchObject({ state: 'running', issued: 0 })
    await operator.post(`/credentials/jobs/${long}/stop`)
    await work()
    expect((await look(long)).job).toMatchObject({ state: 'stopped', issued: 0, total: 250 })
  })

  it('lists credentials that expire soon, the soonest first, page by page', async () => {
    const short = await made('Ends', 3, { validitySeconds: 5 * DAY_S })
    const [later] = await made('Ends', 2, { validitySeconds: 20 * DAY_S }).then((ids) => ids.slice(3))
    const list = async (expires: string, cursor = '') =>
      (await operator.get(`/credentials?label=Ends&expires=${expires}&limit=2${cursor && `&cursor=${cursor}`}`)).body
    const first = await list('7')
    const second = await list('7', first.nextCursor)
    const idsIn = ({ credentials }: { credentials: { id: number }[] }) => credentials.map(({ id }) => id)
    expect([...idsIn(first), ...idsIn(second)]).toEqual(short)
    expect(second.nextCursor).toBeNull()
    const month = await operator.get('/credentials?label=Ends&expires=30')
    expect(idsIn(month.body)).toContain(later)
  })
})

it('changes the texts, metadata and access of one credential', async () => {
  const [id] = await made('Single', 2)
  const stationId = (await bookNow()).book.byCode.get('cdmx')!.id
  const wish = { label: 'Otra', customerName: null, customerEmail: 'ana@example.mx', metadata: { a: 'b' }, stationId }
  const { body } = await operator.post(`/credentials/${id}/change`, wish)
  expect(body.credential).toMatchObject({ ...wish, stationCode: 'CDMX', kind: 'base' })
  expect((await operator.post(`/credentials/${id}/change`, { stationId: null })).body.credential.kind).toBe('network')
  expectProblem(await operator.post(`/credentials/${id}/change`, { customerEmail: 'no' }), 400, 'invalid_request')
})

it('records exports in the audit log', async () => {
  const administrator = await site.signedIn('administrator')
  await operator.get('/credentials.csv?label=Crowd')
  expect(await site.lastAuditEntry()).toMatchObject({
    action: 'credentials.exported',
    details: { passwords: false, label: 'Crowd' },
  })
  await administrator.get('/audit.csv?action=credential.renewed')
  expect(await site.lastAuditEntry()).toMatchObject({
    action: 'audit.exported',
    details: { action: 'credential.renewed' },
  })
})
