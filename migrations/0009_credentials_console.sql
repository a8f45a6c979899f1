-- Searching credentials by what people remember of them: the beginning of any word of the customer, the label, or the customer's
-- e-mail. What is searched are the names, which come again and again, and each name leads to its credentials. (A row for each word of
-- each credential was tried: it made issuing three times as slow.)

-- Without case and accents, as people type. Everything in it is immutable; "unaccent" is an extension that a server may lack.
create function fold_text(input text) returns text language sql immutable parallel safe as
  $$ select lower(regexp_replace(normalize(input, NFKD), '[̀-ͯ]', '', 'g')) $$;

-- The words of a name; an e-mail address is one more. Empty ones and doubled ones are left to the reader: an expression that the planner puts
-- in place of the call is five times as fast.
create function words_in(name text) returns text[] language sql immutable parallel safe as
  $$ select regexp_split_to_array(fold_text(name), '[^[:alnum:]]+') || case when name like '%@%' then lower(name) end $$;

-- What credentials of an owner have for a customer, a label or an e-mail address. Credentials are never deleted, nor are these.
create table credential_names (
  owner_id bigint not null,
  name text collate "C" not null,
  primary key (owner_id, name)
);
create table credential_words (
  owner_id bigint not null,
  word text collate "C" not null,
  name text collate "C" not null,
  primary key (owner_id, word, name)
);

create function note_credential_names() returns trigger language plpgsql as $$
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
  return null;
end $$;
create trigger credentials_names after insert on credentials
  referencing new table as made for each statement execute function note_credential_names();

insert into credential_names (owner_id, name)
select distinct owner_id, name from credentials cross join lateral (values (customer_name), (label), (customer_email)) as given (name) where name <> '';
insert into credential_words (owner_id, word, name)
select owner_id, left(word, 60), name from credential_names, unnest(words_in(name)) as word where word <> ''
on conflict do nothing;

create index credentials_customer on credentials (owner_id, customer_name, id) where customer_name is not null;
create index credentials_label on credentials (owner_id, label, id) where label is not null;
create index credentials_email on credentials (owner_id, customer_email, id) where customer_email is not null;
create index credentials_station on credentials (owner_id, station_id, id);
-- What starts at issue, nearly all, is not in it and costs nothing.
create index credentials_scheduled on credentials (owner_id, starts_at) where starts_at > issued_at and revoked_at is null;

-- Issuing many from a file, in the background. Rows are issued some at a time, each time in one transaction with their
-- results: whoever goes on after a crash, on whatever node, issues none twice.
create table issue_jobs (
  id bigint generated always as identity primary key,
  key text not null,          -- of whoever asked: asking again finds the same job
  owner_id bigint not null references owners,
  user_id bigint references users,
  actor text not null,        -- the e-mail address as it was then, and from where: for the audit log
  address text,
  file_name text not null,
  state text not null default 'running' check (state in ('running', 'finished', 'stopped')),
  total integer not null,
  issued integer not null default 0,
  failed integer not null default 0,
  created_at timestamptz not null,
  finished_at timestamptz
);
create unique index issue_jobs_key on issue_jobs (owner_id, key);
create index issue_jobs_running on issue_jobs (id) where state = 'running';
create index issue_jobs_finished on issue_jobs (finished_at) where state <> 'running';

create table issue_job_rows (
  job_id bigint not null references issue_jobs on delete cascade,
  position integer not null,
  line integer not null,      -- in the file
  request jsonb not null,
  state text not null default 'pending' check (state in ('pending', 'issued', 'failed')),
  credential_id bigint,
  problems jsonb not null default '[]',
  primary key (job_id, position)
);
create index issue_job_rows_pending on issue_job_rows (job_id, position) where state = 'pending';
create index issue_job_rows_failed on issue_job_rows (job_id, position) where state = 'failed';
