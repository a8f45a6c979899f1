// Tables of other programs in the same schema must not make a backup fail.
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DatabasePool, openDatabase } from '../../../../src/store/kit/database.ts'
import { setSequence, withConnection } from '../../../../src/store/operations/backup/copy.ts'
import { readTables, readUnreadableTables } from '../../../../src/store/operations/backup/tables.ts'
import { makeDatabase } from '../../../support/service.ts'

let made: Awaited<ReturnType<typeof makeDatabase>>
let service: DatabasePool
beforeAll(async () => {
  made = await makeDatabase()
  service = openDatabase(made.connection, 1)
})
afterAll(async () => {
  await service.close()
  await made.drop()
})

const asService = <Result>(work: (client: pg.Client) => Promise<Result>) =>
  withConnection(made.connection as pg.ClientConfig, work)
const namesOf = async () => (await asService(readTables)).map(({ name }) => name)

it('skips and names unreadable foreign tables, and includes readable ones, whatever they reference', async () => {
  const ours = await namesOf()
  await made.db.pool.query(`
    create schema elsewhere;
    create table elsewhere.known (id bigint primary key);
    create table their_secrets (id bigserial primary key);
    alter table their_secrets owner to pg_monitor;
    create table their_notes (id bigint references elsewhere.known, secret bigint references their_secrets, credential bigint references credentials);
    alter table their_notes owner to pg_monitor;
    grant select on their_notes to public`)
  const names = await namesOf()
  expect(names.toSorted()).toEqual([...ours, 'their_notes'].toSorted())
  expect(names.indexOf('their_notes')).toBeGreaterThan(names.indexOf('credentials'))
  expect(await readUnreadableTables(service)).toEqual(['their_secrets'])
})

it('does not skip an unreadable table of the service, because a backup without it would be useless', async () => {
  const role = pg.escapeIdentifier(made.connection.user!)
  await made.db.pool.query(`revoke select on owners from ${role}`)
  expect(await namesOf()).toContain('owners')
  expect(await readUnreadableTables(service)).not.toContain('owners')
})

it('ignores sequences of a table that does not exist', async () => {
  const owner = { ...made.connection, user: made.db.pool.options.user } as pg.ClientConfig
  const next = await withConnection(owner, async (client) => {
    await setSequence(client, 'Their "own"_id_seq', 7, true)
    await setSequence(client, 'credentials_id_seq', 41, true)
    return client.query(`select nextval('credentials_id_seq')::int as id`)
  })
  expect(next.rows).toEqual([{ id: 42 }])
})
