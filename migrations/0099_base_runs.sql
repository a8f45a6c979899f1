-- Oldest release: 0.1.0
-- Positions of bases that are no stations of the network, from RINEX files that operators upload.

-- No foreign keys, so that a backup can restore the tables in any order.
create table base_runs (
  id text primary key,                     -- bas_…, grows with time
  file_name text not null,                 -- as the operator's computer names it
  bytes integer not null,
  parts integer not null default 0,        -- parts of the file that are in the archive's storage
  has_file boolean not null default true,  -- false after its parts were removed from the storage
  state text not null default 'uploading' check (state in ('uploading', 'pending', 'ready', 'failed')),
  progress_pct integer not null default 0,
  result jsonb,                            -- null until it is ready
  failure text,                            -- code; null unless failed
  line integer,                            -- line of the file that cannot be read; null for other failures
  user_id bigint,                          -- null: a command
  created_at timestamptz not null,
  attempts integer not null default 0,
  due_at timestamptz not null,             -- a worker that takes the run moves this to the end of its lease
  finished_at timestamptz
);
create index base_runs_due on base_runs (due_at, id) where state = 'pending';
create index base_runs_files on base_runs (id) where has_file;

create trigger base_runs_announced after update of parts on base_runs for each statement execute function announce_integrity_run();
