// The filters of GET /credentials, compared with a model that filters the same rows in a few lines.
import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inForceAt, stateAt } from '../../src/domain/credentials/credential.ts'
import { expectInvalid } from '../support/problems.ts'
import { archive, keepNode, keepWitness, stationIdOf } from '../support/rows.ts'
import { type Answer, type Client, STATIONS, TestService } from '../support/service.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const NOW = new Date('2026-11-16T18:00:00.000Z')
const ROWS = 300

interface Kept {
  id: number
  ownerId: number
  username: string
  label: string | null
  customerName: string | null
  customerEmail: string | null
  reference: string | null
  station: keyof typeof STATIONS | null
  issuedAt: Date
  startsAt: Date
  expiresAt: Date
  revokedAt: Date | null
  suspendedAt: Date | null
  expiryNotedAt: Date | null
  connected: boolean
}

let service: TestService
let client: Client
let kept: Kept[]

/** Deterministic pseudo-random numbers. */
function* chances(): Generator<number, never> {
  for (let state = 15; ; ) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    yield state / 2_147_483_648
  }
}

const NAMES = ['María Peña', 'José Luis Ibáñez', 'Itzel Cruz-Muñoz', 'Peña y Hijos', null]
const LABELS = ['Obra norte', 'Obra sur', 'peña', null]
const EMAILS = ['maria@example.mx', 'Jose.Luis@example.mx', null]

function plan(owners: readonly number[], firstId: number): Kept[] {
  const chance = chances()
  const next = () => chance.next().value
  const oneOf = <Value>(values: readonly Value[]) => values[Math.floor(next() * values.length)]!
  return Array.from({ length: ROWS }, (_, index) => {
    // Two hours apart on average, so that a range of days holds a few.
    const issuedAt = new Date(NOW.getTime() - (ROWS - index) * 2 * HOUR_MS + Math.floor(next() * HOUR_MS))
    const startsAt = next() < 0.3 ? new Date(issuedAt.getTime() + next() * 30 * DAY_MS) : issuedAt
    const expiresAt = new Date(startsAt.getTime() + HOUR_MS + next() * 30 * DAY_MS)
    const isOver = expiresAt <= NOW
    const isRevoked = next() < 0.2
    return {
      id: firstId + index,
      ownerId: oneOf(owners),
      username: `${oneOf(['pena', 'k7m', 'obr'])}${randomBytes(5).toString('hex')}`,
      label: oneOf(LABELS),
      customerName: oneOf(NAMES),
      customerEmail: oneOf(EMAILS),
      reference: next() < 0.5 ? `PO-${index % 40}/Muñoz-${index}` : null,
      station: oneOf(['cdmx', 'toluca', null] as const),
      issuedAt,
      startsAt,
      expiresAt,
      revokedAt: isRevoked ? issuedAt : null,
      suspendedAt: next() < 0.15 ? issuedAt : null,
      // Covers a late job and a clock that was set back.
      expiryNotedAt: !isRevoked && (isOver ? next() < 0.8 : next() < 0.05) ? issuedAt : null,
      connected: next() < 0.15,
    }
  })
}

async function write(rows: readonly Kept[]): Promise<void> {
  const { pool } = service.db
  const ids = { cdmx: await stationIdOf(service, 'CDMX'), toluca: await stationIdOf(service, 'TOLU') }
  const json = rows.map((row) => ({
    id: row.id,
    owner_id: row.ownerId,
    username: row.username,
    secret: `\\x${service.services.keys
      .encrypt(JSON.stringify({ password: 'abcdefgh23456789', linkKey: row.username }), `credential:${row.id}`)
      .toString('hex')}`,
    label: row.label,
    customer_name: row.customerName,
    customer_email: row.customerEmail,
    reference: row.reference,
    station_id: row.station === null ? null : ids[row.station as 'cdmx'],
    issued_at: row.issuedAt,
    starts_at: row.startsAt,
    expires_at: row.expiresAt,
    revoked_at: row.revokedAt,
    suspended_at: row.suspendedAt,
    expiry_noted_at: row.expiryNotedAt,
  }))
  const columns = Object.keys(json[0]!).join(', ')
  await pool.query(
    `insert into credentials (${columns}) select ${columns} from json_populate_recordset(null::credentials, $1::json)`,
    [JSON.stringify(json)],
  )
  await keepWitness(service.db)
  await keepNode(service.db, 'alive')
  await keepNode(service.db, 'dead', -3600)
  // Each also has an ended session, and one of a dead caster.
  await pool.query(
    `insert into sessions (id, node, credential_id, username, mountpoint, started_at, ended_at, address, agent)
     select c.id || kind, node, c.id, 'u', 'm', $2, ended_at, '::1', 'a'
     from unnest($1::bigint[]) as c (id), (values ('a', 'alive', null), ('b', 'alive', $2::timestamptz), ('c', 'dead', null)) as s (kind, node, ended_at)`,
    [rows.filter(({ connected }) => connected).map(({ id }) => id), NOW],
  )
  await pool.query(
    `insert into sessions (id, node, credential_id, username, mountpoint, started_at, address, agent)
     select id || 'd', 'dead', id, 'u', 'm', $2, '::1', 'a' from unnest($1::bigint[]) as c (id)`,
    [rows.filter(({ connected }, index) => !connected && index % 5 === 0).map(({ id }) => id), NOW],
  )
}

beforeAll(async () => {
  service = await TestService.start()
  service.time = NOW
  await service.saveStations(STATIONS.cdmx, STATIONS.toluca, STATIONS.cuernavaca)
  const [mine, other] = [await service.token(undefined, 'Mine'), await service.token(undefined, 'Other')]
  client = service.as(mine.secret)
  const [firstId] = await service.services.credentialWriter.takeIds(ROWS)
  const rows = plan([mine.token.ownerId, mine.token.ownerId, other.token.ownerId], firstId!)
  await write(rows)
  kept = rows.filter(({ ownerId }) => ownerId === mine.token.ownerId).reverse()
})
afterAll(() => service.stop())

type Query = Record<string, string>

const STATES = { activa: 'active', expirada: 'expired', revocada: 'revoked' } as Record<string, string>
const isVigente = (row: Kept) => inForceAt(row, NOW)
const timeOf = (text: string) => new Date(text.length === 10 ? `${text}T00:00:00-06:00` : text)
const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
const wordsOf = (row: Kept) => [
  row.username,
  ...[row.customerName, row.customerEmail, row.label, row.reference]
    .filter((text) => text !== null)
    .flatMap((text) => [...plain(text).split(/[^a-z0-9]+/), ...(text.includes('@') ? [text.toLowerCase()] : [])]),
]
const isFound = (row: Kept, q: string) => {
  const asked = q
    .split(/\s+/)
    .flatMap((part) => (part.includes('@') ? [part.toLowerCase()] : plain(part).split(/[^a-z0-9]+/)))
  return asked.filter(Boolean).every((word) => wordsOf(row).some((own) => own.startsWith(word)))
}

const RULES: Record<string, (row: Kept, wanted: string) => boolean> = {
  estado: (row, estado) => stateAt(row, NOW) === STATES[estado],
  referencia: (row, reference) => row.reference === reference,
  usuario: (row, username) => row.username === username,
  cliente_email: (row, address) => row.customerEmail === address,
  label: (row, label) => row.label === label,
  station_codigo: (row, code) => row.station !== null && STATIONS[row.station].code === code.toUpperCase(),
  tipo: (row, tipo) => (row.station === null) === (tipo === 'red'),
  vigente: (row, is) => isVigente(row) === (is === 'true'),
  conectada: (row, is) => row.connected === (is === 'true'),
  expira_desde: (row, from) => row.expiresAt >= timeOf(from),
  expira_hasta: (row, to) => row.expiresAt < timeOf(to),
  emitida_desde: (row, from) => row.issuedAt >= timeOf(from),
  emitida_hasta: (row, to) => row.issuedAt < timeOf(to),
  q: isFound,
}

const expected = (query: Query) =>
  kept.filter((row) => Object.entries(query).every(([name, wanted]) => RULES[name]!(row, wanted))).map(({ id }) => id)

async function found(query: Query, limit: number): Promise<number[]> {
  const ids: number[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const search = new URLSearchParams({ ...query, limit: `${limit}`, ...(cursor && { cursor }) })
    const answer: Answer = await client.get(`/credentials?${search}`)
    expect([answer.status, answer.body.code]).toEqual([200, undefined])
    ids.push(...answer.body.credentials.map(({ id }: { id: number }) => id))
    cursor = answer.body.next_cursor
  }
  return ids
}

/** Values of each filter that find something and values that find nothing. */
const day = (offset: number) => new Date(NOW.getTime() + offset * DAY_MS).toISOString()
const TIMES = [...[-40, -20, -10, -3, -0.1, 0, 2, 9, 25, 90].map(day), day(-7).slice(0, 10), day(5).slice(0, 10)]
const VALUES: Record<string, () => readonly string[]> = {
  estado: () => Object.keys(STATES),
  referencia: () => ['PO-3/Muñoz-3', ...kept.flatMap(({ reference }) => reference ?? []).slice(0, 3)],
  usuario: () => ['nobody', kept[0]!.username, kept.at(-1)!.username],
  cliente_email: () => ['maria@example.mx', 'Jose.Luis@example.mx', 'jose.luis@example.mx'],
  label: () => ['Obra norte', 'obra norte', 'peña'],
  station_codigo: () => ['CDMX', 'TOLU', 'CUER', 'cdmx', 'Tolu'],
  tipo: () => ['base', 'red'],
  vigente: () => ['true', 'false'],
  conectada: () => ['true', 'false'],
  expira_desde: () => TIMES,
  expira_hasta: () => TIMES,
  emitida_desde: () => TIMES,
  emitida_hasta: () => TIMES,
  q: () => [
    ...['pena', 'PEÑA', 'obra', 'obra pe', 'norte maria', 'muñoz', 'po', '12', 'k7m', 'luis@', 'maria@example.mx', 'x'],
    kept[2]!.username.slice(0, 7),
    'pena nobody',
    'jose.luis@example.mx obra',
    'Peña maria@example.mx',
    'NORTE, Maria@Example.mx',
  ],
}

describe('the credential filters', () => {
  it.each(Object.keys(RULES))('%s alone finds what the model finds, newest first', async (name) => {
    let some = 0
    for (const value of VALUES[name]!()) {
      const ids = expected({ [name]: value })
      some += ids.length
      expect([value, await found({ [name]: value }, 60)]).toEqual([value, ids])
    }
    expect(some).toBeGreaterThan(0)
  })

  it('are combined by "and", page after page', async () => {
    const anyOf = (name: string) => fc.constantFrom(...VALUES[name]!())
    const queries = fc
      .subarray(Object.keys(RULES), { minLength: 2, maxLength: 3 })
      .chain((names) => fc.record(Object.fromEntries(names.map((name) => [name, anyOf(name)]))))
    let some = 0
    await fc.assert(
      fc.asyncProperty(queries, fc.integer({ min: 15, max: 80 }), async (query, limit) => {
        const ids = expected(query)
        some += ids.length
        expect(await found(query, limit)).toEqual(ids)
      }),
      { numRuns: 80, seed: 15 },
    )
    expect(some).toBeGreaterThan(100)
  })

  it.each(['Peña maria@example.mx', 'norte, maria@example.mx'])(
    'find a customer by an address together with other words: %s',
    async (q) => {
      const ids = await found({ q }, 100)
      expect(ids).toEqual(expected({ q }))
      expect(ids).not.toEqual([])
    },
  )

  it('find nothing by punctuation alone', async () => {
    expect(await found({ q: '-- ¡!' }, 10)).toEqual([])
  })

  it("find a station's credentials after it was archived", async () => {
    const ids = expected({ station_codigo: 'TOLU' })
    await archive(service, 'TOLU')
    expect(await found({ station_codigo: 'TOLU' }, 500)).toEqual(ids)
  })

  it.each([
    ['station_codigo', 'NONE'],
    ['station_codigo', ''],
    ['tipo', 'network'],
    ['vigente', '1'],
    ['vigente', 'True'],
    ['conectada', 'yes'],
    ['expira_desde', '2026-02-30'],
    ['expira_hasta', 'yesterday!'],
    ['emitida_desde', '2026-13-01T00:00:00Z'],
    ['emitida_hasta', '16/11/2026'],
    ['referencia', 'x'.repeat(101)],
    ['q', ''],
    ['label', ''],
  ])('are rejected if meaningless: %s=%s', async (name, value) => {
    expectInvalid(await client.get(`/credentials?${new URLSearchParams({ [name]: value })}`), `/${name}`)
  })
})
