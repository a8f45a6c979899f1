-- Oldest release: 0.1.0
-- What the customers of an organization see instead of the network's name, logo and colour; null: the network's.
create table owner_brands (
  owner_id bigint primary key references owners on delete cascade,
  name text,
  accent text,
  logo_kind text check (logo_kind in ('png', 'jpeg')),
  logo bytea,
  logo_hash text,         -- part of the logo's path, so a new logo has a new path
  check ((logo is null) = (logo_kind is null) and (logo is null) = (logo_hash is null))
);
create index owner_brands_logo on owner_brands (logo_hash) where logo_hash is not null;
