// A page of credentials among a million rows against a page among a thousand: at the top, deep in the list, and with
// each filter. One caller, so that the result is the cost of a page.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type KeyRing, parseKeys } from '../../src/base/secrets.ts'
import { type BenchService, load, median, type Row, request } from '../support/service.ts'
import { sized } from '../support/size.ts'

const FEW = sized(1_000, 200)
const MANY = sized(1_000_000, 1000)
const BATCH = 5_000
const ROUNDS = sized(3, 1)

/** Half expired (the oldest), a tenth revoked, the rest active: the newest pages have no expired credential. */
const EXPIRED_SHARE = 0.5
const REVOKED_SHARE = 0.6

/** Rows of one customer, of one label and of one week, in each list: less than a page. */
const OF_EACH = 60

// Issued at regular intervals over 400 days. Of the active ones, 1 % starts in the coming months and 0.5 % is
// suspended; 10 % of all have a reference. Every `$3` rows one row has rare values that a search can find.
const INSERT = `insert into credentials (id, owner_id, username, secret, station_id, label, customer_name, customer_email, reference,
    issued_at, starts_at, expires_at, revoked_at, expiry_noted_at, suspended_at)
  select id, $2, 'bench' || id, decode(secret, 'base64'), case when n % 2 = 0 then (select min(s.id) from stations s) end,
    case when is_rare then 'Sesenta' when n % 3 > 0 then 'Obra norte' else 'Obra ' || n % 97 end,
    case when is_rare then 'Zacarías Quintanilla'
      else (array['María', 'José Luis', 'Guadalupe', 'Ximena', 'Ángel', 'Sofía', 'Raúl', 'Itzel', 'Héctor'])[1 + n % 9] || ' ' ||
        (array['Peña', 'Hernández', 'Muñoz', 'García', 'Ibáñez', 'Cruz', 'Nájera', 'Ordóñez', 'Tzab', 'Villaseñor'])[1 + n / 9 % 10] end,
    case when is_rare then 'sesenta@example.mx' when n % 3 > 0 then 'maria@example.mx' end,
    case when n % 10 = 0 then 'PO-' || id end,
    issued_at, case when state = 'active' and n % 100 = 0 then now() + (1 + n % 89) * interval '1 day' else issued_at end,
    case when state = 'expired' then issued_at + interval '30 days' when is_rare then now() + interval '500 days'
      else now() + (100 + n % 300) * interval '1 day' end,
    case when state = 'revoked' then issued_at end, case when state = 'expired' then issued_at + interval '30 days' end,
    case when state = 'active' and n % 200 = 1 then now() end
  from json_to_recordset($1) as r (id bigint, secret text, state text, age double precision)
    cross join lateral (select now() - r.age * interval '400 days' as issued_at, r.id::integer as n, (r.id - (r.id / $3) * $3) = 0 as is_rare) as own`

export async function fillCredentials(
  service: BenchService,
  ownerId: number,
  rows: number,
  progress: (done: number) => void,
): Promise<void> {
  const keys = parseKeys(readFileSync(join(service.dataDir, 'encryption.key'), 'utf8'))
  const client = await service.connectToDatabase()
  const { rows: first } = await client.query(
    "select setval('credentials_id_seq', nextval('credentials_id_seq') + $1) - $1 as id",
    [rows],
  )
  for (let done = 0; done < rows; done += BATCH) {
    const count = Math.min(BATCH, rows - done)
    const batch = Array.from({ length: count }, (_, index) =>
      rowOf(keys, Number(first[0].id) + done + index, (done + index) / rows),
    )
    await client.query(INSERT, [JSON.stringify(batch), ownerId, Math.floor(rows / OF_EACH)])
    progress(done + count)
  }
  await client.query('vacuum analyze credentials, credential_words')
  await client.end()
}

function rowOf(keys: KeyRing, id: number, place: number) {
  const state = place < EXPIRED_SHARE ? 'expired' : place < REVOKED_SHARE ? 'revoked' : 'active'
  const secret = keys.encrypt(
    JSON.stringify({ password: 'w8hn4tqcz6pmv3xk', linkKey: `bench${id}` }),
    `credential:${id}`,
  )
  return { id, state, age: 1 - place, secret: secret.toString('base64') }
}

/** Queries for the owner with few rows and for the owner with many. */
interface View {
  readonly name: string
  readonly few: string
  readonly many: string
}

const same = (name: string, query: string): View => ({ name, few: `&${query}`, many: `&${query}` })
const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

export async function viewsOf(service: BenchService): Promise<View[]> {
  const [few, many] = [await deepIn(service, 'few', FEW), await deepIn(service, 'many', MANY)]
  const half = (query: string): View => ({
    name: `${query}, deep in the list`,
    few: `&${query}&cursor=${few.cursor}`,
    many: `&${query}&cursor=${many.cursor}`,
  })
  return [
    { name: 'newest page', few: '', many: '' },
    { name: 'deep in the list (500,000 rows down)', few: '', many: `&cursor=${many.cursor}` },
    ...['activa', 'expirada', 'revocada'].map((estado) => same(`estado=${estado}`, `estado=${estado}`)),
    { name: 'referencia', few: `&referencia=${few.reference}`, many: `&referencia=${many.reference}` },
    same('referencia, nothing found', 'referencia=none'),
    { name: 'usuario', few: `&usuario=${few.username}`, many: `&usuario=${many.username}` },
    same('usuario, nothing found', 'usuario=none'),
    same('cliente_email, 60 found', 'cliente_email=sesenta%40example.mx'),
    same('cliente_email, two thirds of all', 'cliente_email=maria%40example.mx'),
    same('cliente_email, nothing found', 'cliente_email=none%40example.mx'),
    same('label, 60 found', 'label=Sesenta'),
    half('label=Obra%20norte'),
    same('label, nothing found', 'label=none'),
    same('station_codigo', 'station_codigo=S0'),
    half('station_codigo=S0'),
    same('station_codigo, nothing found', 'station_codigo=S1'),
    same('tipo=base', 'tipo=base'),
    half('tipo=red'),
    same('vigente=true', 'vigente=true'),
    same('vigente=false', 'vigente=false'),
    half('vigente=false'),
    same('conectada=true, nothing found', 'conectada=true'),
    same('conectada=false', 'conectada=false'),
    same('expira_desde, 24 found', `expira_desde=${dayFromNow(450)}`),
    same('expira_desde, nearly half of all', `expira_desde=${dayFromNow(50)}`),
    same('expira_hasta, all that have expired', `expira_hasta=${dayFromNow(0)}`),
    same('expira_hasta, nothing found', `expira_hasta=${dayFromNow(-1000)}`),
    same('emitida_desde, the newest quarter', `emitida_desde=${dayFromNow(-100)}`),
    same('emitida_hasta, the older half', `emitida_hasta=${dayFromNow(-200)}`),
    same('emitida_hasta, nothing found', `emitida_hasta=${dayFromNow(-1000)}`),
    same('q, a customer, 60 found', 'q=quintanilla%20zac'),
    same('q, a customer, a tenth of all', 'q=garcia'),
    { name: 'q, a reference', few: `&q=${few.id}`, many: `&q=${many.id}` },
    same('q, a word of a tenth of all references', 'q=po'),
    same('q, nothing found', 'q=nobody'),
  ]
}

export async function benchLists(service: BenchService, few: string, many: string): Promise<Row[]> {
  const rows: Row[] = []
  for (const view of await viewsOf(service)) {
    const ratios: { one: number; other: number }[] = []
    for (let round = 0; round < ROUNDS; round++) {
      ratios.push({ one: await pageCost(service, few, view.few), other: await pageCost(service, many, view.many) })
    }
    const ratio = median(ratios.map(({ one, other }) => other / one))
    rows.push({
      what: `GET /credentials, a page of 100 among ${MANY.toLocaleString('en')} rows against ${FEW.toLocaleString('en')}: ${view.name}`,
      measured: `${median(ratios.map(({ other }) => other)).toFixed(2)} ms`,
      floor: `${median(ratios.map(({ one }) => one)).toFixed(2)} ms`,
      ratio: ratio.toFixed(2),
      wanted: '≤ 1.3',
      met: ratio <= 1.3,
    })
  }
  return rows
}

async function pageCost({ port }: BenchService, token: string, query: string): Promise<number> {
  const result = await load({
    port,
    connections: 1,
    seconds: sized(1, 0.05),
    requests: [request('GET', `/api/v1/credentials?limit=100${query}`, token)],
  })
  if (result.failures > 0) throw new Error('a page failed')
  return result.p50
}

interface Deep {
  readonly id: number
  readonly username: string
  readonly reference: string
  /** The cursor of a caller who has paged this far. */
  readonly cursor: string
}

/** The first credential with a reference from half-way down an owner's list on. */
async function deepIn(service: BenchService, owner: string, rows: number): Promise<Deep> {
  const client = await service.connectToDatabase()
  const found = await client.query(
    `select id, username, reference from (
       select id, username, reference from credentials where owner_id = (select id from owners where name = $1) order by id desc offset $2
     ) as older where reference is not null limit 1`,
    [owner, rows / 2],
  )
  await client.end()
  const [{ id, username, reference }] = found.rows
  return { id, username, reference, cursor: Buffer.from(`before:${id}`).toString('base64url') }
}

export { FEW, MANY }
