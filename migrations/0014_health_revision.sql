-- Measurements count by themselves, so that nodes read again what was measured and not all stations. `stations` counts them as
-- well, as the release before expects it: what it counts without `health` are the changes of stations, the network and its engine.
insert into revisions (topic) values ('health');

-- Which count it was written at: whoever has seen that one needs only what came after it.
alter table station_health add column revision bigint not null default 0;

-- Before the rows are written, and held until the end of the transaction: revisions are committed in their order. `stations` first,
-- as whoever changes stations has it when measuring in the same transaction.
create function count_health() returns trigger language plpgsql as $$
declare
  counted bigint;
begin
  update revisions set revision = revision + 1 where topic = 'stations';
  update revisions set revision = revision + 1 where topic = 'health' returning revision into counted;
  perform set_config('vertice.health_revision', counted::text, true);
  return null;
end
$$;

create function stamp_health() returns trigger language plpgsql as $$
begin
  new.revision := current_setting('vertice.health_revision')::bigint;
  return new;
end
$$;

drop trigger station_health_revision on station_health;
create trigger station_health_counted before insert or update on station_health
  for each statement execute function count_health();
create trigger station_health_stamped before insert or update on station_health
  for each row execute function stamp_health();
-- What was taken away is in no later count: everything is read again.
create trigger station_health_removed after delete or truncate on station_health
  for each statement execute function count_revision('stations');
