// An action leaves the same audit entry through every interface, except for the actor. A credential that a program
// issues is its own entry.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { issueCredentials } from '../../../src/actions/credentials/issue.ts'
import { setNetwork } from '../../../src/actions/network/set.ts'
import { rewrapKeys } from '../../../src/actions/operations/keys/rewrap.ts'
import { drainNode } from '../../../src/actions/operations/nodes/drain.ts'
import { kickRover } from '../../../src/actions/sessions/kick.ts'
import { archiveStation } from '../../../src/actions/stations/archive.ts'
import { importStations } from '../../../src/actions/stations/import.ts'
import { changeStation, saveStation } from '../../../src/actions/stations/save.ts'
import { pushSecret, setPull } from '../../../src/actions/stations/source.ts'
import { command } from '../../../src/domain/audit/action.ts'
import { connectRover, keepCaster } from '../../http/console/rovers.ts'
import { type Browser, TestConsole } from '../../http/console/support.ts'
import { type Client, STATIONS } from '../../support/service.ts'

let site: TestConsole
let person: { id: number; email: string; browser: Browser }
let token: { id: number; ownerId: number }
let client: Client

beforeAll(async () => {
  site = await TestConsole.start()
  await site.service.saveStations(STATIONS.toluca, STATIONS.cuernavaca)
  person = await site.user('administrator')
  const made = await site.service.token()
  token = made.token
  client = site.service.as(made.secret)
})
afterAll(() => site.stop())

/** The context of `vertice NAME`. */
const by = async (name: string) => {
  const { db, services } = site.service
  return { db, keys: services.keys, book: (await services.current()).book, now: new Date(), by: command(name) }
}

const COLUMNS =
  'actor_kind, actor, user_id, token_id, address, request_id, action, subject_kind, subject_id, owner_id, details'
const entries = async (): Promise<Record<string, unknown>[]> =>
  (await site.db.pool.query(`select ${COLUMNS} from audit_log order by id`)).rows
const last = async () => (await entries()).at(-1)!

const NOBODY = { user_id: null, token_id: null, address: null, request_id: null }
const byCommand = (name: string) => ({ ...NOBODY, actor_kind: 'command', actor: `vertice ${name}` })
const byPerson = () => ({
  ...NOBODY,
  actor_kind: 'person',
  actor: person.email,
  user_id: person.id,
  address: '203.0.113.7',
  request_id: expect.stringMatching(/^req-/),
})
const byProgram = () => ({
  actor_kind: 'token',
  actor: 'test',
  user_id: null,
  token_id: token.id,
  address: '127.0.0.1',
})

describe('the audit entries of a station', () => {
  it('are the same by command and in the console for adding, changing, sources and archiving', async () => {
    const traces = async (work: (id: number) => Promise<unknown>, id: number) => {
      await work(id)
      const { action, subject_kind, subject_id, details, ...who } = await last()
      return { what: { action, subject_kind, details: { ...(details as object), code: 'X' } }, subject_id, who }
    }
    const cases: [string, (code: string) => Promise<unknown>, (id: number) => Promise<unknown>][] = [
      [
        'station status',
        async (code) => changeStation(await by('station status'), { code }, { declaredStatus: 'maintenance' }),
        (id) => person.browser.post(`/stations/${id}/maintenance`, { on: true }),
      ],
      [
        'station secret',
        async (code) => pushSecret(await by('station secret'), { code }, true),
        (id) => person.browser.post(`/stations/${id}/secret`),
      ],
      [
        'station pull',
        async (code) => setPull(await by('station pull'), { code }, 'ntrip://u:p@caster.example.org/ABC'),
        (id) => person.browser.put(`/stations/${id}/pull`, { url: 'ntrip://u:p@caster.example.org/ABC' }),
      ],
      [
        'station archive',
        async (code) => archiveStation(await by('station archive'), { code }),
        (id) => person.browser.delete(`/stations/${id}`),
      ],
    ]
    const fields = { name: 'Puebla', lat: 19.04, lng: -98.2 }
    const { id: ofCommand } = await saveStation(await by('station add'), { ...fields, code: 'PUE1' })
    const added = await last()
    const ofConsole = (await person.browser.post('/stations', { ...fields, code: 'PUE2' })).body.station.id
    expect(added).toMatchObject({ ...byCommand('station add'), subject_id: ofCommand, details: { code: 'PUE1' } })
    expect(await last()).toMatchObject({ ...byPerson(), action: added.action, subject_id: ofConsole })
    for (const [name, byHand, inConsole] of cases) {
      const one = await traces(() => byHand('PUE1'), ofCommand)
      const other = await traces(inConsole, ofConsole)
      expect(one.what).toEqual(other.what)
      expect([one.subject_id, other.subject_id]).toEqual([ofCommand, ofConsole])
      expect([one.who, other.who]).toMatchObject([byCommand(name), byPerson()])
    }
    expect(JSON.stringify(await entries())).not.toContain('u:p@')
  })

  it('cover imports and a secret that is only shown', async () => {
    await importStations(await by('station import'), [{ code: 'TOLU', name: 'Toluca de Lerdo' }])
    expect(await last()).toMatchObject({
      ...byCommand('station import'),
      action: 'stations.imported',
      details: { created: 0, updated: 1, codes: ['TOLU'] },
    })
    const context = await by('station secret')
    const made = await pushSecret(context, { code: 'tolu' }, false)
    expect(await last()).toMatchObject({ action: 'station.secret_made' })
    expect(await pushSecret(context, { code: 'tolu' }, false)).toEqual(made)
    expect(await last()).toMatchObject({ ...byCommand('station secret'), action: 'station.secret_shown' })
  })
})

it('records settings, keys and a kicked rover by command', async () => {
  await setNetwork(await by('network set'), { name: 'Red', upstream: 'ntrip://engine:s3cr3t@vrs.example.mx/VRS' })
  expect(await last()).toMatchObject({
    ...byCommand('network set'),
    action: 'settings.changed',
    details: { name: 'Red', upstream: 'ntrip://vrs.example.mx/VRS' },
  })
  await rewrapKeys(await by('keys rewrap'), () => {})
  const { keys } = site.service.services
  expect(await last()).toMatchObject({
    ...byCommand('keys rewrap'),
    action: 'keys.rewrapped',
    details: { key: keys.current.id, changed: { webhooks: 0 } },
  })
  const rover = await connectRover(site, token.ownerId)
  await kickRover(await by('session kick'), 'all', rover.id)
  expect(await last()).toMatchObject({ ...byCommand('session kick'), action: 'rover.kicked', owner_id: token.ownerId })
  await keepCaster(site, 'caster-9')
  await drainNode(await by('node drain'), 'caster-9')
  expect(await last()).toMatchObject({
    ...byCommand('node drain'),
    action: 'node.drained',
    details: { name: 'caster-9' },
  })
})

describe('the audit entries of a credential', () => {
  const issue = async (body = {}) => client.post('/credentials', { segundos: 3600, cliente_nombre: 'Ana', ...body })
  const inLog = async (search: string) => (await person.browser.get(`/audit?${search}`)).body.entries

  it('are written if issued by hand, by command as in the console', async () => {
    const request = { validitySeconds: 3600, customerName: 'Ana', sendEmail: false } as never
    const [issued] = await issueCredentials(await by('credential issue'), 'all', token.ownerId, [request])
    const told = await last()
    const made = await person.browser.post('/credentials', {
      ownerId: token.ownerId,
      validitySeconds: 3600,
      customerName: 'Ana',
    })
    const { username, id } = issued!.credential
    expect(told).toMatchObject({
      ...byCommand('credential issue'),
      action: 'credential.issued',
      subject_id: id,
      owner_id: token.ownerId,
      details: { username, owner: 'Operator', customer: 'Ana' },
    })
    const { username: another, id: next } = made.body.credential
    const details = { ...(told.details as object), username: another }
    expect(await last()).toEqual({ ...told, ...byPerson(), subject_id: next, details })
  })

  it.each([
    ['alone', {}],
    ['under a key', { 'idempotency-key': 'a-key-of-its-own' }],
  ])("are the credential's row if issued by a program (%s), without a second row", async (_, headers) => {
    const before = (await entries()).length
    const answer = await client.post('/credentials', { segundos: 3600, cliente_nombre: 'Ana' }, headers)
    expect(await entries()).toHaveLength(before)
    const { id, usuario } = answer.body.credential
    const [entry] = await inLog(`subjectKind=credential&subjectId=${id}`)
    expect(entry).toEqual({
      id: -id,
      at: expect.any(String),
      userId: null,
      actorKind: 'token',
      actor: 'test',
      action: 'credential.issued',
      subjectKind: 'credential',
      subjectId: id,
      ownerId: token.ownerId,
      details: { username: usuario, owner: 'Operator', customer: 'Ana' },
      address: '127.0.0.1',
      requestId: answer.headers['x-request-id'],
    })
    expect((await person.browser.get(`/audit/-${id}`)).body.entry).toEqual(entry)
  })

  it('carry the same request id for a batch', async () => {
    const before = (await entries()).length
    const credentials = Array.from({ length: 60 }, () => ({ segundos: 3600 }))
    const answer = await client.post('/credentials/batch', { credentials })
    const found = await inLog('actor=TEST&action=credential.issued&limit=60')
    const requests = new Set(found.map(({ requestId }: { requestId: string }) => requestId))
    expect(requests).toEqual(new Set([answer.headers['x-request-id']]))
    expect(await entries()).toHaveLength(before)
  })

  it('are the same by API and in the console for a revocation, once', async () => {
    const { id, usuario } = (await issue()).body.credential
    const answer = await client.delete(`/credentials/${id}`)
    const told = await last()
    expect(told).toEqual({
      ...byProgram(),
      request_id: answer.headers['x-request-id'],
      action: 'credential.revoked',
      subject_kind: 'credential',
      subject_id: id,
      owner_id: token.ownerId,
      details: { username: usuario, connected: 0 },
    })
    const before = (await entries()).length
    expect((await client.delete(`/credentials/${id}`)).status).toBe(200)
    // Nothing was revoked, but the response contains the password: that is recorded in the background.
    await vi.waitFor(async () => expect((await last()).action).toBe('credential.revealed'), { timeout: 90_000 })
    expect(await entries()).toHaveLength(before + 1)
    const other = (await issue()).body.credential
    await person.browser.delete(`/credentials/${other.id}`)
    const details = { username: other.usuario, connected: 0 }
    expect(await last()).toEqual({ ...told, ...byPerson(), subject_id: other.id, details })
    expect((await inLog(`subjectKind=credential&subjectId=${id}`)).map(({ action }: never) => action)).toEqual([
      'credential.revealed',
      'credential.revoked',
      'credential.issued',
    ])
  })
})

describe('the audit log merged with issued credentials', () => {
  const read = async (search: string) => {
    const found: { id: number; at: string }[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: { entries: typeof found; nextCursor: string | null } = (
        await person.browser.get(`/audit?${search}${cursor && `&cursor=${cursor}`}`)
      ).body
      found.push(...page.entries)
      cursor = page.nextCursor
    }
    return found
  }

  it('is paged newest first, with every entry of both once', async () => {
    for (let count = 0; count < 7; count++) {
      await client.post('/credentials', { segundos: 3600 })
      if (count % 3 === 0) await setNetwork(await by('network set'), { name: `Red ${count}` })
    }
    const { rows } = await site.db.pool.query(`select count(*) as count from credentials where token_id is not null`)
    const all = (await entries()).length + Number(rows[0].count)
    for (const limit of [1, 4, 100]) {
      const found = await read(`limit=${limit}`)
      expect(found).toHaveLength(all)
      expect(new Set(found.map(({ id }) => id)).size).toBe(all)
      const times = found.map(({ at }) => Date.parse(at))
      expect(times).toEqual(times.toSorted((a, b) => b - a))
    }
    const csv = (await person.browser.get('/audit.csv')).text.trim().split('\r\n')
    // Without the header; the export itself is an entry too.
    expect(csv).toHaveLength(all + 2)
    expect(csv[1]).toContain('audit.exported')
    expect(csv[0]).toContain('actorKind')
  })

  it('is filtered by time and by the name of the token', async () => {
    site.service.at('2035-05-05T12:00:00.000Z')
    const other = await site.service.as((await site.service.token()).secret)
    const { id } = (await other.post('/credentials', { segundos: 3600 })).body.credential
    site.service.time = null
    const day = 'from=2035-05-05T00:00:00Z&to=2035-05-06T00:00:00Z'
    expect((await read(`${day}&actor=test`)).map((entry) => entry.id)).toEqual([-id])
    expect(await read('from=2035-05-05T12:00:00.001Z&action=credential.issued')).toEqual([])
    expect(await read(`${day}&actor=nobody`)).toEqual([])
    expect((await person.browser.get('/audit/-999999')).status).toBe(404)
    expect((await person.browser.get('/audit/--1')).status).toBe(400)
  })
})

describe('pages of the audit log', () => {
  /** Excludes what another test issued in a later year. */
  const page = async (query: string) => (await person.browser.get(`/audit?to=2030-01-01T00:00:00Z&${query}`)).body
  const fill = async (count: number) => {
    for (let made = 0; made < count; made++)
      expect((await client.post('/credentials', { segundos: 3600 })).status).toBe(201)
  }

  it('exclude entries that are written after the first page', async () => {
    await fill(6)
    const first = await page('limit=3') // only entries of programs
    expect(first.entries.map(({ actorKind }: { actorKind: string }) => actorKind)).toEqual(['token', 'token', 'token'])
    await setNetwork(await by('network set'), { name: 'Meanwhile' })
    const second = await page(`limit=200&cursor=${first.nextCursor}`)
    const times = [...first.entries, ...second.entries].map(({ at }: { at: string }) => at)
    expect(times).toEqual(times.toSorted().reverse())
    expect(second.entries.slice(0, 3).map(({ actorKind }: { actorKind: string }) => actorKind)).toEqual(
      Array(3).fill('token'),
    )
  })

  it('exclude credentials that are issued after the first page', async () => {
    for (const name of ['One', 'Two', 'Three', 'Four']) await setNetwork(await by('network set'), { name })
    const first = await page('limit=3')
    await fill(2)
    const second = await page(`limit=200&cursor=${first.nextCursor}`)
    const times = [...first.entries, ...second.entries].map(({ at }: { at: string }) => at)
    expect(times).toEqual(times.toSorted().reverse())
    expect(second.entries[0].actor).toBe('vertice network set')
  })
})
