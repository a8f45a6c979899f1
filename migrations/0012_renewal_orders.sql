-- Oldest release: 0.1.0
-- Credential that payment renews; null: payment issues a new one. Release 0.1.0 issues a new one for either.
alter table orders add renews bigint;
-- One order issues a credential; several can renew it.
drop index orders_credential;
create unique index orders_credential on orders (credential_id) where credential_id is not null and renews is null;
create index orders_renews on orders (renews, id) where renews is not null;
