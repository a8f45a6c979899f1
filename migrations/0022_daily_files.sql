-- Oldest release: 0.1.0
-- Daily files: which days have to be made, and what the files contain.

-- GPS days of stations whose files have to be made, because a segment of the day was stored. A worker deletes the row when it has made
-- the files. No foreign key to stations, so that a backup can restore the tables in any order.
create table archive_days (
  station_id bigint not null,
  day date not null,
  revision bigint generated always as identity,  -- new with each segment of the day that is stored
  due_at timestamptz,                            -- a worker that takes the day moves this to the end of its lease; null: given up
  attempts integer not null default 0,           -- since the last segment
  failure text,                                  -- code; null unless given up
  primary key (station_id, day)
);
create index archive_days_due on archive_days (day desc, station_id) where due_at is not null;

alter table archive_daily_files add column first_epoch timestamptz;                         -- of an observation file
alter table archive_daily_files add column last_epoch timestamptz;
alter table archive_daily_files add column epochs_by_hour integer[] not null default '{}';  -- the 24 hours of the day
alter table archive_daily_files add column key text not null default '';                    -- part of the public address

-- GPS time is 18 s ahead of UTC. The delay leaves time for the other segments of the day, which are often stored one after another.
create function note_archive_day() returns trigger language plpgsql as $$
begin
  insert into archive_days (station_id, day, due_at)
  select distinct new.station_id, days.day, greatest(now() + interval '5 minutes', (days.day + 1)::timestamp at time zone 'UTC' + interval '10 minutes')
  from unnest(array[new.first_epoch, new.last_epoch]) as epoch
    cross join lateral (select ((epoch + interval '18 seconds') at time zone 'UTC')::date as day) as days
  where epoch is not null
  order by 2
  on conflict (station_id, day) do update set revision = default, due_at = excluded.due_at, attempts = 0, failure = null;
  return null;
end
$$;
create trigger archive_day_inserted after insert on archive_segments
  for each row when (new.state = 'stored') execute function note_archive_day();
create trigger archive_day_changed after update of state on archive_segments
  for each row when (new.state = 'stored' and old.state <> 'stored') execute function note_archive_day();

-- What was recorded before this release.
insert into archive_days (station_id, day, due_at)
select distinct station_id, ((epoch + interval '18 seconds') at time zone 'UTC')::date,
  greatest(now(), (((epoch + interval '18 seconds') at time zone 'UTC')::date + 1)::timestamp at time zone 'UTC' + interval '10 minutes')
from archive_segments cross join lateral unnest(array[first_epoch, last_epoch]) as epoch
where state = 'stored' and epoch is not null;
create index archive_daily_files_key on archive_daily_files (key);
create unique index archive_daily_files_name on archive_daily_files (name);
