-- Oldest release: 0.1.0
-- RINEX files that are made on request from the archive, and the quota on them.

-- Hours of data in 24 hours; null: no limit.
alter table owners add column quota_rinex_hours_per_day integer check (quota_rinex_hours_per_day >= 0);

-- No foreign keys to stations and credentials, so that a backup can restore the tables in any order.
create table rinex_orders (
  id text primary key,                     -- rnx_…, grows with time
  owner_id bigint,                         -- null: the operator's own, made in the console or with a command
  station_id bigint not null,
  from_at timestamptz not null,            -- window of the times of observation; the end does not belong to it
  to_at timestamptz not null,
  hours integer not null,                  -- of data, rounded up, for the quota
  interval_s integer not null,
  version text not null check (version in ('3.05', '4.02', '2.11')),
  constellations text[],                   -- null: all
  navigation boolean not null,
  hatanaka boolean not null,
  state text not null default 'pending' check (state in ('pending', 'ready', 'failed')),
  progress_pct integer not null default 0,
  completeness_pct double precision,       -- of the observation file; null until it is made
  gaps jsonb not null default '[]',        -- the ten longest
  files jsonb not null default '[]',
  failure text,                            -- code; null unless failed
  key text not null,                       -- part of the public address of the files
  token_id bigint,                         -- who requested it: a token, a user of the console, or the customer of a credential
  user_id bigint,
  credential_id bigint,
  created_at timestamptz not null,
  attempts integer not null default 0,
  due_at timestamptz not null,             -- a worker that takes the order moves this to the end of its lease
  finished_at timestamptz,
  expires_at timestamptz,                  -- of the files; null until they are made
  removed_at timestamptz                   -- when the files were removed from the storage
);
create unique index rinex_orders_key on rinex_orders (key);
create index rinex_orders_owner on rinex_orders (owner_id, id);
create index rinex_orders_credential on rinex_orders (credential_id, id) where credential_id is not null;
create index rinex_orders_due on rinex_orders (due_at, id) where state = 'pending';
create index rinex_orders_files on rinex_orders (expires_at) where state = 'ready' and removed_at is null;

create function announce_rinex_order() returns trigger language plpgsql as $$
begin
  notify rinex_orders;
  return null;
end
$$;
create trigger rinex_orders_announced after insert on rinex_orders for each statement execute function announce_rinex_order();
