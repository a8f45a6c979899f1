-- Oldest release: 0.1.0
-- Baselines between neighbouring stations, solved continuously by the node that owns the first station.

-- Median of the fixed epochs of five minutes. Kept for a day.
create table baseline_bins (
  a bigint not null,
  b bigint not null,
  at timestamptz not null,            -- end of the five minutes
  epochs integer not null,            -- with a solution
  fixed integer not null,
  x double precision,                 -- metres from the antenna of a to the antenna of b, Earth-centred axes; null if too few epochs were fixed
  y double precision,
  z double precision,
  trouble text,                       -- why the baseline has no fixed solution
  trouble_station_id bigint,          -- the station that lacks something; null if both are concerned
  ionosphere integer[],               -- satellites by differential ionosphere, in steps of 0.25 ppm
  primary key (a, b, at)
);
create index baseline_bins_at on baseline_bins (at);

-- Position of a baseline on one UTC day, as far as it was observed. Kept for two days.
create table baseline_days (
  a bigint not null,
  b bigint not null,
  day date not null,
  x double precision not null,
  y double precision not null,
  z double precision not null,
  sigma_mm real not null,             -- expected error, horizontal
  sigma_up_mm real not null,
  epochs integer not null,
  fixed integer not null,
  primary key (a, b, day)
);

-- What is normal for a baseline, and how it agrees with the others now.
create table baselines (
  a bigint not null,
  b bigint not null,
  x double precision not null,        -- slow mean of the bins
  y double precision not null,
  z double precision not null,
  bins integer not null,
  at timestamptz not null,            -- newest bin with a position
  residual_mm real,                   -- difference from the positions of the two stations
  agrees boolean,
  primary key (a, b)
);

-- Deviation of a station every five minutes, in millimetres. Kept for two days.
create table station_offsets (
  station_id bigint not null,
  at timestamptz not null,
  east_mm real not null,              -- from the announced antenna
  north_mm real not null,
  up_mm real not null,
  change_east_mm real,                -- from what is normal for its baselines; null in their first hour and while the station has moved
  change_north_mm real,
  change_up_mm real,
  baselines integer not null,
  is_attributed boolean not null,
  primary key (station_id, at)
);
create index station_offsets_at on station_offsets (at);

create table station_integrity (
  station_id bigint primary key,
  x double precision,                 -- announced antenna; null if none was announced
  y double precision,
  z double precision,
  judged_at timestamptz,
  unchecked text,                     -- why the position cannot be checked; null if it is checked
  detectable_mm real,
  detectable_up_mm real
);

-- 95th percentile of the differential ionosphere of the hour before, one row per hour. Kept for 60 days.
create table network_ionosphere (
  hour timestamptz primary key,
  at timestamptz not null,            -- end of the measured hour
  ppm real not null,
  baselines integer not null
);

-- A movement that the observations show and nobody has resolved: east, north and up in millimetres, since and detected.
alter table stations add column observed_movement jsonb;
-- Limits in millimetres; null: 20 and 40.
alter table stations add column movement_limit_mm integer;
alter table stations add column movement_limit_up_mm integer;
alter table network add column observed_takes_out boolean not null default false;
-- Whether the node runs a caster that measures observations.
alter table nodes add column measures boolean not null default false;
