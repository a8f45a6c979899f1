-- Made up by the simulator: whoever sees such a station, or a figure of it, must be told.
alter table stations add simulated boolean not null default false;
-- What an earlier demo made says so in its name.
update stations set simulated = true where name like '% (simulated)';

-- How many rovers were connected at each quarter of an hour, of every owner that had any. Owner 0 is nobody: its row says that
-- somebody counted, so that "none" and "not counted" are two things.
create table rover_counts (
  at timestamptz not null,
  owner_id bigint not null,
  rovers integer not null,
  primary key (at, owner_id)
);

-- What happened in the network lately, whichever the station.
create index station_status_changes_at on station_status_changes (at);
