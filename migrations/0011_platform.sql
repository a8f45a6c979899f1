-- What the administration area asks of webhooks, tokens and the audit log.

-- The event's type, so that a webhook's deliveries of one type are found without looking at all the others. The default is for the
-- release before this one: all it writes itself are test events, the rest comes from the trigger below.
alter table deliveries add event_type text not null default 'webhook.test';
update deliveries set event_type = events.type from events where events.id = event_id and events.type <> 'webhook.test';

create or replace function owe_deliveries() returns trigger language plpgsql as $$
begin
  insert into deliveries (event_id, webhook_id, event_type, due_at, created_at)
  select written.id, webhooks.id, written.type, written.created_at, written.created_at
  from written join webhooks on webhooks.owner_id = written.owner_id
  where webhooks.deactivated_at is null and written.type = any (webhooks.event_types);
  if found then
    notify deliveries;
  end if;
  return null;
end $$;

-- Serves every filter, one state and type at a time (store/delivery-history.ts), and takes the place of the index without them.
create index deliveries_listed on deliveries (webhook_id, state, event_type, id);
drop index deliveries_newest;

-- Where the attempt went and with which headers; null: made by a release that did not keep them.
alter table delivery_attempts add request json;

create index tokens_owner on tokens (owner_id, id);

-- Newest first under each filter; the times of a range are part of every index.
create index audit_log_at on audit_log (at, id);
create index audit_log_actor on audit_log (lower(actor), at, id);
create index audit_log_action on audit_log (action, at, id);
create index audit_log_kind on audit_log (subject_kind, at, id);
create index audit_log_subject on audit_log (subject_kind, subject_id, at, id);
