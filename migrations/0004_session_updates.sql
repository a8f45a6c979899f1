-- Oldest release: 0.1.0
-- The progress of each session is written once a minute. PostgreSQL writes it without touching the indexes (a heap-only update) if no column of an
-- index or of its condition changes, and if the page has room. "lat" changes with each position; "located" changes once.
alter table sessions add located boolean generated always as (lat is not null) stored;
drop index sessions_located;
create index sessions_located on sessions (started_at) where located;
-- Last known position of a credential; see 0001_baseline.sql.
drop index sessions_last_place;
create index sessions_last_place on sessions (credential_id, started_at desc) where located;
alter table sessions set (fillfactor = 70);
