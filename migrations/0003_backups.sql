-- Oldest release: 0.1.0
-- Daily backups: how many are kept (null: the default applies), and every attempt.
alter table settings add backup_keep integer check (backup_keep between 1 and 366);

create table backups (
  id bigint generated always as identity primary key,
  started_at timestamptz not null,
  ended_at timestamptz,     -- null: it runs, or its process was killed
  machine text not null,
  file text not null,       -- its name in the folder of backups
  bytes bigint,             -- null unless it succeeded
  failure jsonb,            -- null unless it failed: code and params
  removed_at timestamptz,   -- the file was deleted, or is gone
  check (num_nonnulls(bytes, failure) = (ended_at is not null)::int)
);
