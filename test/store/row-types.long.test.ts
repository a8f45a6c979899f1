// Compares every row type of the store with the database's description of the statement. The types come from the
// source. The statements are recorded by calling the store's functions with sample values of their parameter types.
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database, Statement, Transaction } from '../../src/store/kit/database.ts'
import { ALL_SEALED } from '../../src/store/operations/encryption-keys.ts'
import { makeDatabase } from '../support/service.ts'
import { describeStatement } from '../support/statements/describe.ts'
import { sampleOf, turnsFor } from '../support/statements/samples.ts'
import { type Site, type StoreFunction, StoreTypes } from '../support/statements/types.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** Per call, so that no loop over sample rows runs forever. */
const MOST_STATEMENTS = 40

/** Nullable columns that are never null in the rows of the statement of that name. */
const FILLED: Record<string, readonly string[]> = {
  'archive-days-failed': ['failure'],
  'archive-stored-segments': ['sha256'],
  'audit-writers': ['writer'],
  'backups-good': ['bytes'],
  'backups-made': ['bytes'],
  'credentials-revoke': ['id'],
  'handovers-due': ['nextNoticeAt'],
  'order-checkout': ['id', 'expiresAt'],
  'quality-cn0-minutes': ['cn0Median'],
  'rovers-located': ['lat', 'lng'],
  'sessions-kicked': ['reason'],
  'sessions-last-places': ['lat', 'lng', 'at'],
  'station-pulls': ['url'],
  'station-push-secrets': ['secret'],
  'upstream-offers': ['upstreamId', 'mountpoint'],
  'upstream-stations': ['mountpoint'],
  'upstreams-away': ['since'],
  'upstreams-failing': ['upstreamId', 'why'],
  ...Object.fromEntries(ALL_SEALED.map((sealed) => [`sealed-foreign-${sealed}`, ['sealed']])),
}

const { db, drop } = await makeDatabase()
const types = new StoreTypes(ROOT)
/** The statements run at each call site, by their text. */
const ran = new Map<Site, Map<string, Statement>>()

beforeAll(async () => {
  for (const one of types.functions) {
    const module = await import(/* @vite-ignore */ one.file)
    const turns = turnsFor(types, one.parameters)
    for (let turn = 0; turn < turns; turn++) await call(module[one.name], [recorder(turn)], one, turn)
  }
})

afterAll(async () => {
  types.close()
  await drop()
})

/** Calls the function, and any functions that it returns. */
async function call(
  run: (...values: unknown[]) => unknown,
  first: unknown[],
  { parameters, returns }: Pick<StoreFunction, 'parameters' | 'returns'>,
  turn: number,
): Promise<void> {
  let made: unknown
  try {
    made = await run(...first, ...parameters.map((parameter) => sampleOf(types, parameter, turn)))
  } catch {
    return // fails on sample rows
  }
  const signature = typeof made === 'function' ? types.signatureOf(returns) : null
  if (signature) return call(made as typeof run, [], signature, turn)
  for (const [name, part] of Object.entries((made ?? {}) as object)) {
    const type = typeof part === 'function' && types.propertiesOf(returns).find((property) => property.name === name)
    const own = type ? types.signatureOf(type.type) : null
    if (own) await call(part as typeof run, [], own, turn)
  }
}

function recorder(turn: number): Database {
  let left = MOST_STATEMENTS
  const recording: Database = {
    async query(statement: Statement) {
      const site = siteOf(new Error().stack ?? '')
      ran.set(site, (ran.get(site) ?? new Map()).set(statement.text, statement))
      left -= 1
      return site.row && left > 0 && turn % 3 < 2 ? [sampleOf(types, site.row, turn) as never] : []
    },
    transaction: (work) => work(recording as Transaction),
  }
  return recording
}

function siteOf(stack: string): Site {
  const places = stack.matchAll(/file:\/\/(\/[^()\s]+:\d+:\d+)\)?$/gm)
  const [site] = Array.from(places, ([, place]) => types.sites.get(place!) ?? []).flat()
  if (!site) throw new Error(`a statement is run at a place that is not known:\n${stack}`)
  return site
}

const shortOf = ({ place }: Site) => place.replace(`${ROOT}src/`, '')

it('reaches every call that runs a statement', () => {
  expect(types.sites.size).toBeGreaterThan(200)
  const missed = [...types.sites.values()].filter((site) => !ran.has(site)).map(shortOf)
  expect(missed, `never run: ${missed.join(', ')}`).toEqual([])
})

it('uses each statement name for one text only', () => {
  const named = [...ran.values()].flatMap((statements) => [...statements.values()]).filter(({ name }) => name)
  const texts = Map.groupBy(named, ({ name }) => name)
  const taken = [...texts].filter(([, all]) => new Set(all.map(({ text }) => text)).size > 1).map(([name]) => name)
  expect(taken, 'names of several statements').toEqual([])
})

it("has row types that match the database's description", async () => {
  const faults = new Set<string>()
  const client = await db.pool.connect()
  for (const [site, statements] of ran)
    for (const statement of statements.values())
      for (const fault of await faultsOf(client, site, statement)) faults.add(`${shortOf(site)}: ${fault}`)
  client.release()
  expect([...faults], 'rows that are not what their types say').toEqual([])
})

type Client = Parameters<typeof describeStatement>[0]

async function faultsOf(client: Client, { columns }: Site, { name = '', text }: Statement): Promise<string[]> {
  const described = await describeStatement(client, text).catch((error: Error) => error.message)
  if (typeof described === 'string') return [`${described}, in: ${text}`]
  if (!columns) return []
  const inRows = new Map(described.map((column) => [column.name, column]))
  const unasked = described.filter((column) => !columns.has(column.name)).map((column) => column.name)
  const faults = [...columns].flatMap(([column, { type, nullable, optional }]) => {
    const found = inRows.get(column)
    if (!found) return optional ? [] : [`column "${column}" is in the type and not in the rows`]
    const isNumbersInJson = type === 'number[]' && found.type === 'json'
    if (found.type !== type && !isNumbersInJson)
      return [`column "${column}" is ${found.typeName}, the type says ${type}`]
    const isFilled = nullable || FILLED[name]?.includes(column)
    return found.nullable && !isFilled ? [`column "${column}" may be null, the type says it never is`] : []
  })
  return [...faults, ...unasked.map((column) => `column "${column}" is in the rows and not in the type`)].map(
    (fault) => `${name && `statement ${name}, `}${fault}`,
  )
}
