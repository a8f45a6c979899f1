-- What needs somebody, from its beginning to its end, and whether anybody was told. One row is open of each kind and subject.
create table alerts (
  id bigint generated always as identity primary key,
  kind text not null,
  subject text not null, -- what it is about: station:7, webhook:3, disk:host:/path
  subject_id bigint, -- of a station or a webhook
  name text, -- as it was called then
  params jsonb, -- figures, as they were last seen
  simulated boolean not null default false,
  since timestamptz, -- when it began, if that is known
  opened_at timestamptz not null, -- when it was noticed
  seen_at timestamptz not null,
  ended_at timestamptz,
  times integer not null default 1, -- it went and came again within the delay
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
  muted text[] not null default '{}', -- what nobody wants mails of; what a later release adds is wanted
  delay_minutes integer not null default 5,
  quiet_minutes integer not null default 60,
  language text not null default 'es',
  disk_free_percent integer not null default 10,
  certificate_days integer not null default 14
);
insert into alert_settings default values;

-- What a machine says of its disks and certificates. Whoever says nothing for minutes is not there.
create table machine_reports (
  machine text not null,
  kind text not null, -- disk, certificate
  path text not null,
  figures jsonb not null,
  at timestamptz not null default now(),
  primary key (machine, kind, path)
);

-- How many wait after an attempt is asked every few seconds, whatever else waits.
create index mails_retried on mails (created_at) where state = 'pending' and last_error is not null;
