-- A second source behind a station: another push with a password of its own, a pull, or another station. One of them at most.
-- No foreign key: stations are archived, never deleted, and a backup of the database may bring them in any order.
alter table stations
  add backup_push_secret bytea,     -- encrypted
  add backup_pull_url text,         -- without user and password
  add backup_pull_login bytea,      -- encrypted: user:password
  add backup_station_id bigint,
  add constraint stations_one_backup check (num_nonnulls(backup_push_secret, backup_pull_url, backup_station_id) <= 1),
  add constraint stations_backup_is_another check (backup_station_id <> id);
