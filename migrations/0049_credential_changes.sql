-- What a credential gains: the caller's own name for it, what the caller keeps with it, a pause, and how often live sessions of it were
-- cut because something about it changed. A session knows the count it came in with, so a caster can tell which ones are older.
alter table credentials
  add reference text,
  add metadata jsonb,              -- pairs of texts; null: none
  add suspended_at timestamptz,    -- null: it is not
  add cuts integer not null default 0;

-- Unique for ever: credentials are never deleted. Who names none pays nothing for it.
create unique index credentials_reference on credentials (owner_id, reference) where reference is not null;

-- The casters cut or prolong live sessions as soon as the change is committed, whoever commits it. All that they need stands in the notice.
create function tell_changed_credential() returns trigger language plpgsql as $$
begin
  perform pg_notify('credentials_changed', json_build_object(
    'id', new.id, 'cuts', new.cuts, 'suspended', new.suspended_at is not null,
    'expiresAt', round(extract(epoch from new.expires_at) * 1000)::bigint)::text);
  return null;
end $$;
create trigger credentials_tell_changed after update of cuts, expires_at on credentials
  for each row when (old.cuts <> new.cuts or old.expires_at <> new.expires_at) execute function tell_changed_credential();

-- What was issued is searched by the words of its names (0009); what they are changed to as well. Of those that nobody has any more the
-- words stay: they lead to nothing, and the same name may come again.
create function note_changed_names() returns trigger language plpgsql as $$
begin
  with fresh as (
    insert into credential_names (owner_id, name)
    select distinct new.owner_id, given.name collate "C"
    from (values (new.customer_name), (new.label), (new.customer_email)) as given (name)
    where given.name <> ''
    order by 1, 2
    on conflict do nothing returning owner_id, name
  )
  insert into credential_words (owner_id, word, name)
  select owner_id, left(word, 60), name from fresh, unnest(words_in(name)) as word where word <> ''
  on conflict do nothing;
  return null;
end $$;
create trigger credentials_names_changed after update of customer_name, label, customer_email on credentials
  for each row when (old.customer_name is distinct from new.customer_name or old.label is distinct from new.label
    or old.customer_email is distinct from new.customer_email)
  execute function note_changed_names();
