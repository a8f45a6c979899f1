-- Where a rover works, on the word of whoever issued or ordered its credential: for devices that never tell it themselves.
alter table credentials
  add place_lat double precision,
  add place_lng double precision,
  add constraint credentials_place check ((place_lat is null) = (place_lng is null));
alter table orders
  add place_lat double precision,
  add place_lng double precision,
  add constraint orders_place check ((place_lat is null) = (place_lng is null));

alter table station_health
  -- The casters give it to nobody (any more): it has been silent for longer than they wait.
  add quiet boolean not null default false,
  -- Of a station that is not RTCM, which is not measured: when bytes last came.
  add bytes_at timestamptz;
