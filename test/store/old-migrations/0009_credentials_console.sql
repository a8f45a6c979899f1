-- Searching credentials by what people remember of them: the beginning of any word of the customer, the label, or the
-- customer's e-mail. A row a word, so that a page of matches is one range of one index, whatever its size.

-- Without case and accents, as people type. Everything in it is immutable; "unaccent" is an extension that a server may lack.
create function fold_text(input text) returns text language sql immutable parallel safe as
  $$ select lower(regexp_replace(normalize(input, NFKD), '[̀-ͯ]', '', 'g')) $$;

-- One expression, so that the planner puts it in place of the call: five times as fast as an aggregate in a function. Empty words
-- and doubled ones are left to the reader.
create function words_of(customer_name text, label text, customer_email text) returns text[] language sql immutable parallel safe as $$
  select regexp_split_to_array(fold_text(coalesce(customer_name, '') || ' ' || coalesce(label, '')), '[^[:alnum:]]+') || lower(customer_email)
$$;

-- No foreign keys, as in credentials, whose rows are never deleted and whose names never change.
create table credential_words (
  owner_id bigint not null,
  word text collate "C" not null,
  recency bigint not null, -- the credential's id, negated: the newest comes first in the order of the index
  primary key (owner_id, word, recency)
);

create function note_credential_words() returns trigger language plpgsql as $$
begin
  insert into credential_words (owner_id, word, recency)
  select owner_id, left(word, 60), -id from made, unnest(words_of(customer_name, label, customer_email)) as word where word <> ''
  on conflict do nothing;
  return null;
end $$;
create trigger credentials_words after insert on credentials
  referencing new table as made for each statement execute function note_credential_words();

insert into credential_words (owner_id, word, recency)
select owner_id, left(word, 60), -id from credentials, unnest(words_of(customer_name, label, customer_email)) as word where word <> ''
on conflict do nothing;

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
