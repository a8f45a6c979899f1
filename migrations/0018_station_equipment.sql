-- Oldest release: 0.1.0
-- Receivers and antennas of stations over time. Empty texts and null are unknown.
create table station_equipment (
  id bigint generated always as identity primary key,
  station_id bigint not null references stations on delete cascade,
  kind text not null check (kind in ('receiver', 'antenna')),
  type text not null,
  serial text not null default '',
  firmware text not null default '',
  radome text not null default '',
  -- Antenna reference point from the marker, in metres.
  up double precision,
  east double precision,
  north double precision,
  installed_at timestamptz not null,
  removed_at timestamptz check (removed_at > installed_at),
  origin text not null check (origin in ('stream', 'operator'))
);
create index station_equipment_history on station_equipment (station_id, kind, installed_at);
create unique index station_equipment_installed on station_equipment (station_id, kind) where removed_at is null;
-- Facts that streams do not announce, for site logs and RINEX headers.
create table station_sites (
  station_id bigint primary key references stations on delete cascade,
  marker_name text not null default '',
  marker_number text not null default '',
  monument text not null default '',
  installed_at timestamptz,
  place text not null default '',
  agency text not null default '',
  contact_name text not null default '',
  contact_email text not null default '',
  contact_phone text not null default ''
);
-- The equipment that a stream announces, and what was decided about its antenna.
create table station_announced_equipment (
  station_id bigint primary key references stations on delete cascade,
  announced jsonb not null,
  -- Since when this antenna is announced.
  antenna_at timestamptz not null,
  antenna_state text not null check (antenna_state in ('agrees', 'pending', 'rejected')),
  -- The antenna that a person rejected; null if none.
  rejected jsonb
);
create index station_announced_pending on station_announced_equipment (station_id) where antenna_state = 'pending';
