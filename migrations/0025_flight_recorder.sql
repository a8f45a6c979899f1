-- Oldest release: 0.1.0
-- Test mountpoints of "vertice archive replay". They are archived stations, so that only the caster serves them: they are never listed, measured,
-- recorded, sold, or used by the network mountpoint.
alter table stations add column is_test boolean not null default false;
alter table stations add constraint stations_test_is_archived check (not is_test or archived_at is not null);

-- Which source served each session, and when, so that the bytes can be found in the archive. Null in sessions of earlier releases.
alter table sessions add column served jsonb;

create or replace function update_sessions(updates json) returns void language plpgsql set enable_seqscan = off as $$
declare
  session record;
begin
  for session in
    select * from json_to_recordset(updates) as u (id text, "stationId" bigint, bytes bigint, lat double precision, lng double precision,
      quality smallint, "positionAt" timestamptz, positions integer, "fixedPositions" integer, satellites smallint, "firstFixedAt" timestamptz, notes jsonb, served jsonb, "ageSeconds" double precision,
      "medianAgeSeconds" double precision, "worstAgeSeconds" double precision, "distanceKm" double precision, "baseChanges" integer,
      gaps integer, "longestGapSeconds" integer, "dataAt" timestamptz, "toldAt" timestamptz, "endedAt" timestamptz, "endReason" text)
    order by u.id
  loop
    update sessions set station_id = session."stationId", bytes = session.bytes, lat = session.lat, lng = session.lng, quality = session.quality,
      position_at = session."positionAt", positions = session.positions, fixed_positions = session."fixedPositions", satellites = session.satellites,
      first_fixed_at = session."firstFixedAt", notes = session.notes, served = coalesce(session.served, served),
      age_seconds = session."ageSeconds", median_age_seconds = session."medianAgeSeconds", worst_age_seconds = session."worstAgeSeconds",
      distance_km = session."distanceKm", base_changes = session."baseChanges", gaps = session.gaps, longest_gap_seconds = session."longestGapSeconds",
      data_at = session."dataAt", told_at = session."toldAt", ended_at = session."endedAt", end_reason = session."endReason"
    where sessions.id = session.id and (ended_at is null or (end_reason = 'node_lost' and session."endedAt" is not null));
  end loop;
end $$;
