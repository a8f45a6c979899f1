-- Why nothing came of a station of another caster when somebody last wanted it (StreamLoss in domain/network/upstream.ts). It outlives
-- "failed_at", which ends when nobody wants it any more: whoever looks later finds it, until something comes or its caster is asked otherwise.
alter table station_health add failed_why jsonb;
