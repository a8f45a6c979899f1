-- The whole schema of release 0.9, ordered by noun. Later migrations are new files; this one is frozen (released.sha256).
-- Stop every node first: it replaces the migrations of the versions before 0.9
--
-- Names are English here; the contract's Spanish names live in src/wire/. Times of events are written by the service, in the database's clock.
-- Tables that take thousands of rows at once have no foreign keys: on credentials and events they took half of the time of an insert, measured
-- with batches of a thousand. Owners, tokens, stations and credentials are never deleted, except test credentials.

-- Revisions ---------------------------------------------------------------------------------------------------------------------------------

-- Each node caches rows together with the revision at which it read them, and compares revisions on every request. Triggers increment them, so a
-- change made by hand in SQL is noticed too.
create table revisions (
  topic text primary key,
  revision bigint not null default 1
);
insert into revisions (topic) values ('tokens'), ('stations'), ('health'), ('histories'), ('settings');

create function count_revision() returns trigger language plpgsql as $$
begin
  update revisions set revision = revision + 1 where topic = tg_argv[0];
  return null;
end $$;

-- Owners ------------------------------------------------------------------------------------------------------------------------------------

-- An organization: the operator or a reseller. Quotas: null means unlimited.
create table owners (
  id bigint generated always as identity primary key,
  name text not null,
  created_at timestamptz not null default now(),
  email text,                              -- where notices for the owner go; null: none are sent
  quota_in_force integer check (quota_in_force >= 0),
  quota_issued_per_day integer check (quota_issued_per_day >= 0),
  quota_mails_per_day integer check (quota_mails_per_day >= 0),
  quota_webhooks integer check (quota_webhooks >= 0),
  -- Null for an organization. Otherwise this row is the test space of that organization: an owner of its own, so that every query by owner
  -- separates test data from real data without a condition or an index for it.
  test_of bigint references owners
);
create unique index owners_name on owners (lower(name));
create unique index owners_test_of on owners (test_of) where test_of is not null;
-- Cached tokens say whether their owner has quotas, so that requests of owners without quotas never query for them.
create trigger owners_quotas_revision after update of quota_in_force, quota_issued_per_day, quota_mails_per_day, quota_webhooks on owners
  for each statement execute function count_revision('tokens');

-- API tokens --------------------------------------------------------------------------------------------------------------------------------

create table tokens (
  id bigint generated always as identity primary key,
  owner_id bigint not null references owners,  -- the organization, also for a test token
  name text not null,
  hash bytea not null,
  scopes text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  limits text[] not null default '{}',         -- actions that are forbidden although the scopes allow them
  is_test boolean not null default false       -- rows that a test token creates belong to the owner's test space
);
create unique index tokens_hash on tokens (hash);
create index tokens_owner on tokens (owner_id, id);
create trigger tokens_revision after insert or delete or truncate or update of owner_id, hash, scopes, expires_at, revoked_at on tokens
  for each statement execute function count_revision('tokens');

create table idempotency_keys (
  id bigint generated always as identity unique,
  owner_id bigint not null references owners,
  key text not null,
  fingerprint bytea not null,
  answer bytea not null,  -- encrypted: it contains secrets
  created_at timestamptz not null,
  primary key (owner_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- Requests per client in slots of five seconds and by counting node, so that the limit slides over the last minute. Nodes exchange them every
-- second. Unlogged: losing them in a crash is acceptable.
create unlogged table rate_slots (
  client text not null,
  slot bigint not null,
  node uuid not null,
  requests integer not null,
  primary key (client, slot, node)
);

-- Users of the console ----------------------------------------------------------------------------------------------------------------------

create table users (
  id bigint generated always as identity primary key,
  email text not null,
  name text not null,
  role text not null check (role in ('administrator', 'operator', 'viewer', 'reseller')),
  owner_id bigint references owners,         -- a reseller sees only rows of this owner
  language text check (language in ('es', 'en')),
  password_hash text,                        -- Argon2id with its parameters; null: no password chosen yet
  totp_secret bytea,                         -- encrypted; null: no second factor
  totp_pending bytea,                        -- encrypted; a second factor that is being set up
  totp_last_step bigint not null default 0,  -- prevents a second use of the same code
  created_at timestamptz not null,
  disabled_at timestamptz,
  totp_pending_at timestamptz,               -- totp_pending expires shortly after
  sso_issuer text,                           -- identity at the single sign-on provider; null: signs in with a password
  sso_subject text,
  sso_expected_until timestamptz,            -- until then the e-mail address alone links a new identity to this user
  check ((role = 'reseller') = (owner_id is not null)),
  constraint users_sso check ((sso_issuer is null) = (sso_subject is null))
);
create unique index users_email on users (lower(email));
create unique index users_sso_identity on users (sso_issuer, sso_subject);

-- Used codes stay until the codes are renewed. A code has 79 random bits, so an unsalted hash is enough.
create table recovery_codes (
  user_id bigint not null references users,
  hash bytea not null,
  used_at timestamptz,
  primary key (user_id, hash)
);

-- One-time links. Using a link deletes its row.
create table login_links (
  hash bytea primary key,
  purpose text not null check (purpose in ('setup', 'invitation', 'reset')),
  user_id bigint references users,  -- null for "setup", which creates the first administrator
  created_at timestamptz not null,
  expires_at timestamptz,
  check ((purpose = 'setup') = (user_id is null))
);
create index login_links_user on login_links (user_id);

-- Open sessions of the console. Ending a session deletes its row; the audit log keeps the history.
create table console_sessions (
  id bigint generated always as identity primary key,
  hash bytea not null,
  user_id bigint not null references users,
  stage text not null check (stage in ('second_factor', 'signed_in')),
  created_at timestamptz not null,
  seen_at timestamptz not null,
  address text not null,
  agent text,
  confirmed_at timestamptz,                        -- when the user last proved the password or the second factor
  by_provider boolean not null default false,      -- opened by single sign-on
  provider_factor boolean not null default false,  -- the provider checked a second factor
  provider_token bytea                             -- encrypted; needed to sign out at the provider
);
create unique index console_sessions_hash on console_sessions (hash);
create index console_sessions_user on console_sessions (user_id);

-- Browsers with which a user has signed in before.
create table known_devices (
  hash bytea not null,
  user_id bigint not null references users,
  seen_at timestamptz not null,
  primary key (hash, user_id)
);
create index known_devices_user on known_devices (user_id);

-- Failed sign-ins by account or address. Unlogged: losing them in a crash is acceptable.
create unlogged table login_throttles (
  key bytea primary key,
  failures integer not null,
  last_at timestamptz not null,
  blocked_until timestamptz
);

create table role_policies (
  role text primary key check (role in ('administrator', 'operator', 'viewer', 'reseller')),
  second_factor text not null check (second_factor in ('optional', 'asked', 'required')),
  idle_minutes integer not null check (idle_minutes > 0),
  longest_minutes integer not null check (longest_minutes >= idle_minutes)
);
insert into role_policies (role, second_factor, idle_minutes, longest_minutes) values
  ('administrator', 'asked', 4 * 60, 7 * 24 * 60),
  ('operator', 'optional', 12 * 60, 30 * 24 * 60),
  ('viewer', 'optional', 12 * 60, 30 * 24 * 60),
  ('reseller', 'optional', 12 * 60, 30 * 24 * 60);

-- Named filters, order and columns of a list in the console, as a query string.
create table saved_views (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  list text not null,
  name text not null,
  query text not null,
  created_at timestamptz not null,
  unique (user_id, list, name)
);

-- Network and settings ----------------------------------------------------------------------------------------------------------------------

-- One row: what describes the network.
create table network (
  id integer primary key default 1 check (id = 1),
  name text not null default 'Vértice',
  caster_host text,
  caster_port integer,
  datum text not null default 'ITRF2008 época 2010.0',
  format text not null default 'RTCM 3.2',
  mountpoint text not null default 'RED',
  upstream text,                                  -- address of the VRS engine
  near_base_km double precision not null default 10,
  triangle_side_km double precision not null default 70,
  default_radius_km double precision not null default 50,
  upstream_login bytea,                           -- encrypted: user:password of the VRS engine
  country text not null default 'MEX',            -- for the sourcetable: ISO 3166, three letters
  -- A station that announces a position further than this from the registered one has moved or was registered wrongly. If moved_takes_out,
  -- only credentials of that station receive its stream.
  moved_limit_m double precision not null default 0.1,
  moved_takes_out boolean not null default true,
  phone text,                                     -- contacts that customers see
  whatsapp text,
  table_lines text[] not null default '{}',       -- the operator's own sourcetable lines
  -- Identifies this network in the sourcetables of other casters, so that its own streams do not come back through them.
  mark text not null default substr(replace(gen_random_uuid()::text, '-', ''), 1, 12)
);
insert into network default values;
create trigger network_revision after update on network
  for each statement execute function count_revision('stations');

-- One row: result of the last probe of the VRS engine. Not part of "network", because a probe must not invalidate the caches.
create table upstream_state (
  id integer primary key default 1 check (id = 1),
  checked_at timestamptz not null default now(),
  answers boolean not null default false,
  error jsonb
);
insert into upstream_state (error) values ('{"code": "not_asked", "params": {}}');
create trigger upstream_state_revision after update of answers on upstream_state
  for each row when (old.answers is distinct from new.answers) execute function count_revision('stations');

-- One row: what operators set in the console; null: the default applies.
create table settings (
  id smallint primary key default 1 check (id = 1),
  accent text check (accent ~ '^#[0-9a-f]{6}$'),
  smtp_host text,
  smtp_port integer check (smtp_port between 1 and 65535),
  smtp_security text check (smtp_security in ('tls', 'starttls', 'none')),
  smtp_user text,
  smtp_password bytea,  -- encrypted
  mail_from text,
  bank_details text,
  shop boolean,
  status_page boolean,
  map_tiles_url text,
  map_attribution text,
  logo_hash text,       -- hashes of the rows in "logos", which are read only when these change
  logo_dark_hash text,
  check ((smtp_host is null) = (smtp_port is null) and (smtp_host is null) = (smtp_security is null)),
  check ((map_tiles_url is null) = (map_attribution is null))
);
insert into settings default values;
create trigger settings_revision after insert or delete or truncate or update on settings
  for each statement execute function count_revision('settings');

create table logos (
  theme text primary key check (theme in ('light', 'dark')),
  kind text not null check (kind in ('png', 'jpeg')),
  content bytea not null
);

-- Keys with which rows are encrypted. The service refuses to start without one of them.
create table encryption_keys (
  id text primary key,
  registered_at timestamptz not null default now()
);

-- Upstream casters --------------------------------------------------------------------------------------------------------------------------

-- Other casters whose mountpoints are offered here, as stations that are pulled on demand.
create table upstreams (
  id bigint generated by default as identity primary key,
  name text not null,
  url text not null,  -- without user and password
  login bytea,        -- encrypted: user:password
  prefix text not null default '',
  serves_network boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index upstreams_name on upstreams (lower(name));
create trigger upstreams_revision after insert or delete or truncate or update on upstreams
  for each statement execute function count_revision('stations');

-- Result of the last poll of a sourcetable. Not part of "upstreams", because a poll must not invalidate the caches.
create table upstream_tables (
  upstream_id bigint primary key references upstreams on delete cascade,
  due_at timestamptz not null default now(),  -- a node moves this before it polls, so only one node polls
  asked_at timestamptz,
  answered_at timestamptz,
  answers boolean not null default false,
  away_since timestamptz,
  error jsonb,
  listed integer not null default 0,
  left_out jsonb not null default '[]'
);
create trigger upstream_tables_revision after update of answers on upstream_tables
  for each row when (old.answers is distinct from new.answers) execute function count_revision('stations');

-- Stations ----------------------------------------------------------------------------------------------------------------------------------

create table stations (
  id bigint generated always as identity primary key,
  code text not null,
  name text not null,
  federal_state text not null default '',
  lat double precision not null,
  lng double precision not null,
  radius_km double precision,
  mountpoint text not null,
  format text,
  datum text,
  constellations text,
  declared_status text not null default 'online',
  created_at timestamptz not null default now(),
  archived_at timestamptz,
  -- Source: the station pushes with a secret, or is pulled from an address.
  push_secret bytea,                               -- encrypted
  pull_url text,                                   -- without user and password
  pull_login bytea,                                -- encrypted: user:password
  simulated boolean not null default false,        -- shown wherever the station or its values appear
  is_rtcm boolean not null default true,           -- false: forwarded to its own credentials only, and not measured
  country text,                                    -- for the sourcetable; null: the network's
  position_acked_at timestamptz,                   -- an operator accepted the positions announced until then
  sells_unmeasured boolean not null default false, -- the shop sells it even if it is unmeasured or silent
  is_open boolean not null default false,          -- its own mountpoint needs no login
  -- Standby source: a second push, a pull, or another station. No foreign key, so that a backup can restore stations in any order.
  backup_push_secret bytea,                        -- encrypted
  backup_pull_url text,                            -- without user and password
  backup_pull_login bytea,                         -- encrypted: user:password
  backup_station_id bigint,
  upstream_id bigint references upstreams,
  upstream_mountpoint text,                        -- name at the upstream caster; kept when that caster is removed
  upstream_listed boolean not null default false,
  upstream_told jsonb,                             -- its line in the upstream caster's sourcetable
  certificate_required boolean not null default false, -- a push needs certificate and password; false: either is enough
  constraint stations_one_backup check (num_nonnulls(backup_push_secret, backup_pull_url, backup_station_id) <= 1),
  constraint stations_backup_is_another check (backup_station_id <> id)
);
create unique index stations_code on stations (lower(code));
create unique index stations_mountpoint on stations (lower(mountpoint)) where archived_at is null;
create index stations_upstream on stations (upstream_id) where upstream_id is not null;
create trigger stations_revision after insert or delete or truncate or update on stations
  for each statement execute function count_revision('stations');

-- Newest measurement of a station; no row: never measured.
create table station_health (
  station_id bigint primary key references stations,
  measured_at timestamptz not null,
  health_pct double precision not null,
  latency_ms integer,
  satellites integer not null,
  satellites_by_constellation jsonb not null default '{}',
  position_offset_m double precision,
  degraded boolean,                        -- with hysteresis, by the node that measures; null: derived from the values
  details jsonb not null default '{}',     -- receiver, antenna, interval, message types
  revision bigint not null default 0,      -- the "health" revision of the write: a node reads only rows newer than its own
  quiet boolean not null default false,    -- silent for longer than the casters' grace period: rovers do not get it
  bytes_at timestamptz,                    -- when bytes last arrived, for a station that is not RTCM and therefore not measured
  announced_lat double precision,          -- position that the station announces (RTCM 1005/1006) …
  announced_lng double precision,
  announced_since timestamptz,             -- … unchanged since then
  idle_since timestamptz,                  -- no rover wants it since then: earlier values say nothing about its present state
  failed_at timestamptz,                   -- a rover wanted it and no data came
  failed_why jsonb,                        -- StreamLoss in domain/network/upstream.ts; outlives failed_at until data comes or the address changes
  constraint station_health_announced check (num_nulls(announced_lat, announced_lng, announced_since) in (0, 3))
);

-- Runs before the rows are written and locks the revision until the end of the transaction, so that revisions commit in their order.
create function count_health() returns trigger language plpgsql as $$
declare
  counted bigint;
begin
  update revisions set revision = revision + 1 where topic = 'health' returning revision into counted;
  perform set_config('vertice.health_revision', counted::text, true);
  return null;
end
$$;
create trigger station_health_counted before insert or update on station_health
  for each statement execute function count_health();

create function stamp_health() returns trigger language plpgsql as $$
begin
  new.revision := current_setting('vertice.health_revision')::bigint;
  return new;
end
$$;
create trigger station_health_stamped before insert or update on station_health
  for each row execute function stamp_health();
-- No later revision shows a deleted row, so the nodes reload all stations.
create trigger station_health_removed after delete or truncate on station_health
  for each statement execute function count_revision('stations');

-- Measurements per minute. No row: not measured in that minute, which is not the same as down.
create table station_minutes (
  station_id bigint not null,
  minute timestamptz not null,
  up boolean not null,
  epochs_received integer not null,
  epochs_expected integer not null,
  latency_ms integer,
  satellites integer,
  satellites_by_constellation jsonb not null default '{}',
  gaps integer not null default 0,
  longest_gap_ms integer not null default 0,
  bad_crcs integer not null default 0,
  bytes bigint not null default 0,
  messages jsonb not null default '{}',  -- count by RTCM message type
  primary key (station_id, minute)
);
create index station_minutes_minute on station_minutes (minute);

-- When a station changes nodes within a minute, both add their part to it. This row makes a repeated write of the same part idempotent.
create table minute_reports (
  node text not null,
  minute timestamptz not null,
  primary key (node, minute)
);
create index minute_reports_minute on minute_reports (minute);

-- One row per station and day in Mexico's central time. Minutes that are neither up nor down were not measured. The sums allow to add or
-- correct a minute without reading the others.
create table station_days (
  station_id bigint not null references stations,
  day date not null,
  minutes_up integer not null default 0,
  minutes_down integer not null default 0,
  health_pct double precision,
  latency_ms integer,
  satellites integer,
  epochs_received bigint not null default 0,
  epochs_expected bigint not null default 0,
  latency_sum bigint not null default 0,
  latency_minutes integer not null default 0,
  satellites_sum bigint not null default 0,
  satellites_minutes integer not null default 0,
  primary key (station_id, day)
);
create trigger station_days_revision after insert or delete or truncate or update on station_days
  for each statement execute function count_revision('histories');

create table station_status_changes (
  id bigint generated always as identity primary key,
  station_id bigint not null references stations,
  status text not null,
  at timestamptz not null,
  measured boolean not null default true  -- false: declared, not measured
);
create index station_status_changes_station on station_status_changes (station_id, at desc);
create index station_status_changes_at on station_status_changes (at);
create trigger station_status_changes_revision after insert or delete or truncate or update on station_status_changes
  for each statement execute function count_revision('histories');

create table station_alarms (
  id bigint generated always as identity primary key,
  station_id bigint not null references stations,
  kind text not null,  -- AlarmParams in domain/stations/telemetry.ts
  params jsonb not null,
  since timestamptz not null,
  ended_at timestamptz
);
create unique index station_alarms_open on station_alarms (station_id, kind) where ended_at is null;
create index station_alarms_station on station_alarms (station_id, since desc);

-- Client certificates with which stations push over TLS, pinned by fingerprint. A certificate belongs to one source of one station.
-- No foreign key, so that a backup can restore stations in any order.
create table station_certificates (
  fingerprint text primary key check (fingerprint ~ '^[0-9a-f]{64}$'),  -- SHA-256
  station_id bigint not null,
  source text not null check (source in ('first', 'backup')),
  subject text not null,
  valid_from timestamptz not null,
  valid_until timestamptz not null,
  added_at timestamptz not null
);
create index station_certificates_station on station_certificates (station_id);
create trigger station_certificates_revision after insert or delete or truncate or update on station_certificates
  for each statement execute function count_revision('stations');

-- Casters disconnect pushes whose certificate was removed, and require certificates, as soon as the change commits.
create function tell_certificates_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('certificates_changed', '');
  return null;
end $$;
create trigger station_certificates_told after insert or delete or update on station_certificates
  for each statement execute function tell_certificates_changed();
create trigger stations_certificate_required_told after update of certificate_required on stations
  for each row when (old.certificate_required <> new.certificate_required) execute function tell_certificates_changed();

-- Which node owns a station's stream, among nodes that share a bus.
create table station_leases (
  station_id bigint primary key references stations (id) on delete cascade,
  node text,              -- null: released
  fence bigint not null,  -- fencing token: grows with every lease, so that messages of a former owner can be dropped
  taken_at timestamptz not null
);
create index station_leases_node on station_leases (node) where node is not null;

-- A credential of a group opens all mountpoints of its stations, and the network mountpoint within the group.
create table station_groups (
  id bigint generated by default as identity primary key,
  name text not null,
  created_at timestamptz not null default now()
);
create unique index station_groups_name on station_groups (lower(name));
create trigger station_groups_revision after insert or delete or truncate or update on station_groups
  for each statement execute function count_revision('stations');

create table station_group_members (
  group_id bigint not null references station_groups on delete cascade,
  station_id bigint not null references stations,
  primary key (group_id, station_id)
);
create index station_group_members_station on station_group_members (station_id);
create trigger station_group_members_revision after insert or delete or truncate or update on station_group_members
  for each statement execute function count_revision('stations');

-- Casters disconnect rovers from a station that left their group as soon as the change commits.
create function tell_groups_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('groups_changed', '');
  return null;
end $$;
create trigger station_groups_told after insert or delete or update on station_groups
  for each statement execute function tell_groups_changed();
create trigger station_group_members_told after insert or delete or update on station_group_members
  for each statement execute function tell_groups_changed();

-- Further mountpoints derived from a station's stream. Names are unique also among those of stations and the network: the service holds the
-- lock on stations while it sets a name.
create table mountpoints (
  id bigint generated by default as identity primary key,
  name text not null,
  station_id bigint not null references stations,
  label text,                              -- identifier in the sourcetable; null: the station's
  alteration jsonb not null default '{}',  -- domain/network/alteration.ts; {}: an alias
  is_open boolean not null default false,  -- needs no login
  created_at timestamptz not null default now()
);
create unique index mountpoints_name on mountpoints (lower(name));
create index mountpoints_station on mountpoints (station_id);
create trigger mountpoints_revision after insert or delete or truncate or update on mountpoints
  for each statement execute function count_revision('stations');

-- Messages that a derived mountpoint could not convert and dropped, by day (UTC) and reason (domain/network/not-converted.ts), over all casters.
create table mountpoint_not_converted (
  mountpoint_id bigint not null references mountpoints on delete cascade,
  day date not null,
  reason text not null,
  times bigint not null,
  primary key (mountpoint_id, day, reason)
);

-- Credentials -------------------------------------------------------------------------------------------------------------------------------

create table credentials (
  id bigint generated by default as identity primary key,
  owner_id bigint not null,
  token_id bigint,
  station_id bigint,              -- with group_id null: the network mountpoint
  username text not null,         -- normalized as the caster does: lower case, trimmed
  secret bytea not null,          -- encrypted: the password and the key of the customer's link
  label text,
  customer_name text,
  customer_email text,
  issued_at timestamptz not null,
  starts_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  -- When the worker noticed the expiry and wrote its event. Never decides the state (revoked_at and expires_at do); it only lets the partial
  -- indexes below separate expired credentials from the others.
  expiry_noted_at timestamptz,
  max_sessions integer not null default 1 check (max_sessions between 1 and 1000),
  when_full text not null default 'replace' check (when_full in ('replace', 'refuse')),  -- a further session replaces the oldest, or is rejected
  link_withdrawn_at timestamptz,  -- the customer's page is hidden since then; a new link sets this to null
  -- The API request that issued it. The audit log reads it from here, so that issuing writes one row instead of two.
  request_id text,
  address text,
  place_lat double precision,     -- where the rover works, for devices that never send a position
  place_lng double precision,
  reference text,                 -- the integrator's own identifier
  metadata jsonb,                 -- pairs of text; null: none
  suspended_at timestamptz,       -- null: not suspended
  cuts integer not null default 0, -- incremented when live sessions must end; a session knows the value at its start
  is_test boolean not null default false, -- repeats what the owner says, for readers that have only this row
  group_id bigint,
  fence jsonb,                    -- geofence (domain/credentials/fence.ts); null: everywhere
  given_username text,            -- spelling at the caster from which it was imported; null: the same as username
  constraint credentials_place check ((place_lat is null) = (place_lng is null)),
  constraint credentials_one_access check (station_id is null or group_id is null)
);
create unique index credentials_username on credentials (username);
-- Every filter of a list is the prefix of an index by owner, so that a page costs the same among a thousand rows and a million.
create index credentials_live on credentials (owner_id, id) where revoked_at is null and expiry_noted_at is null;
create index credentials_expired on credentials (owner_id, id) where revoked_at is null and expiry_noted_at is not null;
create index credentials_revoked on credentials (owner_id, id) where revoked_at is not null;
create index credentials_ending on credentials (owner_id, expires_at, id) where revoked_at is null and expiry_noted_at is null;
create index credentials_noted on credentials (owner_id, expires_at, id) where revoked_at is null and expiry_noted_at is not null;
create index credentials_revoked_ending on credentials (owner_id, expires_at, id) where revoked_at is not null;
create index credentials_customer on credentials (owner_id, customer_name, id) where customer_name is not null;
create index credentials_label on credentials (owner_id, label, id) where label is not null;
create index credentials_email on credentials (owner_id, customer_email, id) where customer_email is not null;
create unique index credentials_reference on credentials (owner_id, reference) where reference is not null;
create index credentials_station on credentials (owner_id, station_id, id);
create index credentials_base on credentials (owner_id, id) where station_id is not null;
create index credentials_group on credentials (group_id, id) where group_id is not null;
create index credentials_owner_group on credentials (owner_id, group_id, id) where group_id is not null;
-- Nearly all credentials start when they are issued, and are in neither of these two.
create index credentials_scheduled on credentials (owner_id, starts_at) where starts_at > issued_at and revoked_at is null;
create index credentials_waited on credentials (owner_id, id)
  where starts_at > issued_at and revoked_at is null and expiry_noted_at is null;
create index credentials_suspended on credentials (owner_id, id)
  where suspended_at is not null and revoked_at is null and expiry_noted_at is null;
create index credentials_test_ended on credentials (least(revoked_at, expires_at)) where is_test;

-- Identifies a customer: by e-mail address, or by name if there is none. Customers have no table; a list of them skips from one to the next
-- in this index, however many credentials each one has.
create function customer_of(email text, name text) returns text language sql immutable parallel safe
  return lower(coalesce(nullif(email, ''), nullif(name, '')));
create index credentials_by_customer on credentials (owner_id, customer_of(customer_email, customer_name), id)
  where customer_of(customer_email, customer_name) is not null;

-- Casters end or extend live sessions as soon as a change commits. The notification contains all that they need.
create function tell_revoked() returns trigger language plpgsql as $$
begin
  perform pg_notify('credentials_revoked', new.id::text);
  return null;
end $$;
create trigger credentials_tell_revoked after update of revoked_at on credentials
  for each row when (old.revoked_at is null and new.revoked_at is not null) execute function tell_revoked();

create function tell_changed_credential() returns trigger language plpgsql as $$
begin
  perform pg_notify('credentials_changed', json_build_object(
    'id', new.id, 'cuts', new.cuts, 'suspended', new.suspended_at is not null,
    'expiresAt', round(extract(epoch from new.expires_at) * 1000)::bigint)::text);
  return null;
end $$;
create trigger credentials_tell_changed after update of cuts, expires_at on credentials
  for each row when (old.cuts <> new.cuts or old.expires_at <> new.expires_at) execute function tell_changed_credential();
-- Resuming ends no session, but a BKG caster has to learn of it.
create trigger credentials_tell_resumed after update of suspended_at, max_sessions on credentials
  for each row when (old.cuts = new.cuts and old.expires_at = new.expires_at
    and ((old.suspended_at is not null and new.suspended_at is null) or old.max_sessions <> new.max_sessions))
  execute function tell_changed_credential();

-- Search by the beginning of any word of customer name, label, e-mail address or reference. Words lead to names and names to credentials,
-- because names repeat. (A row per word and credential made issuing three times as slow.)

-- Without case and accents. Immutable, and without the extension "unaccent", which a server may lack.
create function fold_text(input text) returns text language sql immutable parallel safe as
  $$ select lower(regexp_replace(normalize(input, NFKD), '[̀-ͯ]', '', 'g')) $$;

-- The words of a name; an e-mail address counts as one more word. The caller drops empty and repeated words: a plain expression can be inlined
-- by the planner, which is five times as fast.
create function words_in(name text) returns text[] language sql immutable parallel safe as
  $$ select regexp_split_to_array(fold_text(name), '[^[:alnum:]]+') || case when name like '%@%' then lower(name) end $$;

create table credential_names (
  owner_id bigint not null,
  name text collate "C" not null,
  primary key (owner_id, name)
);
create table credential_words (
  owner_id bigint not null,
  word text collate "C" not null,
  name text collate "C" not null,
  primary key (owner_id, word, name)
);

create function note_credential_names() returns trigger language plpgsql as $$
begin
  -- Ordered, so that two transactions do not deadlock. Nearly always all names are known.
  with fresh as (
    insert into credential_names (owner_id, name)
    select distinct made.owner_id, given.name collate "C"
    from made cross join lateral (values (customer_name), (label), (customer_email)) as given (name)
    where given.name <> '' and not exists (
      select from credential_names as known where known.owner_id = made.owner_id and known.name = given.name collate "C")
    order by 1, 2
    on conflict do nothing returning owner_id, name
  )
  insert into credential_words (owner_id, word, name)
  select owner_id, left(word, 60), name from fresh, unnest(words_in(name)) as word where word <> ''
  on conflict do nothing;
  -- A reference belongs to one credential, so it is always new.
  if exists (select from made where reference is not null) then
    insert into credential_words (owner_id, word, name)
    select owner_id, left(word, 60), reference from made, unnest(words_in(reference)) as word
    where reference is not null and word <> ''
    order by 1, 2, 3
    on conflict do nothing;
  end if;
  return null;
end $$;
create trigger credentials_names after insert on credentials
  referencing new table as made for each statement execute function note_credential_names();

-- Words of names that no credential has any more stay: they lead to no rows, and the name may be used again.
create function note_changed_names() returns trigger language plpgsql as $$
begin
  with fresh as (
    insert into credential_names (owner_id, name)
    select distinct new.owner_id, given.name collate "C"
    from (values (new.customer_name), (new.label), (new.customer_email)) as given (name)
    where given.name <> ''
    order by 1, 2
    on conflict do nothing returning owner_id, name
  )
  insert into credential_words (owner_id, word, name)
  select owner_id, left(word, 60), name from fresh, unnest(words_in(name)) as word where word <> ''
  on conflict do nothing;
  return null;
end $$;
create trigger credentials_names_changed after update of customer_name, label, customer_email on credentials
  for each row when (old.customer_name is distinct from new.customer_name or old.label is distinct from new.label
    or old.customer_email is distinct from new.customer_email)
  execute function note_changed_names();

-- Background jobs over many credentials: issuing from a file, or one action on a selection. A step commits some rows together with their
-- results, so that after a crash any node continues without doing a row twice.
create table issue_jobs (
  id bigint generated always as identity primary key,
  key text not null,           -- chosen by the client: repeating the request finds the same job
  owner_id bigint references owners,  -- null: credentials of any owner, by the operator's own users
  user_id bigint references users,
  actor text not null,         -- e-mail address at that time, for the audit log
  address text,
  file_name text not null,
  state text not null default 'running' check (state in ('running', 'finished', 'stopped')),
  total integer not null,
  issued integer not null default 0,
  failed integer not null default 0,
  created_at timestamptz not null,
  finished_at timestamptz,
  kind text not null default 'issue' check (kind in ('issue', 'renew', 'suspend', 'resume', 'revoke', 'change')),
  deed jsonb,                  -- parameters of the action, such as seconds or a label
  matching jsonb,              -- which credentials are still to be added as rows, and the progress; null: all are there
  stepped_at timestamptz       -- jobs take turns by this, so that a long one does not block the others
);
create unique index issue_jobs_key on issue_jobs (owner_id, key);
create unique index issue_jobs_key_all on issue_jobs (key) where owner_id is null;
create index issue_jobs_running on issue_jobs (id) where state = 'running';
create index issue_jobs_finished on issue_jobs (finished_at) where state <> 'running';

create table issue_job_rows (
  job_id bigint not null references issue_jobs on delete cascade,
  position integer not null,
  line integer not null,  -- in the file
  request jsonb not null,
  state text not null default 'pending' check (state in ('pending', 'issued', 'failed')),
  credential_id bigint,   -- known from the beginning unless the job issues
  problems jsonb not null default '[]',
  primary key (job_id, position)
);
create index issue_job_rows_pending on issue_job_rows (job_id, position) where state = 'pending';
create index issue_job_rows_failed on issue_job_rows (job_id, position) where state = 'failed';
create unique index issue_job_rows_credential on issue_job_rows (job_id, credential_id) where credential_id is not null;

-- Credentials whose data are mailed to the customer.
create table handovers (
  credential_id bigint primary key,
  owner_id bigint not null,
  recipient text not null,    -- of the last mail; reminders go there too
  language text not null,
  asked_at timestamptz not null,
  next_notice_at timestamptz  -- of the next reminder or the notice of expiry; null: none is left
);
create index handovers_notice on handovers (next_notice_at) where next_notice_at is not null;

-- Sessions of rovers ------------------------------------------------------------------------------------------------------------------------

-- Measured values are null if they were not measured.
create table sessions (
  id text primary key,
  node text not null,
  credential_id bigint,            -- null: open mountpoint, without a login
  username text not null,
  mountpoint text not null,
  station_id bigint,               -- of the last stream that was sent
  started_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  kick_reason text,                -- set to make the caster of this session end it
  bytes bigint not null default 0,
  address text not null,
  agent text not null,
  lat double precision,
  lng double precision,
  quality smallint,                -- of the last GGA: 4 is fixed, 5 float
  position_at timestamptz,
  positions integer not null default 0,
  fixed_positions integer not null default 0,
  notes jsonb not null default '[]',
  age_seconds double precision,    -- age of the corrections in the rover's last GGA
  median_age_seconds double precision,
  worst_age_seconds double precision,
  distance_km double precision,    -- from the rover's last position to its base
  base_changes integer,
  gaps integer,                    -- intervals without corrections
  longest_gap_seconds integer,
  data_at timestamptz,             -- when data was last sent
  told_at timestamptz              -- when the caster last reported: older rows say nothing about the present
);
create index sessions_credential on sessions (credential_id, started_at desc);
create index sessions_started on sessions (started_at);
create index sessions_ended on sessions (ended_at) where ended_at is not null;
create index sessions_located on sessions (started_at) where lat is not null;
-- Last known position of a credential. Without this index, a rover that reconnects every half minute and never sends a position would have
-- half a million sessions scanned.
create index sessions_last_place on sessions (credential_id, started_at desc) where lat is not null;
-- "node is not null" keeps the planner from this index unless the query names a node. admit_sessions looks up open sessions by credential; with
-- a plan made while the table was nearly empty, this index looked equally good and then read all open sessions for each rover.
create index sessions_open on sessions (node) where ended_at is null and node is not null;
create index sessions_open_credential on sessions (credential_id, started_at, id) where ended_at is null;

-- Admits sessions and creates their rows in one statement, so that a credential with one session has one in the whole network, even if it connects
-- to three casters in the same millisecond.
--   wanted: sessions to open, in their order.
--   held: the sessions are already live, because the database was unavailable or other nodes considered this caster dead. Sessions that were
--     stored before need only id and credential.
--   credential_ids: their distinct credentials.
--   ended: sessions of these credentials that the caster knows to have ended and has not stored yet.
-- Returns for each session whether it is admitted (the caster ends a held one that is not), and which sessions of this caster it replaces.
-- Returns no rows if this caster is dead, because its sessions would be too.
--
-- Laterals with "offset 0" and enable_seqscan = off force lookups by index: a plan that was cached while the tables were empty would otherwise be
-- used when ten thousand rovers connect.
create function admit_sessions(caster text, wanted json, held boolean, credential_ids bigint[], ended text[])
  returns table (id text, opened boolean, replaced text[]) language plpgsql set enable_seqscan = off as $$
#variable_conflict use_column
declare
  living text[];
  not_others text[] := ended;
  session record;
begin
  -- Serializes admissions of the same credential. Ordered, so that transactions do not deadlock; 1024 locks at most, so that the server's lock
  -- table has room however many rovers connect at once.
  perform pg_advisory_xact_lock(hashtext('vertice sessions'), rest) from (
    select distinct (credential_id % 1024)::int as rest from unnest(credential_ids) as credential_id order by 1) as rests;
  -- From here on, each statement sees what earlier admissions committed.
  living := array(select nodes.id from nodes where nodes.seen_at > (select nodes_dead_before()));
  if caster <> all (living) then
    return;
  end if;
  if held then
    not_others := ended || array(select w.id from json_to_recordset(wanted) as w (id text));
  end if;
  -- In the order of session ids, like update_sessions, so that the two do not deadlock.
  for session in
    with present as (
      -- Sessions that have ended, are unknown or were kicked take no place from a live one.
      select w.id, caster as node, w."credentialId" as credential_id, w.n, true as is_asked,
        coalesce(w."startedAt", s.started_at) is null or w.id in (select unnest(ended)) as is_over,
        coalesce(w."startedAt", s.started_at) as started_at, w.username, w.mountpoint, w.address, w.agent
      from rows from (json_to_recordset(wanted) as (id text, "credentialId" bigint, username text, mountpoint text, "startedAt" timestamptz,
          address text, agent text)) with ordinality
        as w (id, "credentialId", username, mountpoint, "startedAt", address, agent, n)
      left join lateral (select sessions.started_at from sessions where sessions.id = w.id and held offset 0) as s on true
      union all
      select s.id, s.node, wish.credential_id, 0, false, false, s.started_at, null, null, null, null
      from unnest(credential_ids) as wish (credential_id) cross join lateral (
        select sessions.id, sessions.node, sessions.started_at, sessions.kick_reason from sessions
        where sessions.credential_id = wish.credential_id and ended_at is null order by started_at, id offset 0
      ) as s cross join lateral (select credentials.when_full from credentials where credentials.id = wish.credential_id offset 0) as c
      where s.node = any (living) and s.id not in (select unnest(not_others)) and (s.kick_reason is null or (c.when_full = 'refuse' and not held))
    ), placed as (
      -- With 'refuse' the newest sessions are rejected, with 'replace' the oldest are replaced.
      select p.*, c.when_full,
        case c.when_full
          when 'refuse' then row_number() over by_age <= c.max_sessions
          else count(*) over (partition by p.credential_id, p.is_over) - row_number() over by_age < c.max_sessions
        end or p.is_over as fits
      from present p left join lateral (
        select credentials.max_sessions, credentials.when_full from credentials where credentials.id = p.credential_id offset 0
      ) as c on true
      window by_age as (partition by p.credential_id, p.is_over
        order by c.when_full = 'refuse' and p.is_asked, case when p.is_asked and not held then 'infinity' else p.started_at end, p.n)
    ), decided as materialized (
      select p.*, coalesce(p.fits, held) as stays,
        array_agg(p.id) filter (where p.node = caster and p.when_full = 'replace' and not p.fits and not (held and p.is_asked))
          over (partition by p.credential_id) as replaced
      from placed p
    ), made as (
      insert into sessions (id, node, credential_id, username, mountpoint, started_at, address, agent, kick_reason)
      select d.id, caster, d.credential_id, d.username, d.mountpoint, d.started_at, d.address, d.agent, case when not d.stays then 'replaced' end
      from decided d where d.is_asked and d.username is not null and (d.stays or held or d.when_full = 'replace')
      on conflict do nothing
    )
    select d.id, d.node, d.is_asked, d.stays, d.when_full, d.replaced from decided d
    where d.is_asked or (d.when_full = 'replace' and not d.stays) order by d.id
  loop
    if not session.is_asked then
      update sessions set kick_reason = 'replaced' where sessions.id = session.id and ended_at is null and kick_reason is null;
      if found and session.node <> caster then
        perform pg_notify('sessions_kicked', session.id);
      end if;
    else
      if held and session.stays then
        update sessions set ended_at = null, end_reason = null
        where sessions.id = session.id and sessions.node = caster and end_reason = 'node_lost';
      end if;
      id := session.id;
      opened := session.stays or (session.when_full = 'replace' and not held);
      replaced := session.replaced;
      return next;
    end if;
  end loop;
end $$;

-- Stores the state of thousands of sessions. A loop over the primary key: as one statement, the planner joins the rows to each other, which took 2 ms
-- per session for 2,000. A session that was stored as lost with its node still gets its real end.
create function update_sessions(updates json) returns void language plpgsql set enable_seqscan = off as $$
declare
  session record;
begin
  for session in
    select * from json_to_recordset(updates) as u (id text, "stationId" bigint, bytes bigint, lat double precision, lng double precision,
      quality smallint, "positionAt" timestamptz, positions integer, "fixedPositions" integer, notes jsonb, "ageSeconds" double precision,
      "medianAgeSeconds" double precision, "worstAgeSeconds" double precision, "distanceKm" double precision, "baseChanges" integer,
      gaps integer, "longestGapSeconds" integer, "dataAt" timestamptz, "toldAt" timestamptz, "endedAt" timestamptz, "endReason" text)
    order by u.id
  loop
    update sessions set station_id = session."stationId", bytes = session.bytes, lat = session.lat, lng = session.lng, quality = session.quality,
      position_at = session."positionAt", positions = session.positions, fixed_positions = session."fixedPositions", notes = session.notes,
      age_seconds = session."ageSeconds", median_age_seconds = session."medianAgeSeconds", worst_age_seconds = session."worstAgeSeconds",
      distance_km = session."distanceKm", base_changes = session."baseChanges", gaps = session.gaps, longest_gap_seconds = session."longestGapSeconds",
      data_at = session."dataAt", told_at = session."toldAt", ended_at = session."endedAt", end_reason = session."endReason"
    where sessions.id = session.id and (ended_at is null or (end_reason = 'node_lost' and session."endedAt" is not null));
  end loop;
end $$;

-- Rejected connections. The same rejection within a minute increments "times". Each of the three groups of reasons below has its own maximum
-- number of rows, so that strangers cannot push out what customers look for.
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
create index refusals_same on refusals (username, address, mountpoint, reason, last_at desc);
-- The client knew a valid password.
create index refusals_admitted on refusals (id)
  where reason not in ('no_credentials', 'unknown_user', 'email_as_user', 'bad_password', 'guessed_at', 'unknown_mountpoint', 'unavailable');
-- The client knew or guessed an existing user name.
create index refusals_guesses on refusals (id)
  where reason in ('no_credentials', 'unknown_user', 'email_as_user', 'bad_password', 'guessed_at', 'unknown_mountpoint', 'unavailable')
    and credential_id is not null;
create index refusals_unknown on refusals (id)
  where reason in ('no_credentials', 'unknown_user', 'email_as_user', 'bad_password', 'guessed_at', 'unknown_mountpoint', 'unavailable')
    and credential_id is null;

-- Throttle for wrong passwords over all casters, by hash of a user name or of user name and address: the time at which the debt is paid off.
-- Unlogged: losing it in a crash is acceptable.
create unlogged table guess_debts (
  key text primary key,
  paid_at timestamptz not null
);

-- Values of the dashboard, every five minutes ("at" is the end of the interval), kept for two periods of thirty days. Owner 0 is the total and is
-- always written: if its row is missing, the interval was not measured.
create table network_figures (
  owner_id bigint not null,
  at timestamptz not null,
  rovers integer not null,  -- connected at that time
  told integer,             -- rovers that reported a fix quality within the interval
  fixed integer,            -- of those, with a fixed solution
  open_bytes bigint,        -- sent so far in sessions open at that time
  bytes bigint,             -- sent within the interval; null: the previous interval was not measured
  primary key (owner_id, at)
);
create index network_figures_at on network_figures (at);

-- Rejected connections per interval, added by each caster. No row: none.
create table refusal_figures (
  owner_id bigint not null,  -- 0: total, including those of unknown owner
  at timestamptz not null,
  times bigint not null,
  primary key (owner_id, at)
);
create index refusal_figures_at on refusal_figures (at);

-- Products and orders -----------------------------------------------------------------------------------------------------------------------

-- group_id has no foreign key, here and in orders: a product that is no longer sold, or an old order, may name a deleted group.
create table products (
  id bigint generated always as identity primary key,
  owner_id bigint not null references owners,
  name text not null,
  validity_seconds integer not null,
  serves text not null check (serves in ('station', 'network', 'place', 'group')),  -- place: by the place where the customer works
  station_id bigint references stations,
  amount_minor bigint not null check (amount_minor > 0),  -- in the smallest unit of the currency
  currency text not null,
  active boolean not null default true,
  in_shop boolean not null default false,
  created_at timestamptz not null,
  fence jsonb,            -- geofence of the credentials sold
  group_id bigint,
  check ((serves = 'station') = (station_id is not null)),
  constraint products_group check ((serves = 'group') = (group_id is not null))
);
create index products_owner on products (owner_id, id);
create index products_in_shop on products (id) where in_shop and active;
create index products_offering on products (owner_id, validity_seconds) where active;
create index products_group on products (group_id) where group_id is not null;

create table orders (
  id bigint generated always as identity primary key,
  owner_id bigint not null references owners,
  product_id bigint references products,
  product_name text,              -- at the time of the order
  customer_name text not null,
  customer_email text not null,
  language text not null,         -- of mails to the customer
  station_id bigint references stations,  -- with group_id null: the network mountpoint
  validity_seconds integer not null,
  starts_at timestamptz,          -- null: at payment
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  state text not null default 'pending' check (state in ('pending', 'paid', 'cancelled')),
  created_at timestamptz not null,
  key text not null,              -- secret in the address of the customer's page
  client text,                    -- client address of an order from the shop, for its limits
  paid_at timestamptz,
  paid_by text,                   -- by hand, or the provider
  payment_reference text,         -- the provider's
  payment_note text,              -- for a payment by hand
  credential_id bigint,
  cancelled_at timestamptz,
  refund_note text,
  refund_noted_at timestamptz,
  payment_problem text,           -- a payment that could not be used: an operator has to act
  checkout_id text,               -- the provider's payment page
  checkout_url text,
  checkout_expires_at timestamptz,
  place_lat double precision,
  place_lng double precision,
  label text,                     -- for the credential
  fence jsonb,                    -- geofence of the product at the time of the order
  group_id bigint,
  check ((state = 'paid') = (credential_id is not null and paid_at is not null and paid_by is not null)),
  check ((state = 'cancelled') = (cancelled_at is not null)),
  constraint orders_place check ((place_lat is null) = (place_lng is null)),
  constraint orders_one_access check (station_id is null or group_id is null)
);
create unique index orders_key on orders (key);
create unique index orders_credential on orders (credential_id) where credential_id is not null;
create index orders_owner on orders (owner_id, id);
create index orders_state on orders (state, id);
create index orders_owner_state on orders (owner_id, state, id);
create index orders_problem on orders (id) where payment_problem is not null;
create index orders_group on orders (group_id) where group_id is not null;
create index orders_by_customer on orders (owner_id, customer_of(customer_email, customer_name), id)
  where customer_of(customer_email, customer_name) is not null;
-- Limits of the shop: open orders per client address and per e-mail address.
create index orders_client on orders (client, created_at) where client is not null;
create index orders_open_email on orders (lower(customer_email), created_at) where client is not null and state = 'pending';

-- Search index: the words of a customer, each with its orders, newest first, so that a page of matches is one range of an index.
create table order_words (
  owner_id bigint not null,
  word text collate "C" not null,
  recency bigint not null,  -- the negated order id
  primary key (owner_id, word, recency)
);
create index order_words_all on order_words (word, recency);

create function order_words_of(customer_name text, customer_email text) returns text[] language sql immutable parallel safe as
  $$ select regexp_split_to_array(fold_text(customer_name), '[^[:alnum:]]+') || lower(customer_email) $$;

create function note_order_words() returns trigger language plpgsql as $$
begin
  insert into order_words (owner_id, word, recency)
  select owner_id, left(word, 60), -id from made, unnest(order_words_of(customer_name, customer_email)) as word where word <> ''
  on conflict do nothing;
  return null;
end $$;
create trigger orders_words after insert on orders
  referencing new table as made for each statement execute function note_order_words();

-- Notifications of payment providers and their outcome; a repeated one increments "times".
create table payment_notices (
  provider text not null,
  notice_id text not null,
  type text not null,
  order_id bigint references orders,  -- null: it names no order of ours
  outcome text not null,
  reference text,
  amount_minor bigint,
  currency text,
  times integer not null default 1,
  received_at timestamptz not null,
  last_received_at timestamptz not null,
  primary key (provider, notice_id)
);
create index payment_notices_order on payment_notices (order_id, received_at) where order_id is not null;
create index payment_notices_received on payment_notices (received_at);

-- Webhooks and events -----------------------------------------------------------------------------------------------------------------------

create table webhooks (
  id bigint generated by default as identity primary key,
  owner_id bigint not null references owners,
  url text not null,
  event_types text[] not null,
  secret bytea not null,
  created_at timestamptz not null,
  deactivated_at timestamptz,
  last_delivery_at timestamptz,
  consecutive_failures integer not null default 0,
  failing_since timestamptz,
  previous_secret bytea,             -- signs too, until previous_secret_until
  previous_secret_until timestamptz,
  deactivation_reason text
);
create index webhooks_owner on webhooks (owner_id, id);

-- A replaced secret keeps signing for a day, even if its successor is replaced within that day: secrets before previous_secret are here.
create table older_webhook_secrets (
  id bigint generated by default as identity primary key,
  webhook_id bigint not null references webhooks,
  secret bytea not null,
  signs_until timestamptz not null
);
create index older_webhook_secrets_webhook on older_webhook_secrets (webhook_id, signs_until);

-- Written in the transaction of the change. "body" holds the bytes that are signed and sent.
create table events (
  id text primary key,
  owner_id bigint,  -- null: for all owners, such as events of stations
  type text not null,
  credential_id bigint,
  created_at timestamptz not null,
  body text not null
);
create index events_of_owner on events (owner_id, type, id);
create index events_common on events (type, id) where owner_id is null;

create table deliveries (
  id bigint generated always as identity primary key,
  event_id text not null,
  webhook_id bigint not null references webhooks,
  state text not null default 'pending',  -- pending, delivered, failed
  attempts integer not null default 0,
  -- Earliest time of the next attempt. A worker that takes the delivery moves this to the end of its lease; if the worker dies, the delivery
  -- becomes due again.
  due_at timestamptz not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  event_type text not null  -- repeats the event's, so that deliveries are filtered by an index
);
create index deliveries_of_webhook on deliveries (webhook_id, due_at) where state = 'pending';
create index deliveries_finished on deliveries (finished_at) where state <> 'pending';
create index deliveries_listed on deliveries (webhook_id, state, event_type, id);

create table delivery_attempts (
  id bigint generated always as identity primary key,
  delivery_id bigint not null references deliveries on delete cascade,
  at timestamptz not null,
  status integer,
  duration_ms integer not null,
  response text not null,
  request json,  -- address and headers
  error jsonb
);
create index delivery_attempts_delivery on delivery_attempts (delivery_id);

-- Creates the deliveries in the transaction that writes the events. Webhooks of an organization also receive the events of its test space, which
-- are marked; webhooks of a test space receive only those. Events without an owner go to every webhook that subscribes to them.
create function owe_deliveries() returns trigger language plpgsql as $$
declare
  owed boolean;
begin
  insert into deliveries (event_id, webhook_id, event_type, due_at, created_at)
  select written.id, webhooks.id, written.type, written.created_at, written.created_at
  from written join owners on owners.id = written.owner_id
    join webhooks on webhooks.owner_id = any (array[owners.id, owners.test_of])
  where webhooks.deactivated_at is null and written.type = any (webhooks.event_types);
  owed := found;
  -- Separate, so that issuing a credential never reads webhooks of other owners.
  if exists (select from written where owner_id is null) then
    insert into deliveries (event_id, webhook_id, event_type, due_at, created_at)
    select written.id, webhooks.id, written.type, written.created_at, written.created_at
    from written cross join webhooks
    where written.owner_id is null and webhooks.deactivated_at is null and written.type = any (webhooks.event_types);
    owed := owed or found;
  end if;
  if owed then
    notify deliveries;
  end if;
  return null;
end $$;
create trigger events_owe_deliveries after insert on events
  referencing new table as written for each statement execute function owe_deliveries();

-- Mail --------------------------------------------------------------------------------------------------------------------------------------

-- Why mails wait for a quota. One row per hold, because an owner can have any number of mails waiting and a poll must not read all of them. A
-- hold names no mailbox, so that erasing a customer's mails erases all of their data.
create table mail_holds (
  id bigint generated always as identity primary key,
  owner_id bigint not null references owners,
  whose text not null check (whose in ('owner', 'recipient')),  -- all mails of the owner, or those whose held_by names this hold
  kinds text[] not null,
  most integer not null,  -- mails per day
  until timestamptz not null
);
create unique index mail_holds_owner on mail_holds (owner_id) where whose = 'owner';
create index mail_holds_ended on mail_holds (until) where whose = 'recipient';

-- Written in the transaction of what they report. "data" holds facts; the text is made when the mail is sent.
create table mails (
  id bigint generated always as identity primary key,
  owner_id bigint references owners,  -- null: to a user of the operator
  kind text not null,
  key text not null unique,           -- what the mail is about: prevents a second mail about the same
  recipient text not null,
  data jsonb not null,
  state text not null default 'pending',  -- pending, sent, failed
  attempts integer not null default 0,
  due_at timestamptz not null,        -- earliest time of the next attempt, or end of the lease, as in deliveries
  created_at timestamptz not null,
  sent_at timestamptz,
  credential_id bigint,               -- mails about a credential are kept longer
  last_error jsonb,
  quota_at timestamptz,               -- when it was counted against the quotas of owner and recipient; null: not counted
  held_by bigint references mail_holds on delete set null
);
-- One mailbox, however its address is spelled.
create function mailbox_of(recipient text) returns text language sql immutable
  return lower(regexp_replace(recipient, '\+[^@]*@', '@'));
-- Owners take turns within each kind; held mails are skipped.
create index mails_turns on mails (kind, (quota_at is not null), coalesce(owner_id, 0), due_at, id) where state = 'pending' and held_by is null;
create index mails_held on mails (held_by, id) where held_by is not null;
create index mails_to_mailbox on mails (owner_id, mailbox_of(recipient), held_by, id) where state = 'pending' and quota_at is null;
create index mails_quota_owner on mails (owner_id, quota_at) where quota_at is not null;
create index mails_quota_mailbox on mails (mailbox_of(recipient), quota_at) where quota_at is not null;
create index mails_credential on mails (credential_id, id) where credential_id is not null;
create index mails_by_recipient on mails (owner_id, lower(recipient), id);
create index mails_age on mails (created_at) where credential_id is null;
create index mails_customer_age on mails (created_at) where credential_id is not null;
-- Metrics count these every few seconds.
create index mails_retried on mails (created_at) where state = 'pending' and last_error is not null;
create index mails_failed on mails (created_at) where state = 'failed';

create function announce_mails() returns trigger language plpgsql as $$
begin
  notify mails;
  return null;
end $$;
-- For each row, because a statement that wrote none must not wake the workers. PostgreSQL sends equal notifications of a transaction once.
create trigger mails_announced after insert on mails for each row execute function announce_mails();

-- Alerts ------------------------------------------------------------------------------------------------------------------------------------

-- Conditions that need an operator. At most one row is open per kind and subject.
create table alerts (
  id bigint generated always as identity primary key,
  kind text not null,
  subject text not null,            -- station:7, webhook:3, disk:host:/path
  subject_id bigint,                -- of a station or a webhook
  name text,                        -- of the subject at that time
  params jsonb,                     -- the last values
  simulated boolean not null default false,
  since timestamptz,                -- when it began, if known
  opened_at timestamptz not null,   -- when it was noticed
  seen_at timestamptz not null,
  ended_at timestamptz,
  times integer not null default 1, -- how often it ended and returned within the delay
  acknowledged_at timestamptz,
  acknowledged_by text,
  mailed_at timestamptz,
  end_mailed_at timestamptz
);
create unique index alerts_open on alerts (kind, subject) where ended_at is null;
create index alerts_ended on alerts (ended_at) where ended_at is not null;

create table alert_settings (
  id integer primary key default 1 check (id = 1),
  recipients text[] not null default '{}',
  muted text[] not null default '{}',  -- kinds without mails; kinds that a later release adds are mailed
  delay_minutes integer not null default 5,
  quiet_minutes integer not null default 60,
  language text not null default 'es',
  disk_free_percent integer not null default 10,
  certificate_days integer not null default 14
);
insert into alert_settings default values;

-- What each machine reports about its disks and certificates. Reports that are some minutes old are ignored.
create table machine_reports (
  machine text not null,
  kind text not null,  -- disk, certificate
  path text not null,
  figures jsonb not null,
  at timestamptz not null default now(),
  primary key (machine, kind, path)
);

-- Incidents and the status page -------------------------------------------------------------------------------------------------------------

create table incidents (
  id bigint generated always as identity primary key,
  title text not null,
  impact text not null check (impact in ('degraded', 'outage', 'maintenance')),
  station_ids bigint[] not null,  -- empty: the whole network
  created_at timestamptz not null
);

-- The last note is the state of the incident.
create table incident_notes (
  id bigint generated always as identity primary key,
  incident_id bigint not null references incidents on delete cascade,
  stage text not null check (stage in ('scheduled', 'investigating', 'identified', 'monitoring', 'resolved')),
  text text not null,
  created_at timestamptz not null
);
create index incident_notes_of on incident_notes (incident_id, id);

-- Until they confirm their address, subscribers receive only the mail that asks for it.
create table status_subscribers (
  id bigint generated always as identity primary key,
  email text not null,
  language text not null check (language in ('es', 'en')),
  key text not null unique,  -- in the links of their mails
  created_at timestamptz not null,
  confirmed_at timestamptz
);
create unique index status_subscribers_email on status_subscribers (lower(email));
create index status_subscribers_unconfirmed on status_subscribers (created_at) where confirmed_at is null;

-- Audit log ---------------------------------------------------------------------------------------------------------------------------------

-- Append-only. No foreign keys: an entry never depends on another table.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  user_id bigint,       -- null: a command on the server, or a client that is not signed in
  actor text not null,  -- e-mail address at that time
  action text not null,
  subject_kind text,
  subject_id bigint,
  owner_id bigint,      -- of the subject
  details jsonb not null default '{}',
  address text,
  actor_kind text not null,
  token_id bigint,
  request_id text,
  constraint audit_log_actor_kind check (actor_kind in ('person', 'token', 'command', 'system'))
);
-- Newest first under each filter; every index includes the time.
create index audit_log_at on audit_log (at, id);
create index audit_log_actor on audit_log (lower(actor), at, id);
create index audit_log_action on audit_log (action, at, id);
create index audit_log_kind on audit_log (subject_kind, at, id);
create index audit_log_subject on audit_log (subject_kind, subject_id, at, id);
create index audit_log_mailed_to on audit_log (lower(details->>'to')) where details->>'to' is not null;

-- A hash chain over ranges of the log. Comparing one seal with a copy that is kept elsewhere proves that nothing before it was changed, removed or
-- inserted.
create table audit_seals (
  number bigint primary key check (number > 0),
  part text not null check (part in ('log', 'issued')),  -- the log, or credentials issued by the API
  after_id bigint not null,     -- the range: after_id < id <= last_id
  last_id bigint not null,
  rows integer not null,
  digest bytea not null,        -- of the rows
  hash bytea not null,          -- of all of the above and the hash of the previous seal
  sealed_at timestamptz not null,
  pruned_at timestamptz,        -- when retention removed its rows; the seal stays
  check (last_id > after_id)
);
create index audit_seals_of_part on audit_seals (part, number);
create index audit_seals_kept on audit_seals (number) where part = 'log' and pruned_at is null;

-- Days that the log is kept; no row: for ever. Only the owner of the tables writes it, from RETENTION, when migrating or starting a worker.
create table audit_retention (
  id boolean primary key default true check (id),
  days integer not null check (days >= 90)
);

-- prune_audit and erase_in_audit are the only ways to change the log. The setting alone grants nothing: the service's role has no privilege to
-- update or delete.
create function forbid_change() returns trigger language plpgsql as $$
begin
  if current_setting('vertice.audit_change', true) = 'prune' and (tg_table_name, tg_op) in (('audit_log', 'DELETE'), ('audit_seals', 'UPDATE'))
    or current_setting('vertice.audit_change', true) = 'erase' and (tg_table_name, tg_op) = ('audit_log', 'UPDATE') then
    return null;
  end if;
  raise exception '% can only grow', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger audit_log_grows before update or delete or truncate on audit_log
  for each statement execute function forbid_change();
create trigger audit_seals_grow before update or delete or truncate on audit_seals
  for each statement execute function forbid_change();
-- "always": also in sessions with session_replication_role = replica.
alter table audit_log enable always trigger audit_log_grows;
alter table audit_seals enable always trigger audit_seals_grow;

-- Removes what names a customer: the name, a recipient, a search text, a note on a payment; and the reference to the entry that reports an erasure.
-- Seals leave these out, so that they can be erased while everything else stays sealed.
create function without_customer(details jsonb) returns jsonb language sql immutable parallel safe
  return details - '{customer,to,q,note,erased}'::text[];

-- Deletes the rows of the oldest seals, as long as all rows of a seal are older than older_than and the retention, about 10,000 at a time, and logs it.
-- Returns how many, or null if there is nothing to delete.
create function prune_audit(older_than timestamptz) returns integer language plpgsql security definer as $$
declare
  bound timestamptz;
  seal record;
  removed integer;
  entries integer := 0;
  up_to bigint;
begin
  select least(older_than, now() - make_interval(days => days)) into bound from audit_retention;
  if bound is null then
    return null;
  end if;
  perform set_config('vertice.audit_change', 'prune', true);
  for seal in
    select number, after_id, last_id from audit_seals where part = 'log' and pruned_at is null order by number limit 2000 for update
  loop
    exit when entries >= 10000 or exists (select from audit_log where id > seal.after_id and id <= seal.last_id and at >= bound);
    delete from audit_log where id > seal.after_id and id <= seal.last_id;
    get diagnostics removed = row_count;
    update audit_seals set pruned_at = now() where number = seal.number;
    entries := entries + removed;
    up_to := seal.number;
  end loop;
  perform set_config('vertice.audit_change', '', true);
  if up_to is null then
    return null;
  end if;
  insert into audit_log (at, actor_kind, actor, action, details) values (now(), 'system', 'retention', 'audit.pruned', jsonb_build_object(
    'entries', entries, 'before', to_char(bound at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'upToSeal', up_to));
  return entries;
end $$;

-- Removes what names a customer from entries about these credentials and orders, mails to these addresses and exports that searched for them, and
-- logs it. Refuses while a credential or an order still names the customer.
create function erase_in_audit(credentials bigint[], orders bigint[], texts text[]) returns integer language plpgsql security definer as $$
declare
  ids bigint[];
  told bigint;
begin
  if exists (select from credentials c where c.id = any ($1) and coalesce(c.customer_name, c.customer_email, c.label) is not null)
    or exists (select from orders o where o.id = any ($2) and o.customer_email <> '')
    or exists (select from unnest(texts) as given (address) cross join owners
      join credential_words w on w.owner_id = owners.id and w.word = left(lower(given.address), 60) collate "C"
      join credentials c on c.owner_id = w.owner_id and c.customer_email = w.name collate "default"
      where lower(w.name) = lower(given.address) collate "C")
    or exists (select from unnest(texts) as given (address) join order_words w on w.word = left(lower(given.address), 60) collate "C"
      join orders o on o.id = -w.recency where lower(o.customer_email) = lower(given.address)) then
    raise exception 'a credential or an order still names this customer: run "vertice customer erase" again' using errcode = 'restrict_violation';
  end if;
  select array_agg(id) into ids from (
    select id from audit_log
    where id in (
      select id from audit_log where subject_kind = 'credential' and subject_id = any ($1)
      union select id from audit_log where subject_kind = 'order' and subject_id = any ($2)
      union select id from audit_log where action = 'credentials.exported' and lower(details->>'q') = any (texts)
      union select id from audit_log where details->>'to' is not null and lower(details->>'to') = any (texts)
    ) and details ?| '{customer,to,q,note}' for update
  ) as named;
  if ids is null then
    return 0;
  end if;
  insert into audit_log (at, actor_kind, actor, action, details)
  select now(), 'system', 'erasure', 'audit.erased', jsonb_build_object('entries', cardinality(ids),
    'credentials', coalesce(jsonb_agg(distinct subject_id) filter (where subject_kind = 'credential'), '[]'),
    'orders', coalesce(jsonb_agg(distinct subject_id) filter (where subject_kind = 'order'), '[]'))
  from audit_log where id = any (ids)
  returning id into told;
  perform set_config('vertice.audit_change', 'erase', true);
  update audit_log set details = without_customer(details) || jsonb_build_object('erased', told) where id = any (ids);
  perform set_config('vertice.audit_change', '', true);
  return cardinality(ids);
end $$;

-- Both run with their owner's rights, so their search path must not contain objects of the caller. Only the owner and roles granted by the owner
-- may run them.
do $$
begin
  execute format('alter function prune_audit(timestamptz) set search_path = pg_catalog, %I, pg_temp', current_schema());
  execute format('alter function erase_in_audit(bigint[], bigint[], text[]) set search_path = pg_catalog, %I, pg_temp', current_schema());
end $$;
revoke execute on function prune_audit(timestamptz), erase_in_audit(bigint[], bigint[], text[]) from public;

-- Nodes -------------------------------------------------------------------------------------------------------------------------------------

-- Running processes. A node sends a heartbeat every two seconds. All times are the database's.
create table nodes (
  id text primary key,              -- of one run: a restarted process is another node
  name text not null,
  machine text not null default '', -- several processes of a machine may share the caster's port
  roles text[] not null,
  version text not null,
  started_at timestamptz not null default clock_timestamp(),
  seen_at timestamptz not null,
  heard_since timestamptz not null default clock_timestamp(),  -- without a missed heartbeat since then
  draining_since timestamptz,       -- set to make its caster disconnect its rovers
  rovers integer,                   -- null: no caster
  stations integer,                 -- whose streams it receives
  bus text check (bus in ('up', 'away')),  -- null: no bus configured
  lag_ms integer not null default 0
) with (fillfactor = 50);           -- every row is updated every two seconds

-- True if at most one heartbeat is missing.
create function node_is_heard(seen_at timestamptz) returns boolean language sql stable as
  $$ select seen_at > now() - interval '4 seconds' $$;

-- The one rule for dead nodes: those whose last heartbeat is before this time. A node is dead after ten seconds without a heartbeat, and only if
-- another node sent heartbeats all that time: after an outage of the database all nodes were silent, and each gets time to return. Its sessions
-- and leases are then free. "(select nodes_dead_before())" is evaluated once per statement.
create function nodes_dead_before() returns timestamptz language sql stable as $$
  select case
    when exists (select from nodes where node_is_heard(seen_at) and heard_since < now() - interval '10 seconds') then now() - interval '10 seconds'
    else '-infinity'
  end
$$;

-- Machines whose clock differs from the database's; repeated every half minute while it does.
create table clock_skews (
  host text primary key,
  seconds double precision not null,
  since timestamptz not null default now(),
  seen_at timestamptz not null default now()
);

-- One row, written now and then to check that the database accepts writes.
create table write_probe (
  id boolean primary key default true check (id),
  written_at timestamptz not null default now()
);
