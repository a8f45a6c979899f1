-- What the operator tells everybody about the network: an incident or announced work, as notes in the order in which they were
-- written. How it stands is what the last note says.
create table incidents (
  id bigint generated always as identity primary key,
  title text not null,
  impact text not null check (impact in ('degraded', 'outage', 'maintenance')),
  -- Empty: the whole network.
  station_ids bigint[] not null,
  created_at timestamptz not null
);

create table incident_notes (
  id bigint generated always as identity primary key,
  incident_id bigint not null references incidents on delete cascade,
  stage text not null check (stage in ('scheduled', 'investigating', 'identified', 'monitoring', 'resolved')),
  text text not null,
  created_at timestamptz not null
);
create index incident_notes_of on incident_notes (incident_id, id);

-- Who wants to hear of them by mail. Until they have confirmed that the address is theirs they are sent nothing else.
create table status_subscribers (
  id bigint generated always as identity primary key,
  email text not null,
  language text not null check (language in ('es', 'en')),
  -- In the links of their mails.
  key text not null unique,
  created_at timestamptz not null,
  confirmed_at timestamptz
);
create unique index status_subscribers_email on status_subscribers (lower(email));
create index status_subscribers_unconfirmed on status_subscribers (created_at) where confirmed_at is null;
