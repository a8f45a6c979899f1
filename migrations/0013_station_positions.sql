-- Oldest release: 0.1.0
-- A station can be registered before its position is known. The position is then read from its stream; until then lat and lng are 0 and the
-- network does not use the station.
alter table stations add position_pending boolean not null default false;
-- An acknowledged position alarm comes back at this time; null if it stays acknowledged.
alter table stations add position_ack_until timestamptz;
-- Positions that stations announce, one row per change.
create table station_positions (
  station_id bigint not null references stations on delete cascade,
  at timestamptz not null,
  lat double precision not null,
  lng double precision not null,
  height double precision,
  primary key (station_id, at)
);
create index station_positions_at on station_positions (at);
