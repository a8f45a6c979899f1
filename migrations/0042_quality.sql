-- Oldest release: 0.1.0
-- Quality of the stations' observations. Sums, so that minutes add up to hours; means and quantiles are computed from them.

-- One row per station, minute and band, and one with the band 'all'. Kept for two days. No foreign key, as in station_minutes.
create table station_quality_minutes (
  station_id bigint not null,
  minute timestamptz not null,
  band text not null,
  epochs integer not null,
  missed integer not null,            -- epochs between the first and the last
  tracked integer not null,           -- satellites above 10 degrees, summed over the epochs
  expected integer,                   -- null without ephemerides
  cn0_median real,                    -- dB-Hz; null if the stream sends none
  cn0_p10 real,
  losses integer not null,
  half_cycles integer not null,
  satellite_ms bigint not null,       -- time that satellites were tracked, summed over the satellites
  multipath_squares double precision not null,  -- square metres, summed over the samples
  multipath_samples integer not null,
  below_horizon integer,              -- of the band 'all', like the columns below
  contradicting integer,
  x double precision,                 -- single-point position; null if none was solved
  y double precision,
  z double precision,
  primary key (station_id, band, minute)
);
create index station_quality_minutes_minute on station_quality_minutes (minute);

-- The same per hour, from the minutes. Kept for 60 days.
create table station_quality_hours (
  station_id bigint not null,
  hour timestamptz not null,
  band text not null,
  minutes integer not null,
  epochs integer not null,
  missed integer not null,
  tracked bigint not null,
  expected bigint,
  cn0_median real,                    -- mean of the minutes
  cn0_p10 real,
  losses integer not null,
  half_cycles integer not null,
  satellite_ms bigint not null,
  multipath_squares double precision not null,
  multipath_samples integer not null,
  x double precision,                 -- median of the minutes
  y double precision,
  z double precision,
  primary key (station_id, band, hour)
);
create index station_quality_hours_hour on station_quality_hours (hour);

-- What was tracked in each part of the sky, every ten minutes. Kept for a day.
create table station_sky_parts (
  station_id bigint not null,
  at timestamptz not null,
  cells jsonb not null,               -- SkyCell of packages/gnss
  primary key (station_id, at)
);
create index station_sky_parts_at on station_sky_parts (at);

-- Sudden drops of the C/N0 of most satellites of a band. Kept for 60 days.
create table station_cn0_drops (
  station_id bigint not null,
  band text not null,
  since timestamptz not null,
  ended_at timestamptz,               -- null while it lasts, and if the station or its node went away meanwhile
  seen_at timestamptz not null,
  drop_db real not null,
  satellites integer not null,
  primary key (station_id, band, since)
);
create index station_cn0_drops_seen on station_cn0_drops (seen_at);

-- The latest sky and the verdict.
create table station_quality (
  station_id bigint primary key,
  measured_at timestamptz,            -- of the sky
  sky jsonb not null default '[]',
  verdict text not null default 'unknown',
  reasons jsonb not null default '[]',
  judged_at timestamptz
);

-- The worst verdict of each day in Mexico's central time. Kept for 60 days.
create table station_quality_days (
  station_id bigint not null,
  day date not null,
  verdict text not null,
  primary key (station_id, day)
);
