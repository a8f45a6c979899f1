-- Oldest release: 0.1.0
-- The archive of observations: what is recorded, where it is stored, how long it is kept.

-- null: recorded if the station is the operator's own, not recorded if it is a mountpoint of an external caster.
alter table stations add column recorded boolean;

-- One row. Limits by kind of file; null: no limit.
create table archive_settings (
  is_only boolean primary key default true check (is_only),
  raw_days integer default 30 check (raw_days >= 1),
  raw_bytes bigint default 20000000000 check (raw_bytes >= 0),
  daily_days integer check (daily_days >= 1),
  daily_bytes bigint check (daily_bytes >= 0),
  -- Written every few minutes by the job that applies the budget: what is used, and how many days the limits in bytes have room for, if
  -- these are fewer than promised.
  raw_used_bytes bigint not null default 0,
  daily_used_bytes bigint not null default 0,
  raw_kept_days integer,
  daily_kept_days integer
);
insert into archive_settings default values;

-- One row per file of recorded frames: the part of a UTC hour of a station that one node wrote without a change of source. An hour can
-- have several: after a restart, a takeover by another node, a switch to the standby source, or an import. No foreign key to stations,
-- so that a backup can restore the tables in any order.
create table archive_segments (
  id bigint generated always as identity primary key,
  station_id bigint not null,
  hour timestamptz not null,               -- start of the UTC hour in which the frames were received
  origin text not null check (origin in ('stream', 'standby', 'import')),
  format text not null check (format in ('rtcm', 'rinex')),
  node text not null,                      -- the node that wrote the file
  fencing_token bigint,                    -- of the station's lease; null without leases
  name text not null,                      -- of the file in the storage
  -- open: being written on the disk of its node. closed: complete and compressed, still on that disk. stored: in the storage.
  state text not null check (state in ('open', 'closed', 'stored')),
  bytes bigint not null,                   -- of the frames
  stored_bytes bigint,                     -- of the compressed file
  epochs integer not null,
  interval_ms integer,                     -- most frequent time between epochs; null with fewer than two epochs
  first_epoch timestamptz,                 -- times of observation
  last_epoch timestamptz,
  sha256 bytea,                            -- of the compressed file
  created_at timestamptz not null,
  closed_at timestamptz
);
create unique index archive_segments_name on archive_segments (name);
create index archive_segments_hour on archive_segments (station_id, hour);
create index archive_segments_oldest on archive_segments (hour, id) include (bytes, stored_bytes);
create index archive_segments_unstored on archive_segments (node, id) where state <> 'stored';

-- Files made from the segments that are kept by the archive itself: one observation file at 30 s and one navigation file per station and
-- GPS day.
create table archive_daily_files (
  id bigint generated always as identity primary key,
  station_id bigint not null,
  day date not null,
  kind text not null check (kind in ('obs', 'nav')),
  name text not null,                      -- in the storage; the last part is the name for the download
  bytes bigint not null,
  epochs integer not null,
  sha256 bytea not null,
  created_at timestamptz not null
);
create unique index archive_daily_files_day on archive_daily_files (station_id, day, kind);
create index archive_daily_files_oldest on archive_daily_files (day, id);
