-- What was measured of a station in one minute. No row: nobody measured it in that minute, which is not the same as down.
-- No foreign key: stations are never deleted, and thousands of rows come at once.
create table station_minutes (
  station_id bigint not null,
  minute timestamptz not null,
  up boolean not null,
  epochs_received integer not null,
  epochs_expected integer not null,
  latency_ms integer,
  satellites integer,
  satellites_by_constellation jsonb not null default '{}',
  gaps integer not null default 0,
  longest_gap_ms integer not null default 0,
  bad_crcs integer not null default 0,
  bytes bigint not null default 0,
  messages jsonb not null default '{}',  -- how many came of each type
  primary key (station_id, minute)
);
create index station_minutes_minute on station_minutes (minute);

-- The sums behind a day's figures, so that a minute can be added, or corrected by another node, without reading the others.
alter table station_days
  add epochs_received bigint not null default 0,
  add epochs_expected bigint not null default 0,
  add latency_sum bigint not null default 0,
  add latency_minutes integer not null default 0,
  add satellites_sum bigint not null default 0,
  add satellites_minutes integer not null default 0;

alter table station_health
  add degraded boolean,                        -- with hysteresis, by whoever measures; null: read it off the figures
  add details jsonb not null default '{}';     -- receiver, antenna, interval, message types

create table station_alarms (
  id bigint generated always as identity primary key,
  station_id bigint not null references stations,
  kind text not null,        -- down, degraded, moved, silent_constellation
  detail text not null,
  since timestamptz not null,
  ended_at timestamptz
);
create unique index station_alarms_open on station_alarms (station_id, kind) where ended_at is null;
create index station_alarms_station on station_alarms (station_id, since desc);
