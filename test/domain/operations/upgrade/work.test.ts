import { expect, it } from 'vitest'
import { workOf } from '../../../../src/domain/operations/upgrade/work.ts'

it('lists the work on existing tables, and none on new ones', () => {
  expect(
    workOf(`
      -- create index on nobody (x);
      create table new (id bigint primary key);
      create index new_id on new (id);
      CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS a_x ON a (x);
      alter table a add column note text; -- the index is the heavier of the two
      alter table b alter column said type jsonb using said::jsonb;
      alter table c add constraint c_x check (x > 0);
      alter table d add constraint d_x check (x > 0) not valid;
      alter table e add kind text not null default 'issue' check (kind in ('issue', 'renew; update f set x = 1'));
      update g set x = 1;
      with old as (select id from h) delete from h where id in (select id from old);
      insert into i (x) select x from a;
      insert into j (x) values (1);
      create function later() returns void language plpgsql as $$ begin delete from k; end $$;
    `),
  ).toEqual([
    { table: 'a', kind: 'indexes' },
    { table: 'b', kind: 'rewrites' },
    { table: 'c', kind: 'checks' },
    { table: 'd', kind: 'alters' },
    { table: 'e', kind: 'checks' },
    { table: 'g', kind: 'changes rows of' },
    { table: 'h', kind: 'changes rows of' },
    { table: 'i', kind: 'changes rows of' },
  ])
})
