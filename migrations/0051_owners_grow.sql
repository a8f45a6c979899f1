-- Events of stations are common to all owners: one row, whoever hears of it. Those have no owner.
alter table events alter owner_id drop not null;

-- The log of an owner's events, and what a webhook missed of them: one type at a time, newest or oldest first.
create index events_of_owner on events (owner_id, type, id);
create index events_common on events (type, id) where owner_id is null;

create or replace function owe_deliveries() returns trigger language plpgsql as $$
declare
  owed boolean;
begin
  insert into deliveries (event_id, webhook_id, event_type, due_at, created_at)
  select written.id, webhooks.id, written.type, written.created_at, written.created_at
  from written join webhooks on webhooks.owner_id = written.owner_id
  where webhooks.deactivated_at is null and written.type = any (webhooks.event_types);
  owed := found;
  -- Apart, so that who issues credentials never looks at other owners' webhooks.
  if exists (select from written where owner_id is null) then
    insert into deliveries (event_id, webhook_id, event_type, due_at, created_at)
    select written.id, webhooks.id, written.type, written.created_at, written.created_at
    from written cross join webhooks
    where written.owner_id is null and webhooks.deactivated_at is null and written.type = any (webhooks.event_types);
    owed := owed or found;
  end if;
  if owed then
    notify deliveries;
  end if;
  return null;
end $$;

-- What the operator lets an owner have; null: no limit of its own.
alter table owners
  add quota_in_force integer check (quota_in_force >= 0),
  add quota_issued_per_day integer check (quota_issued_per_day >= 0),
  add quota_mails_per_day integer check (quota_mails_per_day >= 0),
  add quota_webhooks integer check (quota_webhooks >= 0);

-- What nodes remember of a token says whether its owner has quotas, so that those who have none never ask.
create trigger owners_quotas_revision after update of quota_in_force, quota_issued_per_day, quota_mails_per_day, quota_webhooks on owners
  for each statement execute function count_revision('tokens');
