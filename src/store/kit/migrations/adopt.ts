// REMOVE AFTER 0.9, with its test. Adopts a database of the last version before 0.9, which 66 migrations made
// (0001_foundation.sql to 0075_failed_why.sql): drops what the baseline does not have, and records the baseline instead
// of the 66.
import type pg from 'pg'
import { sha256 } from '../../../base/secrets.ts'
import type { AppliedMigration, MigrationFile } from './migration-files.ts'

const BASELINE = '0001_baseline.sql'
const LAST_REPLACED = '0075_failed_why.sql'
/** SHA-256 over a line "name checksum" for each of the 66 files. */
const REPLACED_SHA256 = 'b0e6edc0660037f549047faf8ac9a6b75f8894664beb052a77a04fbf09c1892e'

export const ADOPTING = `Adopting a database at ${LAST_REPLACED}: ${BASELINE} replaces its 66 recorded migrations`

/**
 * Drops objects for still older versions, validates constraints, replaces a seeded row without a text, and deletes
 * alarms without the values that their text needs (casters raise open ones again).
 */
const CHANGES = `
  drop view caster_nodes;
  drop trigger node_of_release_before on nodes;
  drop function node_of_release_before();
  drop table rover_counts;
  drop table bkg_casters;
  alter table audit_log alter actor_kind drop default;
  alter table deliveries alter event_type drop default;
  alter table credentials validate constraint credentials_one_access;
  alter table products validate constraint products_serves_check, validate constraint products_group;
  alter table orders validate constraint orders_one_access;
  delete from station_alarms where params ? 'said' or kind = 'down' and not params ? 'seconds' or kind = 'moved' and not params ? 'most'
    or kind = 'degraded' and not params ? 'shortfalls';
  update upstream_state set error = '{"code": "not_asked", "params": {}}' where error = '{"code": "said", "params": {"said": null}}';
  create or replace function count_health() returns trigger language plpgsql as $$
  declare
    counted bigint;
  begin
    update revisions set revision = revision + 1 where topic = 'health' returning revision into counted;
    perform set_config('vertice.health_revision', counted::text, true);
    return null;
  end
  $$;
  alter table schema_migrations alter checksum set not null;
  delete from schema_migrations`

/** True for a database that can be adopted. Throws if the database is older than that. */
export function isAdoptable(applied: readonly Pick<AppliedMigration, 'name' | 'checksum'>[]): boolean {
  const last = applied.at(-1)
  if (!last || applied[0]!.name === BASELINE) return false
  const recorded = applied.map(({ name, checksum }) => `${name} ${checksum}\n`).join('')
  if (sha256(recorded).toString('hex') === REPLACED_SHA256) return true
  throw new Error(
    `this database was made by a version before 0.9 and is at ${last.name}: this release adopts only one that is at ${LAST_REPLACED} with unchanged files. Nothing was changed; see "Databases from before 0.9" in docs/operations/upgrade.md`,
  )
}

/** The baseline as a step that changes an adoptable database instead of creating a new one. Fails while nodes run. */
export async function adoptionBy(client: pg.ClientBase, baseline: MigrationFile): Promise<MigrationFile> {
  const { rows } = await client.query<{ name: string }>(
    'select name from nodes where node_is_heard(seen_at) order by 1',
  )
  if (rows.length === 0) return { ...baseline, sql: CHANGES }
  throw new Error(
    `this release changes how the database records its migrations: stop all nodes first (running: ${rows.map(({ name }) => name).join(', ')}), then start it again`,
  )
}
