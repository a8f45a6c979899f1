-- Client certificates with which stations push over TLS, pinned by their fingerprint. One certificate proves one source of one station.
-- No foreign key: stations are archived, never deleted, and a backup of the database may bring them in any order.
create table station_certificates (
  fingerprint text primary key check (fingerprint ~ '^[0-9a-f]{64}$'),   -- SHA-256
  station_id bigint not null,
  source text not null check (source in ('first', 'backup')),
  subject text not null,
  valid_from timestamptz not null,
  valid_until timestamptz not null,
  added_at timestamptz not null
);
create index station_certificates_station on station_certificates (station_id);

-- True: beside the password; false: a certificate is enough, and so is the password.
alter table stations add certificate_required boolean not null default false;

create trigger station_certificates_revision after insert or delete or truncate or update on station_certificates
  for each statement execute function count_revision('stations');

-- Casters look at once: whoever pushes with one that was removed has to go, and stations are asked for theirs from now on.
create function tell_certificates_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('certificates_changed', '');
  return null;
end $$;
create trigger station_certificates_told after insert or delete or update on station_certificates
  for each statement execute function tell_certificates_changed();
create trigger stations_certificate_required_told after update of certificate_required on stations
  for each row when (old.certificate_required <> new.certificate_required) execute function tell_certificates_changed();
