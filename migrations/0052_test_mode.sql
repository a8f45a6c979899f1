-- Test mode. What test tokens make belongs to a space of its own, which is an owner beside its organisation's: whatever is kept, listed, counted or
-- found by its owner keeps the two apart by itself, at no cost for what is real, and no index has to know of it.
alter table owners add test_of bigint references owners; -- null: an organisation; else: the space for the tests of that one
create unique index owners_test_of on owners (test_of) where test_of is not null;

-- Of a test token the owner is the organisation, as of every other; what it makes is its test space's.
alter table tokens add is_test boolean not null default false;

-- For whoever has only the row: the caster's door, and the customer's page. No default that has to be written, no rewrite.
alter table credentials add is_test boolean not null default false;
-- When one has ended, for removing it; what is real is not in it.
create index credentials_test_ended on credentials (least(revoked_at, expires_at)) where is_test;

-- Orders by API may bear a label, which their credential gets.
alter table orders add label text;
-- What an access costs is what a product says that offers it.
create index products_offering on products (owner_id, validity_seconds) where active;

-- Events of a test space are owed to the webhooks of its organisation; those that have no owner, to everybody's who wants them.
create or replace function owe_deliveries() returns trigger language plpgsql as $$
declare
  owed boolean;
begin
  insert into deliveries (event_id, webhook_id, event_type, due_at, created_at)
  select written.id, webhooks.id, written.type, written.created_at, written.created_at
  from written join owners on owners.id = written.owner_id
    join webhooks on webhooks.owner_id = coalesce(owners.test_of, owners.id)
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
