-- What was made of a station's history is made again only when one of these has changed.
insert into revisions (topic) values ('histories');
create trigger station_days_revision after insert or delete or truncate or update on station_days
  for each statement execute function count_revision('histories');
create trigger station_status_changes_revision after insert or delete or truncate or update on station_status_changes
  for each statement execute function count_revision('histories');
