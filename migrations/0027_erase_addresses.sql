-- A customer is erased also where the log tells of a mail to their address about somebody else's credential or order.
create index audit_log_mailed_to on audit_log (lower(details->>'to')) where details->>'to' is not null;

create or replace function erase_in_audit(credentials bigint[], orders bigint[], texts text[]) returns integer language plpgsql security definer as $$
declare
  changed integer;
begin
  perform set_config('vertice.audit_change', 'erase', true);
  update audit_log set details = without_customer(details)
  where id in (
    select id from audit_log where subject_kind = 'credential' and subject_id = any (credentials)
    union select id from audit_log where subject_kind = 'order' and subject_id = any (orders)
    union select id from audit_log where action = 'credentials.exported' and lower(details->>'q') = any (texts)
    union select id from audit_log where details->>'to' is not null and lower(details->>'to') = any (texts)
  ) and details <> without_customer(details);
  get diagnostics changed = row_count;
  perform set_config('vertice.audit_change', '', true);
  return changed;
end $$;

do $$
begin
  execute format('alter function erase_in_audit(bigint[], bigint[], text[]) set search_path = pg_catalog, %I, pg_temp', current_schema());
end $$;

-- From where somebody ordered is with the order, which can be erased. What is sealed already stays as it is.
alter table audit_log disable trigger audit_log_grows;
update audit_log set address = null
where lower(actor) = 'shop' and actor = 'shop' and actor_kind = 'system' and address is not null
  and id > (select coalesce(max(last_id), 0) from audit_seals where part = 'log');
alter table audit_log enable always trigger audit_log_grows;
