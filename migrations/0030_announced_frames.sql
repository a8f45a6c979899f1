-- Oldest release: 0.1.0
-- Movement of a station in its reference frame in millimetres per year: east, north, up. Null if unknown.
alter table stations add column velocity jsonb,
  add constraint stations_velocity check (jsonb_array_length(velocity) = 3);
