-- What is said of stations and nobody measured is told apart, and an antenna that stands elsewhere is noticed.

alter table station_health
  -- Where the station says that it stands (RTCM 1005/1006), and since when it has said the same.
  add announced_lat double precision,
  add announced_lng double precision,
  add announced_since timestamptz,
  add constraint station_health_announced check (num_nulls(announced_lat, announced_lng, announced_since) in (0, 3));

alter table stations
  -- Somebody saw what it announced until then, and let the registered place stand.
  add position_acked_at timestamptz,
  -- The shop may sell it although nobody measures it, or while it is silent.
  add sells_unmeasured boolean not null default false;

alter table network
  -- An antenna that announces a place further than this from the registered one has moved, or is entered wrong …
  add moved_limit_m double precision not null default 0.1,
  -- … and is given to nobody who did not ask for it, once it has announced the same for a while.
  add moved_takes_out boolean not null default true;

-- An upgrade takes nobody's bases away unasked: where some are registered less exactly, their operator switches it on.
update network set moved_takes_out = false
where exists (select from station_health join stations on stations.id = station_id where archived_at is null and position_offset_m > 0.1);

-- False: it is what was declared, and nobody had measured the station.
alter table station_status_changes add measured boolean not null default true;
update station_status_changes set measured = false
where not exists (select from station_health where station_health.station_id = station_status_changes.station_id);
