-- Oldest release: 0.1.0
-- The organization as which this session views the console, read-only; null if the user sees their own console. Deleting the organization
-- ends the session, so that it never falls back to the rights of the operator.
alter table console_sessions add column viewing_owner_id bigint references owners on delete cascade;
create index console_sessions_viewing_owner on console_sessions (viewing_owner_id) where viewing_owner_id is not null;
