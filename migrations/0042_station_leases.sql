-- Which node has a station's stream, among nodes that share their streams: one at a time. Whoever takes it gets a fence that is higher
-- than all before, so that everybody can tell a node that has lost it and does not know.
create table station_leases (
  station_id bigint primary key references stations (id) on delete cascade,
  node text,                     -- null: it was given back
  fence bigint not null,
  taken_at timestamptz not null
);
create index station_leases_node on station_leases (node) where node is not null;
