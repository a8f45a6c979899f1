-- Oldest release: 0.1.0
-- The transaction that wrote the event. Event ids are made before the commit, so an event can appear below one that was already read. Transactions
-- that are older than all running ones have ended, so nothing can appear among their events: GET /eventos lists those, in the order of this column.
-- 0: written before this column existed.
alter table events add transaction_id xid8 not null default '0';
alter table events alter transaction_id set default pg_current_xact_id();
create index events_in_order on events (owner_id, type, transaction_id);
