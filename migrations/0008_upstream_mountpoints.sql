-- Oldest release: 0.1.0
-- What the operator set for one mountpoint of an upstream caster; absent fields are as the sourcetable says (OfferSettings in domain/network/upstreams/upstream.ts).
alter table stations add upstream_settings jsonb not null default '{}';
-- Encrypted: user:password for this mountpoint; null: the account of the upstream caster.
alter table stations add upstream_login bytea;
