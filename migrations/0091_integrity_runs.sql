-- Oldest release: 0.1.0
-- Positions and quality that an operator has computed again from the archive, and what the deviations of a day refer to.

-- The announced position of the antenna, Earth-centred metres; null for days that earlier releases computed.
alter table station_coordinates
  add column reference_x double precision,
  add column reference_y double precision,
  add column reference_z double precision,
  add column hours real;                   -- with positions; null for days that earlier releases computed

-- No foreign keys, so that a backup can restore the tables in any order.
create table integrity_runs (
  id text primary key,                     -- int_…, grows with time
  station_id bigint not null,
  from_at timestamptz not null,            -- the end does not belong to the window
  to_at timestamptz not null,
  state text not null default 'pending' check (state in ('pending', 'ready', 'failed')),
  progress_pct integer not null default 0,
  result jsonb,                            -- null until it is ready
  failure text,                            -- code; null unless failed
  user_id bigint,                          -- null: a command
  created_at timestamptz not null,
  attempts integer not null default 0,
  due_at timestamptz not null,             -- a worker that takes the run moves this to the end of its lease
  finished_at timestamptz
);
create index integrity_runs_station on integrity_runs (station_id, id);
create index integrity_runs_due on integrity_runs (due_at, id) where state = 'pending';

create function announce_integrity_run() returns trigger language plpgsql as $$
begin
  notify integrity_runs;
  return null;
end
$$;
create trigger integrity_runs_announced after insert on integrity_runs for each statement execute function announce_integrity_run();
