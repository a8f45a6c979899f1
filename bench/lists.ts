// A page of credentials among a million rows against a page among a thousand: at the top, deep in the list, and with
// each filter. One caller, so that the figure is what a page costs.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type KeyRing, parseKeys } from '../src/secrets.ts'
import { type BenchService, load, median, type Row, request } from './support.ts'

const FEW = 1_000
const MANY = 1_000_000
const BATCH = 5_000
const ROUNDS = 5

/** Half expired (the oldest), a tenth revoked, the rest active: the newest pages hold none of the expired. */
const EXPIRED_SHARE = 0.5
const REVOKED_SHARE = 0.6

export async function fillCredentials(
  service: BenchService,
  ownerId: number,
  rows: number,
  progress: (done: number) => void,
): Promise<void> {
  const keys = parseKeys(readFileSync(join(service.dataDir, 'encryption.key'), 'utf8'))
  const client = new pg.Client({
    host: join(service.dataDir, 'postgres', 'socket'),
    user: 'vertice',
    database: 'vertice',
  })
  await client.connect()
  const { rows: first } = await client.query(
    "select setval('credentials_id_seq', nextval('credentials_id_seq') + $1) - $1 as id",
    [rows],
  )
  for (let done = 0; done < rows; done += BATCH) {
    const count = Math.min(BATCH, rows - done)
    const batch = Array.from({ length: count }, (_, index) =>
      rowOf(keys, Number(first[0].id) + done + index, (done + index) / rows),
    )
    await client.query(
      `insert into credentials (id, owner_id, username, secret, label, issued_at, starts_at, expires_at, revoked_at, expiry_noted_at)
       select id, $2, 'bench' || id, decode(secret, 'base64'), 'Obra norte', now() - interval '40 days', now() - interval '40 days',
         now() + case when state = 'expired' then interval '-10 days' else interval '10 days' end,
         case when state = 'revoked' then now() - interval '20 days' end, case when state = 'expired' then now() - interval '10 days' end
       from json_to_recordset($1) as r (id bigint, secret text, state text)`,
      [JSON.stringify(batch), ownerId],
    )
    progress(done + count)
  }
  await client.query('vacuum analyze credentials')
  await client.end()
}

function rowOf(keys: KeyRing, id: number, place: number) {
  const state = place < EXPIRED_SHARE ? 'expired' : place < REVOKED_SHARE ? 'revoked' : 'active'
  const secret = keys.encrypt(
    JSON.stringify({ password: 'w8hn4tqcz6pmv3xk', linkKey: `bench${id}` }),
    `credential:${id}`,
  )
  return { id, state, secret: secret.toString('base64') }
}

export async function benchLists(service: BenchService, few: string, many: string): Promise<Row[]> {
  const rows: Row[] = []
  const deep = await deepCursor(service)
  const views = [
    ['newest page', '', ''],
    ['deep in the list (500,000 rows down)', '', `&cursor=${deep}`],
    ...['activa', 'expirada', 'revocada'].map((estado) => [
      `estado=${estado}`,
      `&estado=${estado}`,
      `&estado=${estado}`,
    ]),
  ] as const
  for (const [name, fewQuery, manyQuery] of views) {
    const ratios: { one: number; other: number }[] = []
    for (let round = 0; round < ROUNDS; round++) {
      ratios.push({ one: await pageCost(service, few, fewQuery), other: await pageCost(service, many, manyQuery) })
    }
    const ratio = median(ratios.map(({ one, other }) => other / one))
    rows.push({
      what: `GET /credentials, a page of 100 among ${MANY.toLocaleString('en')} rows against ${FEW.toLocaleString('en')}: ${name}`,
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
    seconds: 1.5,
    requests: [request('GET', `/api/v1/credentials?limit=100${query}`, token)],
  })
  if (result.failures > 0) throw new Error('a page failed')
  return result.p50
}

/** What a caller who has paged that far would hold. */
async function deepCursor({ dataDir }: BenchService): Promise<string> {
  const client = new pg.Client({ host: join(dataDir, 'postgres', 'socket'), user: 'vertice', database: 'vertice' })
  await client.connect()
  const { rows } = await client.query(
    'select id from credentials where owner_id = (select max(id) from owners) order by id desc offset 500000 limit 1',
  )
  await client.end()
  return Buffer.from(`before:${rows[0].id}`).toString('base64url')
}

export { FEW, MANY }
