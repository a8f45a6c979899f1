-- What a mountpoint that is made of a station's stream could not convert and left out, by day (UTC) and why (domain/network/not-converted.ts),
-- added up over all casters that made it.
create table mountpoint_not_converted (
  mountpoint_id bigint not null references mountpoints on delete cascade,
  day date not null,
  reason text not null,
  times bigint not null,
  primary key (mountpoint_id, day, reason)
);
