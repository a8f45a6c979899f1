import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { expectProblem } from '../support/problems.ts'
import { countCredentials, LOCKED_HERE } from '../support/rows.ts'
import { type Answer, type Client, heldConnections, TestService } from '../support/service.ts'

let service: TestService
let client: Client

beforeAll(async () => {
  service = await TestService.start()
  client = await service.client()
})
afterAll(() => service.stop())

let used = 0
const newKey = () => `key-${++used}`
const issue = (key: string, body: unknown = { segundos: 3600 }, as: Client = client) =>
  as.post('/credentials', body, { 'idempotency-key': key })
const replayed = ({ headers }: Answer) => headers['idempotent-replayed']

async function made(work: () => Promise<unknown>): Promise<number> {
  const before = await countCredentials(service)
  await work()
  return (await countCredentials(service)) - before
}

const OPERATIONS: [operation: string, path: string, body: object, other: object][] = [
  ['POST /credentials', '/credentials', { segundos: 3600 }, { segundos: 3601 }],
  [
    'POST /credentials/batch',
    '/credentials/batch',
    { credentials: [{ segundos: 3600 }] },
    { credentials: [{ segundos: 3601 }] },
  ],
  ['POST /webhooks', '/webhooks', { url: 'https://93.184.215.14/a' }, { url: 'https://93.184.215.14/b' }],
]

describe.each(OPERATIONS)('%s', (_, path, body, other) => {
  it('returns the stored response for the same key and body, with Idempotent-Replayed: true', async () => {
    const headers = { 'idempotency-key': newKey() }
    const first = await client.post(path, body, headers)
    const again = await client.post(path, body, headers)
    expect([first.status, replayed(first)]).toEqual([201, undefined])
    expect([again.status, replayed(again)]).toEqual([201, 'true'])
    expect(again.text).toBe(first.text)
    expect(again.headers.location).toBe(first.headers.location)
    expect(again.headers['cache-control']).toBe('no-store')
  })

  it('returns 422 for the same key with another body', async () => {
    const headers = { 'idempotency-key': newKey() }
    await client.post(path, body, headers)
    expectProblem(await client.post(path, other, headers), 422, 'idempotency_key_reused')
  })

  it('runs each time without a key', async () => {
    const [first, again] = [await client.post(path, body), await client.post(path, body)]
    expect([first.status, again.status, first.text === again.text]).toEqual([201, 201, false])
  })

  it.each(['', ' ', 'x'.repeat(256), 'two words', 'ñ'])('rejects the key "%s"', async (key) => {
    expectProblem(await client.post(path, body, { 'idempotency-key': key }), 400, 'invalid_request')
  })
})

describe('an idempotency key', () => {
  it('can have 255 characters', async () => {
    expect((await issue('k'.repeat(255))).status).toBe(201)
  })

  it('is rejected with 422 for the same body at another operation', async () => {
    const key = newKey()
    await issue(key)
    const answer = await client.post('/webhooks', { url: 'https://93.184.215.14/' }, { 'idempotency-key': key })
    expectProblem(answer, 422, 'idempotency_key_reused')
  })

  it('compares the parsed body: whitespace does not matter', async () => {
    const key = newKey()
    await issue(key, '{"segundos":3600}')
    expect(replayed(await issue(key, '{ "segundos" : 3600 }\n'))).toBe('true')
  })

  it.each([
    [
      '{"segundos":3600,"label":"Obra","cliente_nombre":"Ana"}',
      '{"cliente_nombre":"Ana","label":"Obra","segundos":3600}',
    ],
    ['{"segundos":3600}', '{"segundos":3.6e3}'],
    ['{"segundos":3600}', '{"segundos":3600.0,"label":null}'],
    ['{"segundos":3600,"label":"\u00d1"}', '{"segundos":3600,"label":"\\u00d1"}'],
  ])('compares the JSON, not its bytes: %s is %s', async (first, again) => {
    const key = newKey()
    expect((await issue(key, first)).status).toBe(201)
    expect(replayed(await issue(key, again))).toBe('true')
  })

  it('compares the order of a list', async () => {
    const [headers, one, two] = [{ 'idempotency-key': newKey() }, { segundos: 3600 }, { segundos: 7200 }]
    await client.post('/credentials/batch', { credentials: [one, two] }, headers)
    const again = await client.post('/credentials/batch', { credentials: [two, one] }, headers)
    expectProblem(again, 422, 'idempotency_key_reused')
  })

  it('belongs to the owner: another owner can use the same one', async () => {
    const key = newKey()
    const stranger = await service.client(undefined, 'Another reseller')
    const mine = await issue(key)
    const theirs = await issue(key, { segundos: 3600 }, stranger)
    expect([theirs.status, replayed(theirs)]).toEqual([201, undefined])
    expect(theirs.body.credential.id).not.toBe(mine.body.credential.id)
  })

  it("belongs to the owner: the owner's other tokens get the stored response", async () => {
    const key = newKey()
    const first = await issue(key)
    expect((await issue(key, { segundos: 3600 }, await service.client())).text).toBe(first.text)
  })

  it('does not replace the scope', async () => {
    const key = newKey()
    await issue(key)
    expect((await issue(key, { segundos: 3600 }, await service.client(['read', 'revoke']))).status).toBe(403)
  })

  it('is kept for 24 hours and then free again', async () => {
    const key = newKey()
    service.at('2026-11-14T18:00:00.000Z')
    const first = await issue(key)
    service.at('2026-11-15T17:59:59.000Z')
    expect((await issue(key)).text).toBe(first.text)
    service.at('2026-11-15T18:00:01.000Z')
    const later = await issue(key, { segundos: 7200 })
    expect([later.status, replayed(later)]).toEqual([201, undefined])
    expect(replayed(await issue(key, { segundos: 7200 }))).toBe('true')
  })

  it('is not consumed by a rejected request', async () => {
    const key = newKey()
    expectProblem(await issue(key, { segundos: 1 }), 400, 'invalid_request')
    expectProblem(await issue(key, { segundos: 3600, station_codigo: 'NOPE' }), 400, 'invalid_request')
    const fixed = await issue(key)
    expect([fixed.status, replayed(fixed)]).toEqual([201, undefined])
  })

  it('replays the original response even after the credential was revoked', async () => {
    const key = newKey()
    const first = await issue(key)
    await client.delete(`/credentials/${first.body.credential.id}`)
    expect((await issue(key)).text).toBe(first.text)
  })

  it('emits one event', async () => {
    const key = newKey()
    const { id } = (await issue(key)).body.credential
    await issue(key)
    expect((await service.events()).filter(({ credential_id }) => credential_id === id)).toHaveLength(1)
  })
})

describe('the stored response', () => {
  it('is encrypted: contains neither password nor secret', async () => {
    const { password, usuario } = (await issue('look-inside')).body.credential
    const { rows } = await service.db.pool.query('select answer from idempotency_keys where key = $1', ['look-inside'])
    expect(rows).toHaveLength(1)
    for (const text of [password, usuario, 'segundos', 'credential']) expect(rows[0].answer.includes(text)).toBe(false)
  })
})

describe('concurrent requests', () => {
  it('get a 409 while the first request with their key is running, then a replay', async () => {
    const key = newKey()
    const blocker = await service.db.pool.connect()
    await blocker.query('begin')
    await blocker.query('lock table credentials in exclusive mode')
    const first = issue(key)
    const blocked = () =>
      service.db.pool.query(
        `select count(*)::int as n from pg_locks where not granted and locktype = 'relation' and ${LOCKED_HERE}`,
      )
    await expect.poll(async () => (await blocked()).rows[0].n, { interval: 10 }).toBeGreaterThan(0)
    const early = await issue(key)
    expectProblem(early, 409, 'idempotency_in_progress')
    expect(early.headers['retry-after']).toBe('1')
    await blocker.query('rollback')
    blocker.release()
    expect((await first).status).toBe(201)
    expect((await issue(key)).text).toBe((await first).text)
  })

  it('create exactly one credential for 50 callers with one key, with one response', async () => {
    const key = newKey()
    let answers: Answer[] = []
    const count = await made(async () => {
      answers = await Promise.all(Array.from({ length: 50 }, () => issue(key)))
    })
    expect(count).toBe(1)
    expect(new Set(answers.map(({ status }) => status)).isSubsetOf(new Set([201, 409]))).toBe(true)
    const texts = answers.filter(({ status }) => status === 201).map(({ text }) => text)
    expect(new Set(texts).size).toBe(1)
    expect(answers.filter((answer) => answer.status === 201 && !replayed(answer))).toHaveLength(1)
    expect((await issue(key)).text).toBe(texts[0])
  })

  it('create one credential each for 50 callers with different keys', async () => {
    let answers: Answer[] = []
    const count = await made(async () => {
      answers = await Promise.all(Array.from({ length: 50 }, () => issue(newKey())))
    })
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(201))
    expect(count).toBe(50)
  })
})

describe('a webhook address with a slow lookup', () => {
  it('holds no database connection while it waits for the network', async () => {
    const waiting: (() => void)[] = []
    let works = true
    const slow = await TestService.start({
      refuseTarget: async () => {
        if (!works) await new Promise<void>((resolve) => waiting.push(resolve))
        return null
      },
    })
    onTestFinished(() => slow.stop())
    const owner = await slow.client(['read'])
    const post = (key: string) => owner.post('/webhooks', { url: 'https://slow.example/' }, { 'idempotency-key': key })
    const kept = await post('kept')

    works = false
    const most = slow.db.pool.options.max
    const keys = Array.from({ length: 2 * most }, (_, index) => `slow-${index}`)
    const posts = keys.map(post)
    await expect.poll(() => waiting.length).toBe(keys.length)
    // Background work, such as recording the use of a token, may hold a connection briefly.
    await expect.poll(() => heldConnections(slow.db)).toBe(0)
    expect((await owner.get('/webhooks')).status).toBe(200)
    // A stored response is replayed without a lookup.
    const again = await post('kept')
    expect([again.text, replayed(again)]).toEqual([kept.text, 'true'])

    for (const goOn of waiting) goOn()
    const statuses = (await Promise.all(posts)).map(({ status }) => status)
    // The owner's limit is exact despite the waiting requests.
    expect(statuses.filter((status) => status === 201)).toHaveLength(19)
    expect(new Set(statuses)).toEqual(new Set([201, 409]))
  })

  it('creates one webhook for two concurrent requests with one key', async () => {
    const waiting: (() => void)[] = []
    const slow = await TestService.start({
      refuseTarget: () => new Promise((resolve) => waiting.push(() => resolve(null))),
    })
    onTestFinished(() => slow.stop())
    const owner = await slow.client(['read'])
    const post = () => owner.post('/webhooks', { url: 'https://slow.example/' }, { 'idempotency-key': 'twice' })
    const posts = [post(), post()]
    await expect.poll(() => waiting.length).toBe(2)
    for (const goOn of waiting) goOn()
    const answers = await Promise.all(posts)
    expect(answers.filter((answer) => answer.status === 201 && !replayed(answer))).toHaveLength(1)
    expect((await owner.get('/webhooks')).body.webhooks).toHaveLength(1)
  })
})
