-- Where a credential was last, for rovers that do not say where they are. Without it, whoever redials every half a minute and never says
-- so would have half a million sessions looked through.
create index sessions_last_place on sessions (credential_id, started_at desc) where lat is not null;

-- What a session felt like; null: not measured, as in all sessions from before.
alter table sessions
  add age_seconds double precision,          -- of the corrections, as the rover's last GGA told it
  add median_age_seconds double precision,
  add worst_age_seconds double precision,
  add distance_km double precision,          -- from the rover's last position to its base
  add base_changes integer,
  add gaps integer,                          -- times without corrections
  add longest_gap_seconds integer;
