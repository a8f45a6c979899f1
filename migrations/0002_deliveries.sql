-- What is owed to each webhook, and every attempt at it.
create table deliveries (
  id bigint generated always as identity primary key,
  event_id text not null,
  webhook_id bigint not null references webhooks,
  state text not null default 'pending', -- pending, delivered, failed
  attempts integer not null default 0,
  -- When the next attempt may begin. Whoever takes one moves it to the end of its lease: if that process dies, the delivery
  -- becomes due again by itself.
  due_at timestamptz not null,
  created_at timestamptz not null,
  finished_at timestamptz
);
create index deliveries_due on deliveries (due_at, webhook_id) where state = 'pending';
create index deliveries_of_webhook on deliveries (webhook_id, due_at) where state = 'pending';
create index deliveries_finished on deliveries (finished_at) where state <> 'pending';
create index deliveries_newest on deliveries (webhook_id, id);

create table delivery_attempts (
  id bigint generated always as identity primary key,
  delivery_id bigint not null references deliveries on delete cascade,
  at timestamptz not null,
  status integer,
  duration_ms integer not null,
  error text,
  response text not null
);
create index delivery_attempts_delivery on delivery_attempts (delivery_id);

alter table webhooks
  add failing_since timestamptz,
  add previous_secret bytea, -- still signs beside the new one until previous_secret_until
  add previous_secret_until timestamptz,
  add deactivation_reason text;

-- Events fan out here, in the transaction that writes them, whoever that is: what was committed is owed.
create function owe_deliveries() returns trigger language plpgsql as $$
begin
  insert into deliveries (event_id, webhook_id, due_at, created_at)
  select written.id, webhooks.id, written.created_at, written.created_at
  from written join webhooks on webhooks.owner_id = written.owner_id
  where webhooks.deactivated_at is null and written.type = any (webhooks.event_types);
  if found then
    notify deliveries;
  end if;
  return null;
end $$;

create trigger events_owe_deliveries after insert on events
  referencing new table as written for each statement execute function owe_deliveries();
