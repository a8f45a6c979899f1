import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inForceAt, stateAt } from '../../src/domain/credentials/credential.ts'
import { expectInvalid } from '../support/problems.ts'
import { insertCredentials } from '../support/rows.ts'
import { type Answer, BASE_URL, type Client, STATIONS, TestService } from '../support/service.ts'

const HOUR_MS = 3_600_000
let service: TestService

beforeAll(async () => {
  service = await TestService.start()
  await service.saveStations(STATIONS.cdmx)
})
afterAll(() => service.stop())

let owners = 0
/** A client of a new owner without credentials. */
async function newOwner(): Promise<{ client: Client; ownerId: number }> {
  const { token, secret } = await service.token(undefined, `Reseller ${++owners}`)
  return { client: service.as(secret), ownerId: token.ownerId }
}

const batch = (client: Client, count: number) =>
  client.post('/credentials/batch', { credentials: Array(count).fill({ segundos: 3600 }) })
const idsOf = ({ body }: Answer): number[] => body.credentials.map(({ id }: { id: number }) => id)

async function everyPage(client: Client, query: string, between: () => Promise<unknown> = async () => {}) {
  const pages: Answer[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Answer = await client.get(`/credentials?${query}${cursor && `&cursor=${cursor}`}`)
    expect(page.status).toBe(200)
    pages.push(page)
    cursor = page.body.next_cursor
    await between()
  }
  return pages
}

describe('GET /credentials', () => {
  it('returns credentials with all fields except the password', async () => {
    service.at('2026-11-14T18:00:00.000Z')
    const { client } = await newOwner()
    const made = await client.post('/credentials', {
      segundos: 3600,
      station_codigo: 'CDMX',
      label: 'Obra',
      cliente_nombre: 'María',
      cliente_email: 'maria@example.mx',
    })
    const { password, ...rest } = made.body.credential
    const answer = await client.get('/credentials')
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ ok: true, credentials: [rest], next_cursor: null })
    expect(answer.text).not.toContain(password)
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it('returns no credentials of other owners', async () => {
    const [one, two] = [await newOwner(), await newOwner()]
    await batch(one.client, 3)
    const mine = await batch(two.client, 2)
    expect(idsOf(await two.client.get('/credentials')).sort()).toEqual(idsOf(mine).sort())
  })

  it("returns an owner's credentials to each of the owner's tokens", async () => {
    const { client } = await newOwner()
    await batch(client, 2)
    const colleague = await service.client(['read'], `Reseller ${owners}`)
    expect((await colleague.get('/credentials')).body).toEqual((await client.get('/credentials')).body)
  })

  it('is empty, with next_cursor null, for an owner without credentials', async () => {
    const { client } = await newOwner()
    const { body, headers } = await client.get('/credentials')
    expect(body).toEqual({ ok: true, credentials: [], next_cursor: null })
    expect(headers.link).toBeUndefined()
  })
})

describe('the pages of the list', () => {
  let client: Client
  beforeAll(async () => {
    client = (await newOwner()).client
    await batch(client, 1000)
    await batch(client, 5)
  })

  it('have 100 rows by default, newest first by id', async () => {
    const ids = idsOf(await client.get('/credentials'))
    expect(ids).toHaveLength(100)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
  })

  it.each([1, 7, 999, 1000])('have the requested number of rows: %i', async (limit) => {
    expect(idsOf(await client.get(`/credentials?limit=${limit}`))).toHaveLength(limit)
  })

  it.each(['0', '1001', '-1', '1.5', 'abc', '', ' 5', '1e9', 'null', '5&limit=6'])(
    'are rejected for limit=%s',
    async (limit) => {
      expectInvalid(await client.get(`/credentials?limit=${limit}`), '/limit')
    },
  )

  it('link by next_cursor, contain every row once, and end with null', async () => {
    const pages = await everyPage(client, 'limit=250')
    expect(pages.map((page) => idsOf(page).length)).toEqual([250, 250, 250, 250, 5])
    const ids = pages.flatMap(idsOf)
    expect(new Set(ids).size).toBe(1005)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
    expect(pages.at(-1)!.headers.link).toBeUndefined()
  })

  it('end without an empty page if the rows fill them exactly', async () => {
    expect((await everyPage(client, 'limit=201')).map((page) => idsOf(page).length)).toEqual([201, 201, 201, 201, 201])
  })

  it('name the next page in a Link header that keeps the query', async () => {
    const first = await client.get('/credentials?estado=activa&limit=3')
    const [, next] = /^<([^>]+)>; rel="next"$/.exec(`${first.headers.link}`)!
    const url = new URL(next!)
    expect(url.origin + url.pathname).toBe(`${BASE_URL}/api/v1/credentials`)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      estado: 'activa',
      limit: '3',
      cursor: first.body.next_cursor,
    })
    const byLink = await client.get(url.pathname + url.search)
    const byCursor = await client.get(`/credentials?estado=activa&limit=3&cursor=${first.body.next_cursor}`)
    expect(byLink.body).toEqual(byCursor.body)
    expect(Math.max(...idsOf(byLink))).toBeLessThan(Math.min(...idsOf(first)))
  })

  it.each(['', 'x', '%00', '-1', 'YmVmb3JlOi0x', 'eyJpZCI6MX0', 'x'.repeat(300), 'a&cursor=b'])(
    'reject a cursor that is not ours: "%s"',
    async (cursor) => {
      expectInvalid(await client.get(`/credentials?cursor=${cursor}`), '/cursor')
    },
  )

  it('never contain rows of another owner', async () => {
    const { client: stranger } = await newOwner()
    const { next_cursor } = (await client.get('/credentials?limit=5')).body
    expect((await stranger.get(`/credentials?cursor=${next_cursor}`)).body.credentials).toEqual([])
  })

  it('contain every row present at the start once, despite concurrent inserts', async () => {
    const { client } = await newOwner()
    const present = idsOf(await batch(client, 60))
    const inserting: Promise<Answer>[] = []
    const pages = await everyPage(client, 'limit=7', async () => {
      inserting.push(batch(client, 3), client.post('/credentials', { segundos: 3600 }))
    })
    const inserted = await Promise.all(inserting)
    expect(inserted.map(({ status }) => status)).toEqual(inserted.map(() => 201))
    const shown = pages.flatMap(idsOf)
    expect(new Set(shown).size).toBe(shown.length)
    expect(new Set(shown).isSupersetOf(new Set(present))).toBe(true)
  })

  it('contain every row present at the start, despite concurrent revocations', async () => {
    const { client } = await newOwner()
    const present = idsOf(await batch(client, 20))
    const pages = await everyPage(client, 'limit=3', async () => client.delete(`/credentials/${present.pop()}`))
    expect(new Set(pages.flatMap(idsOf)).size).toBe(20)
  })
})

describe('?estado=', () => {
  it.each(['activa', 'expirada', 'revocada'])('%s returns exactly the credentials with that estado', async (estado) => {
    const now = service.at('2026-11-14T18:00:00.000Z')
    const { client, ownerId } = await newOwner()
    const at = (hours: number) => new Date(now.getTime() + hours * HOUR_MS)
    await insertCredentials(service, ownerId, [
      { startsAt: at(-5), expiresAt: at(5) },
      { startsAt: at(2), expiresAt: at(5) },
      { startsAt: at(-5), expiresAt: at(0) },
      { startsAt: at(-5), expiresAt: at(-1), expiryNotedAt: at(-1) },
      { startsAt: at(-5), expiresAt: at(-1) },
      { startsAt: at(-5), expiresAt: at(-1), revokedAt: at(-2) },
      { startsAt: at(-5), expiresAt: at(5), revokedAt: at(-2) },
    ])
    const { credentials } = (await client.get('/credentials')).body
    const expected = credentials.filter((credential: { estado: string }) => credential.estado === estado)
    expect(expected.length).toBeGreaterThanOrEqual(2)
    expect((await client.get(`/credentials?estado=${estado}`)).body.credentials).toEqual(expected)
  })

  it.each(['ACTIVA', 'activa%20', '', 'active', 'activa,revocada', 'activa&estado=revocada'])(
    'rejects "%s"',
    async (estado) => {
      const { client } = await newOwner()
      expectInvalid(await client.get(`/credentials?estado=${estado}`), '/estado')
    },
  )

  it('follows the clock without any job: a row moves from activa to expirada', async () => {
    service.at('2026-11-14T18:00:00.000Z')
    const { client } = await newOwner()
    const [id] = idsOf(await batch(client, 1))
    service.at('2026-11-14T18:59:59.999Z')
    expect(idsOf(await client.get('/credentials?estado=activa'))).toEqual([id])
    expect(idsOf(await client.get('/credentials?estado=expirada'))).toEqual([])
    service.at('2026-11-14T19:00:00.000Z')
    expect(idsOf(await client.get('/credentials?estado=activa'))).toEqual([])
    expect(idsOf(await client.get('/credentials?estado=expirada'))).toEqual([id])
  })

  const moment = fc.integer({ min: 0, max: 20 }).map((hours) => new Date(Date.UTC(2026, 10, 14) + hours * HOUR_MS))
  const times = fc.record({
    startsAt: moment,
    expiresAt: moment,
    revokedAt: fc.option(moment),
    expiryNotedAt: fc.option(moment),
  })
  const ESTADOS = { active: 'activa', expired: 'expirada', revoked: 'revocada' } as const

  it('agrees with the domain rule for any times, noted or not, page by page', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(times, { maxLength: 12 }),
        moment,
        fc.integer({ min: 1, max: 5 }),
        async (rows, now, limit) => {
          const { client, ownerId } = await newOwner()
          const ids = await insertCredentials(service, ownerId, rows)
          service.time = now
          const listed = (await client.get('/credentials')).body.credentials
          expect(listed.map((row: Record<string, unknown>) => [row.id, row.estado, row.vigente])).toEqual(
            ids
              .map((id, index) => [
                id,
                ESTADOS[stateAt(rows[index]!, now)],
                inForceAt({ ...rows[index]!, suspendedAt: null }, now),
              ])
              .toReversed(),
          )
          for (const [state, estado] of Object.entries(ESTADOS)) {
            const pages = await everyPage(client, `estado=${estado}&limit=${limit}`)
            expect(pages.flatMap(idsOf)).toEqual(
              ids.filter((_, index) => stateAt(rows[index]!, now) === state).toReversed(),
            )
          }
        },
      ),
      { numRuns: 60 },
    )
    service.time = null
  })
})
