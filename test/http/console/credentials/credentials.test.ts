import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stepJobs } from '../../../../src/actions/credentials/jobs/run.ts'
import { createTokenOf } from '../../../../src/actions/people/tokens/create.ts'
import { addRefusals } from '../../../../src/store/sessions/refusals.ts'
import { changesOf, valuesOf } from '../../../../web/src/sections/credentials/bulk/one-values.ts'
import { byTest } from '../../../support/action-context.ts'
import { expectProblem } from '../../../support/problems.ts'
import { type Client, STATIONS } from '../../../support/service.ts'
import { type Browser, TestConsole } from '../support.ts'

const DAY_S = 86_400

let site: TestConsole
let operator: Browser
let reseller: Browser
let viewer: Browser
let own: number
let other: number
let stations: Map<string, number>
beforeAll(async () => {
  site = await TestConsole.start()
  await site.service.saveStations(...Object.values(STATIONS))
  own = await site.owner('Own')
  other = await site.owner('Other')
  operator = await site.signedIn('operator')
  viewer = await site.signedIn('viewer')
  reseller = await site.signedIn('reseller', own)
  const { book } = await site.services.current()
  stations = new Map([...book.byCode.values()].map(({ code, id }) => [code, id]))
})
afterAll(() => site.stop())

interface Shown {
  id: number
  username: string
  state: string
  label: string | null
  suspendedAt: string | null
  password?: string
  connected: number
}

async function issue(
  wish: object = {},
  by = operator,
): Promise<Shown & { password: string; url: string; pdf: string }> {
  const { status, body, text } = await by.post('/credentials', { ownerId: own, validitySeconds: 30 * DAY_S, ...wish })
  expect(status, text).toBe(201)
  return body.credential
}
const find = async (query: string, by = operator): Promise<Shown[]> =>
  (await by.get(`/credentials?${query}`)).body.credentials
const labels = async (query: string, by = operator) => (await find(query, by)).map(({ label }) => label)

const connect = (credential: Shown, id: string) =>
  site.db.pool.query(
    `insert into sessions (id, node, credential_id, username, mountpoint, started_at, address, agent)
     values ($1, 'node', $2, $3, 'CDMX_RTCM32', now(), '198.51.100.4', 'NTRIP rover')`,
    [id, credential.id, credential.username],
  )

describe('issuing a credential', () => {
  it('has the effects of the API: works, notifies webhooks and is in the audit log', async () => {
    const made = await issue({
      stationId: stations.get('CDMX'),
      label: 'Obra norte',
      customerName: 'María Peña',
      customerEmail: 'maria@example.mx',
      maxSessions: 3,
      whenFull: 'refuse',
    })
    expect(made).toMatchObject({
      kind: 'base',
      state: 'in_force',
      mountpoint: 'CDMX_RTCM32',
      host: 'caster.example.mx',
      port: 2101,
      maxSessions: 3,
      whenFull: 'refuse',
      connected: 0,
    })
    expect(made.password).toMatch(/^[a-z2-9]{16}$/)
    const events = (await site.service.events()).filter(({ credential_id }) => credential_id === made.id)
    expect(events.map(({ type }) => type)).toEqual(['credential.issued'])
    const entry = await site.lastAuditEntry()
    expect(entry).toMatchObject({
      action: 'credential.issued',
      subject_id: made.id,
      details: { username: made.username, owner: 'Own' },
    })
    expect(JSON.stringify(await site.audit())).not.toContain(made.password)
  })

  it('can be scheduled; the validity counts from the start', async () => {
    site.service.at('2026-11-14T18:00:00Z')
    const made = await issue({ startsAt: '2026-11-16', validitySeconds: DAY_S })
    expect(made).toMatchObject({
      kind: 'network',
      state: 'scheduled',
      startsAt: '2026-11-16T06:00:00.000Z',
      expiresAt: '2026-11-17T06:00:00.000Z',
    })
  })

  it.each([
    ['too short', { validitySeconds: 3599 }, '/validitySeconds'],
    ['too long', { validitySeconds: 31_536_001 }, '/validitySeconds'],
    ['in the past', { startsAt: '2020-01-01' }, '/startsAt'],
    ['too far ahead', { startsAt: '2999-01-01' }, '/startsAt'],
    ['no such station', { stationId: 9999 }, '/stationId'],
    ['no e-mail address', { customerEmail: 'maria' }, '/customerEmail'],
    ['a field that is none', { segundos: 3600 }, '/segundos'],
    ['control characters', { label: 'a\u0000b' }, '/label'],
    ['too many sessions', { maxSessions: 1001 }, '/maxSessions'],
  ])('rejects what the contract forbids: %s', async (_, wish, pointer) => {
    const answer = await operator.post('/credentials', { ownerId: own, validitySeconds: 3600, ...wish })
    expectProblem(answer, 400, 'invalid_request')
    expect(answer.body.errors[0].pointer).toBe(pointer)
  })

  it('can include a place, which is changed and removed later; events omit its coordinates', async () => {
    const place = { lat: 19.44, lng: -99.14 }
    const { id, username } = await issue({ place }, reseller)
    const shown = async () => (await operator.get(`/credentials/${id}`)).body.credential
    expect(await shown()).toMatchObject({ place })
    expect(await issue()).toMatchObject({ place: null })
    const elsewhere = { lat: -33.4, lng: -70.6 }
    expect((await operator.patch(`/credentials/${id}`, { place: elsewhere })).body.credential).toMatchObject({
      id,
      place: elsewhere,
    })
    expect((await reseller.patch(`/credentials/${id}`, { place: null })).body.credential.place).toBeNull()
    expect(await shown()).toMatchObject({ place: null })
    const entries = (await site.audit()).filter(({ action }) => action === 'credential.placed')
    expect(entries.map(({ details }) => details)).toEqual(
      expect.arrayContaining([
        { username, registered: true },
        { username, registered: false },
      ]),
    )
    for (const none of [{ lat: 91, lng: 0 }, { lat: 19 }])
      expect((await operator.patch(`/credentials/${id}`, { place: none })).status).toBe(400)
    expect((await viewer.patch(`/credentials/${id}`, { place: null })).status).toBe(403)
    const foreign = await issue({ ownerId: other })
    expectProblem(await reseller.patch(`/credentials/${foreign.id}`, { place: null }), 404, 'credential_not_found')
  })

  it('lets no reseller set the session limit', async () => {
    const wish = { ownerId: own, validitySeconds: 3600, maxSessions: 2 }
    expectProblem(await reseller.post('/credentials', wish), 403, 'sessions_of_operator')
    expect((await issue({}, reseller)).state).toBe('in_force')
  })

  it('is rolled back if its audit entry cannot be written', async () => {
    const before = (await find('limit=1000')).length
    await site.db.pool.query('alter table audit_log rename to audit_log_away')
    const { status } = await operator.post('/credentials', { ownerId: own, validitySeconds: 3600 })
    await site.db.pool.query('alter table audit_log_away rename to audit_log')
    expect(status).toBe(500)
    expect(await find('limit=1000')).toHaveLength(before)
  })
})

describe('the password of a credential', () => {
  it('is returned only by the reveal request, which is in the audit log', async () => {
    const made = await issue({ label: 'Secret one' })
    for (const path of [
      '/credentials',
      `/credentials/${made.id}`,
      `/credentials/${made.id}/activity`,
      '/credentials.csv',
    ])
      for (const secret of [made.password, made.url.split('/').at(-1)])
        expect((await operator.get(path)).text).not.toContain(secret)
    // Exports and refusals are recorded asynchronously: count only the reveals.
    const revealed = async () => (await site.audit()).filter(({ action }) => action === 'credential.revealed')
    const seen = (await revealed()).length
    expectProblem(await viewer.post(`/credentials/${made.id}/reveal`), 403, 'forbidden')
    expect(await revealed()).toHaveLength(seen)
    const { password, url, pdf } = made
    expect((await reseller.post(`/credentials/${made.id}/reveal`)).body).toEqual({ ok: true, password, url, pdf })
    expect((await revealed()).slice(seen)).toMatchObject([
      { action: 'credential.revealed', subject_id: made.id, details: { username: made.username } },
    ])
  })
})

describe('changing a credential', () => {
  it('renews, suspends, resumes and resets passwords as the API does, with the actor in the audit log', async () => {
    const made = await issue({ validitySeconds: 3600 })
    const path = `/credentials/${made.id}`
    const { body: renewed } = await reseller.post(`${path}/renew`, { validitySeconds: 3600 })
    const { body: before } = await operator.get(path)
    expect(renewed.credential.expiresAt).toBe(before.credential.expiresAt)
    expect(Date.parse(renewed.credential.expiresAt) - Date.parse(renewed.credential.startsAt)).toBe(7_200_000)
    const suspended = (await operator.post(`${path}/suspend`, {})).body.credential
    expect(suspended).toMatchObject({
      state: 'in_force',
      suspendedAt: expect.any(String),
      reference: null,
      metadata: {},
    })
    expect((await operator.post(`${path}/resume`, {})).body.credential.suspendedAt).toBeNull()
    const secrets = (await operator.post(`${path}/password`, {})).body
    expect([secrets.password === made.password, secrets.url]).toEqual([false, made.url])
    expect((await operator.post(`${path}/reveal`, {})).body.password).toBe(secrets.password)
    const entries = (await site.audit()).filter(({ subject_id }) => subject_id === made.id)
    expect(entries.map(({ action }) => action)).toEqual([
      'credential.issued',
      'credential.renewed',
      'credential.suspended',
      'credential.resumed',
      'credential.password_changed',
      'credential.revealed',
    ])
    expect(JSON.stringify(entries)).not.toContain(secrets.password)
    await operator.delete(path)
    expectProblem(await operator.post(`${path}/renew`, { validitySeconds: 3600 }), 409, 'credential_revoked')
    expectProblem(await viewer.post(`${path}/suspend`, {}), 403, 'forbidden')
  })

  it('changes texts even if the station is archived, and keeps concurrent changes of others', async () => {
    await site.service.saveStations({ ...STATIONS.cdmx, code: 'GONE', mountpoint: 'GONE' })
    const stationId = (await site.services.current()).book.byCode.get('gone')!.id
    const path = `/credentials/${(await issue({ stationId, label: 'Antes' })).id}`
    const opened = valuesOf((await operator.get(path)).body.credential)
    expect((await operator.delete(`/stations/${stationId}`)).status).toBe(200)
    await operator.post(`${path}/change`, { customerName: 'Ana' })
    const { body, text } = await operator.post(`${path}/change`, changesOf({ ...opened, label: 'Después' }, opened))
    expect(body.credential, text).toMatchObject({ label: 'Después', customerName: 'Ana', stationId })
  })
})

describe('revoking a credential', () => {
  it('reports how many rovers it disconnects, and notifies webhooks and audit log once', async () => {
    const made = await issue()
    await connect(made, 'cut-1')
    await connect(made, 'cut-2')
    expect((await operator.get(`/credentials/${made.id}`)).body.credential.connected).toBe(2)
    const { body } = await operator.delete(`/credentials/${made.id}`)
    expect(body).toMatchObject({ cut: 2, credential: { id: made.id, state: 'revoked' } })
    expect((await operator.delete(`/credentials/${made.id}`)).status).toBe(200)
    const told = (await site.service.events()).filter(({ credential_id }) => credential_id === made.id)
    expect(told.map(({ type }) => type)).toEqual(['credential.issued', 'credential.revoked'])
    const entries = (await site.audit()).filter(
      ({ subject_id, action }) => subject_id === made.id && action === 'credential.revoked',
    )
    expect(entries).toHaveLength(1)
    expect(entries[0]!.details).toEqual({ username: made.username, connected: 2 })
  })

  it('returns 409 for an expired credential', async () => {
    const made = await issue({ validitySeconds: 3600 })
    site.service.at(new Date(Date.now() + 2 * 3_600_000))
    expectProblem(await operator.delete(`/credentials/${made.id}`), 409, 'credential_expired')
  })
})

describe('searching credentials', () => {
  beforeAll(async () => {
    await issue({ label: 'Presa Ñandú', customerName: 'Ángel Ordóñez Muñoz', customerEmail: 'Angel@Bajio.example' })
    await issue({ label: 'Deslinde', customerName: 'ANGELA RUIZ', stationId: stations.get('TOLU') })
    await issue({ ownerId: other, label: 'Ajena', customerName: 'Ángel Ajeno' })
  })

  it.each([
    ['angel', ['Presa Ñandú', 'Deslinde']],
    ['ÁNGEL', ['Presa Ñandú', 'Deslinde']],
    ['ordonez', ['Presa Ñandú']],
    ['muñ', ['Presa Ñandú']],
    ['munoz ang', ['Presa Ñandú']],
    ['nandu', ['Presa Ñandú']],
    ['angel@baj', ['Presa Ñandú']],
    ['ruiz muñoz', []],
    ['rdoñez', []],
    ['tolu', ['Deslinde']],
    ['toluca', ['Deslinde']],
    ["' or 1=1 --", []],
    ['%', []],
    ['\\', []],
  ])('%s', async (text, found) => {
    expect(await labels(`q=${encodeURIComponent(text)}&limit=1000`, reseller)).toEqual(found)
  })

  it('pages past very long names', async () => {
    const customerName = `Óxido ${'ñ"'.repeat(97)}`
    for (let row = 0; row < 3; row++) await issue({ customerName })
    const { body } = await operator.get('/credentials?q=oxido&limit=2')
    expect(await find(`q=oxido&limit=2&cursor=${body.nextCursor}`)).toHaveLength(1)
  })

  it.each(['/credentials?label=', '/credentials?q=', '/owners?search=', '/sessions?search=', '/stations?search='])(
    'returns 400 for control characters in %s',
    async (path) => expectProblem(await operator.get(`${path}a%00`), 400, 'invalid_request'),
  )

  it('finds a user name by its prefix, ignoring case', async () => {
    const made = await issue({ label: 'By user' })
    expect(await labels(`q=${made.username.slice(0, 6).toUpperCase()}`)).toContain('By user')
    const theirs = await issue({ ownerId: other })
    expect(await find(`q=${theirs.username}`, reseller)).toEqual([])
  })

  it('shows each credential once across pages', async () => {
    await Promise.all(
      Array.from({ length: 7 }, (_, index) =>
        issue({ label: `Toluca tolvanera ${index}`, customerName: 'Tolentino', stationId: stations.get('TOLU') }),
      ),
    )
    const all = (await find('q=tol&limit=1000')).map(({ id }) => id)
    expect(new Set(all).size).toBe(all.length)
    expect(all).toHaveLength(8) // one of them matches by its station only
    const paged: number[] = []
    for (let cursor = ''; ; ) {
      const { body } = await operator.get(`/credentials?q=tol&limit=3${cursor && `&cursor=${cursor}`}`)
      paged.push(...body.credentials.map(({ id }: Shown) => id))
      if (!body.nextCursor) break
      cursor = body.nextCursor
    }
    expect(paged).toEqual(all)
  })

  it('returns 400 for a forged cursor', async () => {
    const made = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    for (const cursor of [
      'x',
      made({ by: 'name' }),
      made({ by: 'user', username: 7 }),
      made(null),
      made({ by: 'name', word: 'a\0', name: 'a', ownerId: 1, field: 0, id: 1 }),
    ])
      expectProblem(await operator.get(`/credentials?q=angel&cursor=${cursor}`), 400, 'invalid_request')
    expectProblem(await operator.get('/credentials?cursor=bm90'), 400, 'invalid_request')
  })
})

describe('filtering credentials', () => {
  it('uses the rule of the displayed state, for one owner and for all', async () => {
    const now = Date.now()
    await issue({ label: 'F soon', startsAt: new Date(now + 10 * DAY_S * 1000).toISOString() })
    await issue({ label: 'F now' })
    await issue({ label: 'F over', validitySeconds: 3600 })
    const gone = await issue({ label: 'F gone' })
    await operator.delete(`/credentials/${gone.id}`)
    await issue({ label: 'F elsewhere', ownerId: other })
    const then = site.service.at(new Date(now + 2 * 3_600_000))
    const views = ['in_force', 'scheduled', 'expired', 'revoked']
    for (const scope of ['', `&ownerId=${own}`, '&kind=network', '&kind=base', `&stationId=${stations.get('TOLU')}`]) {
      const all = await find(`limit=1000&state=all${scope}`)
      for (const view of views) {
        const shown = await find(`limit=1000&state=${view}${scope}`)
        expect(shown).toEqual(
          all.filter(({ state, suspendedAt }) => state === view && (view !== 'in_force' || suspendedAt === null)),
        )
      }
    }
    expect((await labels('state=scheduled')).slice(0, 1)).toEqual(['F soon'])
    expect(await labels('q=f&state=expired')).toContain('F over')
    expect(await labels(`q=f&ownerId=${other}`)).toEqual(['F elsewhere'])
    // The list is the same whether or not the background job has noted the expiry.
    const before = await find('state=expired&limit=1000')
    await site.db.pool.query('update credentials set expiry_noted_at = now() where expires_at <= $1', [then])
    expect(await find('state=expired&limit=1000')).toEqual(before)
  })

  it('leaves out revoked ones, unless the state, a search, a label or a customer is requested', async () => {
    const gone = await issue({ label: 'R gone', customerName: 'Rufina Ríos' })
    await operator.delete(`/credentials/${gone.id}`)
    const has = async (query: string) => (await find(`limit=1000&${query}`)).some(({ id }) => id === gone.id)
    expect(await has('')).toBe(false)
    for (const query of ['state=all', 'state=revoked', 'q=rufina', 'label=R%20gone', 'customer=rufina%20r%C3%ADos'])
      expect(await has(query), query).toBe(true)
  })

  it('puts devices with a problem first, names the problem, and counts each view', async () => {
    const [silent, ...later] = [await issue({ label: 'P' }), await issue({ label: 'P' }), await issue({ label: 'P' })]
    await connect(silent, 'no-gga')
    const notes = JSON.stringify([{ code: 'no_gga', params: {}, at: new Date() }])
    await site.db.pool.query(`update sessions set notes = $1 where id = 'no-gga'`, [notes])
    await operator.post(`/credentials/${later[0]!.id}/suspend`)
    const [first, ...rest] = await find('limit=3')
    expect(first).toMatchObject({ id: silent.id, trouble: { kind: 'noted', note: { code: 'no_gga' } } })
    expect(rest).toMatchObject([
      { id: later[1]!.id, trouble: null },
      { id: later[0]!.id, trouble: null },
    ])
    expect(await find('problem=true')).toMatchObject([{ id: silent.id }])
    expect(await find('state=suspended')).toMatchObject([{ id: later[0]!.id }])
    const { body } = await operator.get('/credentials/counts')
    expect(body).toMatchObject({ problem: { count: 1, more: false }, suspended: { count: 1 } })
    for (const state of ['in_force', 'scheduled', 'expired', 'revoked'])
      expect(body[state].count, state).toBe((await find(`state=${state}&limit=1000`)).length)
    expect((await operator.get(`/credentials/counts?ownerId=${other}`)).body.problem.count).toBe(0)
    await site.db.pool.query(`delete from sessions where id = 'no-gga'`)
  })

  it('sorts by every column, page by page, and rejects other names', async () => {
    for (const key of ['user', 'state', 'customer', 'label', 'access', 'owner', 'connected', 'expires'])
      for (const sort of [key, `-${key}`]) {
        const all = (await find(`limit=1000&sort=${sort}`)).map(({ id }) => id)
        expect(all.length).toBe(new Set(all).size)
        const { body } = await operator.get(`/credentials?limit=4&sort=${sort}`)
        const next = await operator.get(`/credentials?limit=4&sort=${sort}&cursor=${body.nextCursor}`)
        expect([...body.credentials, ...next.body.credentials].map(({ id }: Shown) => id)).toEqual(all.slice(0, 8))
      }
    expectProblem(await operator.get('/credentials?sort=password'), 400, 'invalid_request')
    expectProblem(await operator.get('/credentials?sort=user&cursor=bm90'), 400, 'invalid_request')
  })

  it('reports the device of a credential', async () => {
    const made = await issue()
    expect((await operator.get(`/credentials/${made.id}/live`)).body.live).toEqual({ kind: 'never' })
    await connect(made, 'live-one')
    await site.db.pool.query(
      `update sessions set ended_at = now(), end_reason = 'client_left', satellites = 12 where id = 'live-one'`,
    )
    expect((await operator.get(`/credentials/${made.id}/live`)).body.live).toMatchObject({
      ...{ kind: 'ended', reason: 'client_left', trouble: null },
    })
    const stranger = await site.signedIn('reseller', other)
    expectProblem(await stranger.get(`/credentials/${made.id}/live`), 404, 'credential_not_found')
  })

  it('compares the whole label', async () => {
    await issue({ label: 'Autopista, tramo 3' })
    await issue({ label: 'Autopista, tramo 33' })
    expect(await labels(`label=${encodeURIComponent('Autopista, tramo 3')}`)).toEqual(['Autopista, tramo 3'])
  })

  it('returns nothing to a reseller who requests another owner', async () => {
    expect(await find(`ownerId=${other}`, reseller)).toEqual([])
    expect(await find(`q=angel&ownerId=${other}`, reseller)).toEqual([])
    expectProblem(await reseller.get('/credentials?state=activa'), 400, 'invalid_request')
  })

  it('pages newest first', async () => {
    const all = (await find('limit=1000')).map(({ id }) => id)
    expect(all).toEqual(all.toSorted((a, b) => b - a))
    const { body } = await operator.get('/credentials?limit=4')
    const next = await operator.get(`/credentials?limit=4&cursor=${body.nextCursor}`)
    expect([...body.credentials, ...next.body.credentials].map(({ id }: Shown) => id)).toEqual(all.slice(0, 8))
  })
})

describe('credentials of test tokens', () => {
  it('are listed, marked, only when requested, and can be opened and revoked', async () => {
    const { body } = await operator.post('/tokens', {
      ownerId: own,
      name: 'tests',
      scopes: ['provision'],
      test: true,
    })
    expect(body.token).toMatchObject({ ownerId: own, test: true })
    const client = site.service.as(body.secret)
    const made = (await client.post('/credentials', { segundos: 3600, label: 'a trial', cliente_nombre: 'Trial' })).body
    const { id, usuario } = made.credential
    const realOnes = await find('limit=1')
    expect(realOnes[0]).toMatchObject({ test: false })
    for (const query of ['', 'q=trial&', `q=${usuario}&`, 'label=a%20trial&', 'state=in_force&', `ownerId=${own}&`])
      for (const by of [operator, reseller]) {
        expect((await find(query, by)).map((row) => row.id)).not.toContain(id)
        expect(await find(`${query}test=true`, by)).toEqual([
          expect.objectContaining({ id, test: true, ownerId: own, ownerName: 'Own' }),
        ])
      }
    expect(await find(`test=true&ownerId=${other}`)).toEqual([])
    const opened = await reseller.get(`/credentials/${id}`)
    expect(opened.body.credential).toMatchObject({ id, test: true, ownerId: own })
    expect((await reseller.get(`/credentials/${id}/activity`)).body.findings[0]).toEqual({ kind: 'test_credential' })
    expect((await reseller.get(`/credentials/${id}/handover`)).body.canMail).toBe(false)
    expect((await reseller.delete(`/credentials/${id}`)).body.credential.state).toBe('revoked')
    const stranger = await site.signedIn('reseller', other)
    expectProblem(await stranger.get(`/credentials/${id}`), 404, 'credential_not_found')
  })

  const spaceOf = async (owner: number) => {
    const wish = { name: 'tests', scopes: ['provision'], isTest: true, expiresAt: null } as const
    const { rows } = await site.db.pool.query('select name from owners where id = $1', [owner])
    return site.service.as((await createTokenOf(byTest({ db: site.db }), rows[0].name, wish)).secret)
  }
  const tested = async (client: Client, label: string): Promise<number> =>
    (await client.post('/credentials', { segundos: 3600, label })).body.credential.id
  const work = () => stepJobs({ ...site.services, db: site.db })

  it('are changed by a reseller like real ones; those of other owners are not found', async () => {
    const path = `/credentials/${await tested(await spaceOf(own), 'Test')}`
    const theirs = `/credentials/${await tested(await spaceOf(other), 'Their test')}`
    for (const [action, body, expected] of [
      ['renew', { validitySeconds: 3600 }, { test: true }],
      ['suspend', {}, { suspendedAt: expect.any(String) }],
      ['resume', {}, { suspendedAt: null }],
      ['change', { label: 'Changed' }, { label: 'Changed' }],
    ] as const) {
      const { status, body: answer, text } = await reseller.post(`${path}/${action}`, body)
      expect(status, `${action}: ${text}`).toBe(200)
      expect(answer.credential).toMatchObject(expected)
      expectProblem(await reseller.post(`${theirs}/${action}`, body), 404, 'credential_not_found')
    }
    const { password } = (await reseller.post(`${path}/password`, {})).body
    expect((await reseller.post(`${path}/reveal`, {})).body.password).toBe(password)
    expectProblem(await reseller.post(`${theirs}/password`, {}), 404, 'credential_not_found')
  })

  it('are changed in bulk, selected or matching, also together with real ones', async () => {
    const client = await spaceOf(own)
    const real = (await issue({ label: 'Beside' })).id
    const tests = [await tested(client, 'Many tests'), await tested(client, 'Many tests')]
    const theirs = await tested(await spaceOf(other), 'Many tests')
    const run = async (wish: { kind: string; [more: string]: unknown }) => {
      const key = `key-of-many-tests-${wish.kind}`
      const { body } = await reseller.post('/credentials/jobs/change', { key, ...wish })
      await work()
      const { job, failures } = (await reseller.get(`/credentials/jobs/${body.job.id}`)).body
      return [job.issued, failures.map(({ credentialId }: { credentialId: number }) => credentialId)]
    }
    expect(await run({ kind: 'suspend', ids: [real, ...tests, theirs] })).toEqual([3, [theirs]])
    expect(
      await run({ kind: 'renew', validitySeconds: 3600, matching: { label: 'Many tests', test: 'true' } }),
    ).toEqual([2, []])
    expect(await run({ kind: 'revoke', ids: [tests[0], real, theirs] })).toEqual([2, [theirs]])
    const { rows } = await site.db.pool.query('select suspended_at, revoked_at from credentials where id = $1', [
      theirs,
    ])
    expect(rows).toEqual([{ suspended_at: null, revoked_at: null }])
  })
})

describe('the diagnosis of a credential that cannot connect', () => {
  it('returns findings with sessions and refusals', async () => {
    const made = await issue({ stationId: stations.get('CDMX') })
    expect((await operator.get(`/credentials/${made.id}/activity`)).body.findings).toMatchObject([
      { kind: 'in_force', mountpoint: 'CDMX_RTCM32' },
      { kind: 'never_seen' },
    ])
    await connect(made, 'why-1')
    const later = new Date(Date.now() + 1000)
    await addRefusals(site.db, [
      {
        firstAt: later,
        lastAt: later,
        times: 3,
        reason: 'wrong_mountpoint',
        username: made.username,
        credentialId: made.id,
        mountpoint: 'TOLU_RTCM32',
        address: '198.51.100.4',
        agent: 'NTRIP rover',
      },
    ])
    const { findings, sessions, refusals } = (await operator.get(`/credentials/${made.id}/activity`)).body
    expect(findings).toMatchObject([
      { kind: 'in_force' },
      { kind: 'connected', address: '198.51.100.4', bytes: 0 },
      { kind: 'refused', reason: 'wrong_mountpoint', asked: 'TOLU_RTCM32', opens: 'CDMX_RTCM32', times: 3 },
    ])
    expect(sessions).toMatchObject([{ id: 'why-1', endedAt: null }])
    expect(refusals).toMatchObject([{ reason: 'wrong_mountpoint', times: 3 }])
  })

  it('hides the sources of streams from a reseller', async () => {
    const made = await issue({ stationId: stations.get('CDMX') })
    await connect(made, 'why-2')
    const at = '2026-11-15T12:00:00.000Z'
    const lost = (why: object) => ({ at, code: 'vrs_lost', params: { why } })
    const silent = lost({ code: 'silent', params: {} })
    const notes = [silent, lost({ code: 'forbidden_address', params: { address: '10.3.0.7' } })]
    await site.db.pool.query(`update sessions set notes = $1 where id = 'why-2'`, [JSON.stringify(notes)])
    const path = `/credentials/${made.id}/activity`
    for (const knows of [operator, viewer]) {
      const { findings, sessions } = (await knows.get(path)).body
      expect(sessions[0].notes).toEqual(notes)
      expect(findings).toContainEqual({ kind: 'noted', note: notes[1] })
    }
    const told = await reseller.get(path)
    const bare = { at, code: 'vrs_lost', params: {} }
    expect(told.body.sessions[0].notes).toEqual([silent, bare])
    expect(told.body.findings).toContainEqual({ kind: 'noted', note: bare })
    expect(told.text).not.toContain('10.3.0.7')
  })
})

describe('exporting credentials', () => {
  it('returns what the filter shows, without passwords, and no cell is a formula', async () => {
    const made = await issue({ label: '=HYPERLINK("https://evil.example")', customerName: '+1, "Peña"' })
    const { status, headers, text } = await viewer.get(`/credentials.csv?q=${made.username}`)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toBe('attachment; filename="credenciales.csv"')
    const [head, line, ...rest] = text.split('\r\n')
    expect(head).toMatch(/^\uFEFFid,usuario,estado,vigente,.*,organizacion,max_sesiones,si_llena,suspendida,lat,lng$/)
    expect(line).toContain(`${made.id},${made.username},activa,true,red,`)
    expect(line).toContain(`"'=HYPERLINK(""https://evil.example"")","'+1, ""Peña"""`)
    expect(rest).toEqual([''])
    expect(text).not.toContain(made.password)
  })

  it('includes passwords only for users who may see them, with an audit entry', async () => {
    const made = await issue({ label: 'Exported' })
    expectProblem(await viewer.post('/credentials.csv?label=Exported'), 403, 'forbidden')
    const { text } = await operator.post('/credentials.csv?label=Exported')
    expect(text).toContain(`,${made.password}\r\n`)
    expect(await site.lastAuditEntry()).toMatchObject({
      action: 'credentials.exported',
      details: { passwords: true, label: 'Exported' },
    })
  })

  it('contains every row once', async () => {
    const ids = (await find('limit=1000')).map(({ id }) => id).toSorted((one, other) => other - one)
    const lines = (await operator.get('/credentials.csv')).text.split('\r\n').slice(1, -1)
    expect(lines.map((line) => Number(line.split(',')[0]))).toEqual(ids)
  })
})
