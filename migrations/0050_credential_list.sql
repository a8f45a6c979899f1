-- What the API's list of credentials is filtered by: every filter alone is the beginning of a range of some index of the owner, so that a
-- page costs the same among a thousand rows and among a million.

-- By time of expiry, within an owner. What looks at all owners goes from one to the next: there are few of them, and one more index would
-- cost every credential that is issued.
drop index credentials_ending;
create index credentials_ending on credentials (owner_id, expires_at, id) where revoked_at is null and expiry_noted_at is null;
drop index credentials_noted;
create index credentials_noted on credentials (owner_id, expires_at, id) where revoked_at is null and expiry_noted_at is not null;
create index credentials_revoked_ending on credentials (owner_id, expires_at, id) where revoked_at is not null;

-- Of some station, whichever: those of the network are found at the end of credentials_station.
create index credentials_base on credentials (owner_id, id) where station_id is not null;
-- What starts at issue, nearly all, is in neither of these.
create index credentials_waited on credentials (owner_id, id)
  where starts_at > issued_at and revoked_at is null and expiry_noted_at is null;
create index credentials_suspended on credentials (owner_id, id)
  where suspended_at is not null and revoked_at is null and expiry_noted_at is null;

-- References are searched by their words too, like the names of 0009. Each is of one credential, so it is new without looking, and who
-- gives none pays nothing for it.
create or replace function note_credential_names() returns trigger language plpgsql as $$
begin
  -- In one order, so that two at a time do not wait for each other. Nearly always all of them are known.
  with fresh as (
    insert into credential_names (owner_id, name)
    select distinct made.owner_id, given.name collate "C"
    from made cross join lateral (values (customer_name), (label), (customer_email)) as given (name)
    where given.name <> '' and not exists (
      select from credential_names as known where known.owner_id = made.owner_id and known.name = given.name collate "C")
    order by 1, 2
    on conflict do nothing returning owner_id, name
  )
  insert into credential_words (owner_id, word, name)
  select owner_id, left(word, 60), name from fresh, unnest(words_in(name)) as word where word <> ''
  on conflict do nothing;
  if exists (select from made where reference is not null) then
    insert into credential_words (owner_id, word, name)
    select owner_id, left(word, 60), reference from made, unnest(words_in(reference)) as word
    where reference is not null and word <> ''
    order by 1, 2, 3
    on conflict do nothing;
  end if;
  return null;
end $$;
insert into credential_words (owner_id, word, name)
select owner_id, left(word, 60), reference from credentials, unnest(words_in(reference)) as word where reference is not null and word <> ''
on conflict do nothing;
