-- The two functions that change the audit log run for whoever does the work, and so for whoever gets a statement in. From here on they leave their own
-- trace, in the transaction of what they do, and remove nothing that the operator has not allowed to be removed.

-- For how many days the log is kept; no row: for good. Whoever owns the tables writes it, from RETENTION, when migrating or starting a worker.
create table audit_retention (
  id boolean primary key default true check (id),
  days integer not null check (days >= 90)
);

-- An entry that lost a customer's names says by which entry that was told. Seals leave that out, as they do the names.
create or replace function without_customer(details jsonb) returns jsonb language sql immutable parallel safe
  return details - '{customer,to,q,note,erased}'::text[];

-- Removes the rows of the oldest seals that have any, as far as all of them are older than that and than what is kept, some at a time, and tells of it.
-- Returns how many, or null when there is nothing to do.
create or replace function prune_audit(older_than timestamptz) returns integer language plpgsql security definer as $$
declare
  bound timestamptz;
  seal record;
  removed integer;
  entries integer := 0;
  up_to bigint;
begin
  select least(older_than, now() - make_interval(days => days)) into bound from audit_retention;
  if bound is null then
    return null;
  end if;
  perform set_config('vertice.audit_change', 'prune', true);
  for seal in
    select number, after_id, last_id from audit_seals where part = 'log' and pruned_at is null order by number limit 2000 for update
  loop
    exit when entries >= 10000 or exists (select from audit_log where id > seal.after_id and id <= seal.last_id and at >= bound);
    delete from audit_log where id > seal.after_id and id <= seal.last_id;
    get diagnostics removed = row_count;
    update audit_seals set pruned_at = now() where number = seal.number;
    entries := entries + removed;
    up_to := seal.number;
  end loop;
  perform set_config('vertice.audit_change', '', true);
  if up_to is null then
    return null;
  end if;
  insert into audit_log (at, actor_kind, actor, action, details) values (now(), 'system', 'retention', 'audit.pruned', jsonb_build_object(
    'entries', entries, 'before', to_char(bound at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'upToSeal', up_to));
  return entries;
end $$;

-- Takes what names a customer out of the details of entries about these credentials and orders, of mails to these addresses, and of exports that were
-- searched for by them; nothing else, and only where the customer is erased already: neither those rows nor any other names them. Tells of it, and of whose.
create or replace function erase_in_audit(credentials bigint[], orders bigint[], texts text[]) returns integer language plpgsql security definer as $$
declare
  ids bigint[];
  told bigint;
begin
  if exists (select from credentials c where c.id = any ($1) and coalesce(c.customer_name, c.customer_email, c.label) is not null)
    or exists (select from orders o where o.id = any ($2) and o.customer_email <> '')
    or exists (select from unnest(texts) as given (address) cross join owners
      join credential_words w on w.owner_id = owners.id and w.word = left(lower(given.address), 60) collate "C"
      join credentials c on c.owner_id = w.owner_id and c.customer_email = w.name collate "default"
      where lower(w.name) = lower(given.address) collate "C")
    or exists (select from unnest(texts) as given (address) join order_words w on w.word = left(lower(given.address), 60) collate "C"
      join orders o on o.id = -w.recency where lower(o.customer_email) = lower(given.address)) then
    raise exception 'a credential or an order still names this customer: run "vertice customer erase" again' using errcode = 'restrict_violation';
  end if;
  select array_agg(id) into ids from (
    select id from audit_log
    where id in (
      select id from audit_log where subject_kind = 'credential' and subject_id = any ($1)
      union select id from audit_log where subject_kind = 'order' and subject_id = any ($2)
      union select id from audit_log where action = 'credentials.exported' and lower(details->>'q') = any (texts)
      union select id from audit_log where details->>'to' is not null and lower(details->>'to') = any (texts)
    ) and details ?| '{customer,to,q,note}' for update
  ) as named;
  if ids is null then
    return 0;
  end if;
  insert into audit_log (at, actor_kind, actor, action, details)
  select now(), 'system', 'erasure', 'audit.erased', jsonb_build_object('entries', cardinality(ids),
    'credentials', coalesce(jsonb_agg(distinct subject_id) filter (where subject_kind = 'credential'), '[]'),
    'orders', coalesce(jsonb_agg(distinct subject_id) filter (where subject_kind = 'order'), '[]'))
  from audit_log where id = any (ids)
  returning id into told;
  perform set_config('vertice.audit_change', 'erase', true);
  update audit_log set details = without_customer(details) || jsonb_build_object('erased', told) where id = any (ids);
  perform set_config('vertice.audit_change', '', true);
  return cardinality(ids);
end $$;

-- What replaced a function keeps no setting of the one before. And nobody runs them but the owner and whom the owner grants it.
do $$
begin
  execute format('alter function prune_audit(timestamptz) set search_path = pg_catalog, %I, pg_temp', current_schema());
  execute format('alter function erase_in_audit(bigint[], bigint[], text[]) set search_path = pg_catalog, %I, pg_temp', current_schema());
end $$;
revoke execute on function prune_audit(timestamptz), erase_in_audit(bigint[], bigint[], text[]) from public;

-- What was removed before is told once, by what the seals say.
insert into audit_log (at, actor_kind, actor, action, details)
select now(), 'system', 'retention', 'audit.pruned', jsonb_build_object('entries', sum(rows), 'upToSeal', max(number))
from audit_seals where part = 'log' and pruned_at is not null having count(*) > 0;
