-- The audit log is sealed: ranges of its rows, each with the hash of its rows and of the seal before, in one chain. Whoever has kept one seal
-- elsewhere can tell whether anything before it was changed, taken away or put in.
create table audit_seals (
  number bigint primary key check (number > 0),
  part text not null check (part in ('log', 'issued')), -- the log itself, or what programs issued, which the credentials tell
  after_id bigint not null,     -- the range: rows after this one
  last_id bigint not null,      -- to this one
  rows integer not null,
  digest bytea not null,        -- of the rows
  hash bytea not null,          -- of all of the above and the hash of the seal before
  sealed_at timestamptz not null,
  pruned_at timestamptz,        -- since then its rows are gone, by the operator's retention; the seal stays
  check (last_id > after_id)
);
create index audit_seals_of_part on audit_seals (part, number);
create index audit_seals_kept on audit_seals (number) where part = 'log' and pruned_at is null;

-- The two functions below are the only way to change the log. The setting alone gives nobody a right to: that is the privilege on the table.
create or replace function forbid_change() returns trigger language plpgsql as $$
begin
  if current_setting('vertice.audit_change', true) = 'prune' and (tg_table_name, tg_op) in (('audit_log', 'DELETE'), ('audit_seals', 'UPDATE'))
    or current_setting('vertice.audit_change', true) = 'erase' and (tg_table_name, tg_op) = ('audit_log', 'UPDATE') then
    return null;
  end if;
  raise exception '% can only grow', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger audit_seals_grow before update or delete or truncate on audit_seals
  for each statement execute function forbid_change();
alter table audit_seals enable always trigger audit_seals_grow;

-- What details may name of a customer: the name, an address that was written to, what was searched for, a note on a payment. Seals leave it out, so that it can be erased and everything else stays sealed.
create function without_customer(details jsonb) returns jsonb language sql immutable parallel safe
  return details - '{customer,to,q,note}'::text[];

-- Removes the rows of the oldest seal that has any, if all of them are older than that; returns how many, or null when there is nothing to do.
-- Whatever it is asked for, the last 90 days stay.
create function prune_audit(older_than timestamptz) returns integer language plpgsql security definer as $$
declare
  seal record;
  removed integer;
begin
  select number, after_id, last_id into seal from audit_seals
  where part = 'log' and pruned_at is null order by number limit 1 for update;
  if not found or exists (
    select from audit_log where id > seal.after_id and id <= seal.last_id and at >= least(older_than, now() - interval '90 days')) then
    return null;
  end if;
  perform set_config('vertice.audit_change', 'prune', true);
  delete from audit_log where id > seal.after_id and id <= seal.last_id;
  get diagnostics removed = row_count;
  update audit_seals set pruned_at = now() where number = seal.number;
  perform set_config('vertice.audit_change', '', true);
  return removed;
end $$;

-- Takes what names a customer out of the details of these entries, and of exports that were searched for by these texts; nothing else.
create function erase_in_audit(credentials bigint[], orders bigint[], texts text[]) returns integer language plpgsql security definer as $$
declare
  changed integer;
begin
  perform set_config('vertice.audit_change', 'erase', true);
  update audit_log set details = without_customer(details)
  where id in (
    select id from audit_log where subject_kind = 'credential' and subject_id = any (credentials)
    union select id from audit_log where subject_kind = 'order' and subject_id = any (orders)
    union select id from audit_log where action = 'credentials.exported' and lower(details->>'q') = any (texts)
  ) and details <> without_customer(details);
  get diagnostics changed = row_count;
  perform set_config('vertice.audit_change', '', true);
  return changed;
end $$;

-- They run with their owner's rights: nothing that a caller made may stand in for what they name.
do $$
begin
  execute format('alter function prune_audit(timestamptz) set search_path = pg_catalog, %I, pg_temp', current_schema());
  execute format('alter function erase_in_audit(bigint[], bigint[], text[]) set search_path = pg_catalog, %I, pg_temp', current_schema());
end $$;
