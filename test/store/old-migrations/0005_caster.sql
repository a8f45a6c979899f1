-- How many sessions a credential may have at once, and what becomes of one more: it replaces the oldest, or is refused.
alter table credentials
  add max_sessions integer not null default 1 check (max_sessions between 1 and 1000),
  add when_full text not null default 'replace' check (when_full in ('replace', 'refuse'));

-- The casters cut live sessions as soon as the revocation is committed, whoever commits it.
create function tell_revoked() returns trigger language plpgsql as $$
begin
  perform pg_notify('credentials_revoked', new.id::text);
  return null;
end $$;
create trigger credentials_tell_revoked after update of revoked_at on credentials
  for each row when (old.revoked_at is null and new.revoked_at is not null) execute function tell_revoked();

-- Where a station's stream comes from: it pushes with a secret, or is pulled from another caster.
alter table stations
  add push_secret bytea,     -- encrypted
  add pull_url text,         -- without user and password
  add pull_login bytea;      -- encrypted: user:password

-- The user and password of the VRS engine, encrypted.
alter table network add upstream_login bytea;

-- Whether the VRS engine answered when a caster last asked it. Not in "network": asking it changes nothing for readers.
create table upstream_state (
  id integer primary key default 1 check (id = 1),
  checked_at timestamptz not null default now(),
  answers boolean not null default false,
  error text
);
insert into upstream_state default values;
create trigger upstream_state_revision after update of answers on upstream_state
  for each row when (old.answers is distinct from new.answers) execute function count_revision('stations');

-- A running caster. One that has not been seen for a minute is gone, and so are its sessions.
create table caster_nodes (
  id text primary key,
  seen_at timestamptz not null
);

-- Every session of a rover. No foreign keys: credentials are never deleted, and ten thousand may connect at once.
create table sessions (
  id text primary key,
  node text not null,
  credential_id bigint not null,
  username text not null,
  mountpoint text not null,
  station_id bigint,             -- whose stream it got last
  started_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  kick_reason text,              -- set by whoever wants it ended; its caster then ends it
  bytes bigint not null default 0,
  address text not null,
  agent text not null,
  lat double precision,
  lng double precision,
  quality smallint,              -- of the last GGA: 4 is fixed, 5 float
  position_at timestamptz,
  positions integer not null default 0,
  fixed_positions integer not null default 0,
  notes jsonb not null default '[]'
);
create index sessions_credential on sessions (credential_id, started_at desc);
create index sessions_started on sessions (started_at);
create index sessions_open on sessions (node) where ended_at is null;
create index sessions_located on sessions (started_at) where lat is not null;

-- Why somebody was not let in; the same thing again within a minute only counts up.
create table refusals (
  id bigint generated always as identity primary key,
  first_at timestamptz not null,
  last_at timestamptz not null,
  times integer not null,
  username text not null,
  credential_id bigint,
  mountpoint text not null,
  reason text not null,
  address text not null,
  agent text not null
);
create index refusals_username on refusals (username, last_at desc);
create index refusals_last on refusals (last_at);
