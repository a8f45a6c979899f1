-- Where a BKG caster serves what we issue: what each node that writes its files says of it, and whose sessions are still to be cut there.
-- Of a node that was killed between the files and the cut, the next run knows it from here.
create table bkg_casters (
  node text primary key,
  folder text not null,
  seen_at timestamptz not null default now(),
  written_at timestamptz,             -- null: never
  told_at timestamptz,                -- when the caster last took the files; null: never
  told_second bigint,                 -- by the machine's clock, which the caster compares the files with
  behind_since timestamptz,           -- the oldest change that is not in force there; null: all are
  lag_ms integer,                     -- of the last change that came into force
  failure jsonb,                      -- why it does not go on; null: it does
  counts jsonb not null default '{}',
  cuts_due text[] not null default '{}'
);

-- A credential that is resumed cuts nothing, so that nobody was told of it until now; a BKG caster has to be.
create trigger credentials_tell_resumed after update of suspended_at, max_sessions on credentials
  for each row when (old.cuts = new.cuts and old.expires_at = new.expires_at
    and ((old.suspended_at is not null and new.suspended_at is null) or old.max_sessions <> new.max_sessions))
  execute function tell_changed_credential();
