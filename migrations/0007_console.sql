-- People who use the administration area.
create table users (
  id bigint generated always as identity primary key,
  email text not null,
  name text not null,
  role text not null check (role in ('administrator', 'operator', 'viewer', 'reseller')),
  owner_id bigint references owners,  -- a reseller sees only this owner's things
  language text check (language in ('es', 'en')),
  password_hash text,                 -- Argon2id with its parameters; null: not chosen yet
  totp_secret bytea,                  -- encrypted; null: no second factor
  totp_pending bytea,                 -- encrypted; one that is being set up
  totp_last_step bigint not null default 0,  -- a code is good once
  created_at timestamptz not null,
  disabled_at timestamptz,
  check ((role = 'reseller') = (owner_id is not null))
);
create unique index users_email on users (lower(email));

-- Used ones stay until the codes are renewed. A code has 79 random bits, so a plain hash is enough.
create table recovery_codes (
  user_id bigint not null references users,
  hash bytea not null,
  used_at timestamptz,
  primary key (user_id, hash)
);

-- One-time links. A row goes when its link is used.
create table login_links (
  hash bytea primary key,
  purpose text not null check (purpose in ('setup', 'invitation', 'reset')),
  user_id bigint references users,  -- null: the first administrator, who is not there yet
  created_at timestamptz not null,
  expires_at timestamptz,
  check ((purpose = 'setup') = (user_id is null))
);
create index login_links_user on login_links (user_id);

-- Who is signed in. A row goes when its session ends; that it was there is in the audit log.
create table console_sessions (
  id bigint generated always as identity primary key,
  hash bytea not null,
  user_id bigint not null references users,
  stage text not null check (stage in ('second_factor', 'signed_in')),
  created_at timestamptz not null,
  seen_at timestamptz not null,
  address text not null,
  agent text
);
create unique index console_sessions_hash on console_sessions (hash);
create index console_sessions_user on console_sessions (user_id);

-- Browsers that a user was signed in with.
create table known_devices (
  hash bytea not null,
  user_id bigint not null references users,
  seen_at timestamptz not null,
  primary key (hash, user_id)
);
create index known_devices_user on known_devices (user_id);

-- Failed attempts to sign in, by what they have in common; losing it in a crash is fine.
create unlogged table login_throttles (
  key bytea primary key,
  failures integer not null,
  last_at timestamptz not null,
  blocked_until timestamptz
);

-- Who did what. It can only grow. No foreign keys: whatever happens to other tables, this one stays as it is.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  user_id bigint,        -- null: a command on the server, or somebody not signed in
  actor text not null,   -- the e-mail address as it was then
  action text not null,
  subject_kind text,
  subject_id bigint,
  owner_id bigint,       -- whose thing it was done to
  details jsonb not null default '{}',
  address text
);

create function forbid_change() returns trigger language plpgsql as $$
begin
  raise exception '% can only grow', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger audit_log_grows before update or delete or truncate on audit_log
  for each statement execute function forbid_change();
-- Also for a session that says it is a replica, where ordinary triggers sleep.
alter table audit_log enable always trigger audit_log_grows;
