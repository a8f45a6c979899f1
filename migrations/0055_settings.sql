-- What operators set in the console. Null: nothing was set here, and the default holds; a variable of the environment is above both.
create table settings (
  id smallint primary key default 1 check (id = 1),
  accent text check (accent ~ '^#[0-9a-f]{6}$'),
  smtp_host text,
  smtp_port integer check (smtp_port between 1 and 65535),
  smtp_security text check (smtp_security in ('tls', 'starttls', 'none')),
  smtp_user text,
  smtp_password bytea, -- encrypted
  mail_from text,
  bank_details text,
  shop boolean,
  status_page boolean,
  map_tiles_url text,
  map_attribution text,
  -- Of the logos, which are apart: they are read when these change.
  logo_hash text,
  logo_dark_hash text,
  check ((smtp_host is null) = (smtp_port is null) and (smtp_host is null) = (smtp_security is null)),
  check ((map_tiles_url is null) = (map_attribution is null))
);
insert into settings default values;

create table logos (
  theme text primary key check (theme in ('light', 'dark')),
  kind text not null check (kind in ('png', 'jpeg')),
  content bytea not null
);

insert into revisions (topic) values ('settings');
create trigger settings_revision after insert or delete or truncate or update on settings
  for each statement execute function count_revision('settings');
