-- Oldest release: 0.1.0
-- One position per station and day, computed from the archive against its neighbours, in millimetres from the announced position.
create table station_coordinates (
  station_id bigint not null references stations on delete cascade,
  day date not null,                     -- UTC
  east_mm real not null,
  north_mm real not null,
  up_mm real not null,
  sigma_mm real not null,                -- expected error, horizontal
  sigma_up_mm real not null,
  baselines integer not null,            -- neighbours that agree
  is_attributed boolean not null,        -- false with a single neighbour: either of the two can have moved
  completeness_pct real not null,
  primary key (station_id, day)
);
create index station_coordinates_day on station_coordinates (day);
