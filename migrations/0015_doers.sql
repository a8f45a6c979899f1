-- The audit log tells what kind of doer it was: a person, a token of the API, a command on the server, or the service itself.
alter table audit_log
  add column actor_kind text,
  add column token_id bigint,
  add column request_id text;

-- What is there stays as it is but for the new column, which follows from the rest.
alter table audit_log disable trigger audit_log_grows;
update audit_log set actor_kind = case
  when user_id is not null or action in ('login.failed', 'second_factor.failed') then 'person'
  when actor like 'vertice %' then 'command'
  else 'system' end;
alter table audit_log enable always trigger audit_log_grows;
alter table audit_log
  alter column actor_kind set default 'person', -- what a node of the release before writes, while it still runs
  alter column actor_kind set not null,
  add constraint audit_log_actor_kind check (actor_kind in ('person', 'token', 'command', 'system'));
