// The console's list of credentials for an administrator of all owners: the first page, a filter, and searches by
// customer, with a million rows against a thousand. The two services are otherwise identical.
import { projectRoot } from '../../src/base/config/config.ts'
import { buildWeb } from '../../src/http/pages/build.ts'
import { initialFiles } from '../support/initial-load.ts'
import { BenchService, median, type Row } from '../support/service.ts'
import { sized } from '../support/size.ts'
import { FEW, MANY } from './lists.ts'

const BATCH = 50_000
const ROUNDS = sized(5, 1)
const WARM_UP = sized(20, 1)
const REQUESTS = sized(80, 3)
const OWNERS = 5
/** Rows of one customer in each service: more than a page. */
const OF_ONE_CUSTOMER = 60

const VIEWS = [
  ['first page', 'limit=50'],
  ['in force', 'limit=50&state=in_force'],
  ['search by customer, 60 matches', 'limit=50&q=quintanilla%20zac'],
  ['search by customer, a tenth of all rows match', 'limit=50&q=garcia'],
  ["search by customer in one owner's", 'limit=20&q=garcia&ownerId=2'],
] as const

export async function benchConsole(progress: (done: number) => void): Promise<Row[]> {
  const [few, many] = [new BenchService(), new BenchService()]
  await few.start()
  await many.start()
  try {
    await fill(few, FEW, progress)
    await fill(many, MANY, progress)
    const rows: Row[] = []
    for (const [index, [name, query]] of VIEWS.entries()) {
      const cookies = [await signIn(few, index), await signIn(many, index)]
      const pairs: { one: number; other: number }[] = []
      for (let round = 0; round < ROUNDS; round++)
        pairs.push({ one: await cost(few, cookies[0]!, query), other: await cost(many, cookies[1]!, query) })
      const ratio = median(pairs.map(({ one, other }) => other / one))
      rows.push({
        what: `Console, credentials, a page among ${MANY.toLocaleString('en')} rows against ${FEW.toLocaleString('en')}: ${name}`,
        measured: `${median(pairs.map(({ other }) => other)).toFixed(2)} ms`,
        floor: `${median(pairs.map(({ one }) => one)).toFixed(2)} ms`,
        ratio: ratio.toFixed(2),
        wanted: '≤ 1.5',
        met: ratio <= 1.5,
      })
    }
    return [...rows, await initialLoad()]
  } finally {
    for (const service of [few, many]) {
      await service.stop()
      service.remove()
    }
  }
}

const MOST_INITIAL_KB = 350

async function initialLoad(): Promise<Row> {
  const files = await initialFiles(await buildWeb(projectRoot), 'index')
  const kilobytes = [...files.values()].reduce((sum, bytes) => sum + bytes) / 1000
  return {
    what: 'Console, what a browser loads before the first section, compressed, without the map',
    measured: `${kilobytes.toFixed(0)} kB`,
    floor: '',
    ratio: '',
    wanted: `≤ ${MOST_INITIAL_KB} kB`,
    met: kilobytes <= MOST_INITIAL_KB,
  }
}

/** Half expired (the oldest), a tenth revoked, of five owners. Statistics are deliberately not gathered. */
async function fill(service: BenchService, rows: number, progress: (done: number) => void): Promise<void> {
  const client = await service.connectToDatabase()
  client.on('error', () => {}) // the query fails too
  await client.query(`insert into owners (name) select 'owner ' || n from generate_series(1, $1) as n`, [OWNERS])
  for (let done = 0; done < rows; done += BATCH) {
    await client.query(
      `insert into credentials (id, owner_id, username, secret, label, customer_name, issued_at, starts_at, expires_at, revoked_at, expiry_noted_at)
       select nextval('credentials_id_seq'), 1 + n % $4::integer, 'bench' || n, '\\x00', 'Obra ' || (n % 97),
         case when n % ($3::integer / $5::integer) = 0 then 'Zacarías Quintanilla'
           else (array['María', 'José Luis', 'Guadalupe', 'Ximena', 'Ángel', 'Sofía', 'Raúl', 'Itzel', 'Héctor'])[1 + n % 9] || ' ' ||
             (array['Peña', 'Hernández', 'Muñoz', 'García', 'Ibáñez', 'Cruz', 'Nájera', 'Ordóñez', 'Tzab', 'Villaseñor'])[1 + n / 9 % 10] end,
         now() - interval '40 days', now() - interval '40 days', now() + case when n < $3::integer / 2 then interval '-10 days' else interval '10 days' end,
         case when n >= $3::integer / 2 and n < $3::integer / 10 * 6 then now() - interval '20 days' end, case when n < $3::integer / 2 then now() - interval '10 days' end
       from generate_series($1::integer, $2::integer) as n`,
      [done, Math.min(done + BATCH, rows) - 1, rows, OWNERS, OF_ONE_CUSTOMER],
    )
    progress(done)
  }
  await client.query('vacuum credentials, credential_words')
  await client.end()
}

/** Returns the cookie of a new administrator; one per view, because a session is limited to 600 requests a minute. */
async function signIn(service: BenchService, number: number): Promise<string> {
  const link = await service.command('admin', 'create', '--email', `bench${number}@example.mx`)
  const answer = await fetch(`http://127.0.0.1:${service.port}/console/api/links/accept`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'vertice' },
    body: JSON.stringify({ token: link.split('#')[1], password: 'correct horse battery' }),
  })
  if (!answer.ok) throw new Error(await answer.text())
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ')
}

/** Median time of a request, in milliseconds. */
async function cost({ port }: BenchService, cookie: string, query: string): Promise<number> {
  const times: number[] = []
  for (let count = 0; count < WARM_UP + REQUESTS; count++) {
    const from = performance.now()
    const answer = await fetch(`http://127.0.0.1:${port}/console/api/credentials?${query}`, { headers: { cookie } })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`a page failed with ${answer.status}`)
    if (count >= WARM_UP) times.push(performance.now() - from)
  }
  return median(times)
}
