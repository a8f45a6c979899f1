-- What is done with many credentials at once is a job like issuing from a file: the same rows, the same steps, the same results.
alter table issue_jobs alter owner_id drop not null; -- null: of credentials of whichever organisations, by the operator's own people
alter table issue_jobs add kind text not null default 'issue' check (kind in ('issue', 'renew', 'suspend', 'resume', 'revoke', 'change'));
alter table issue_jobs add deed jsonb;             -- what is done, beside its kind: how many seconds more, which label
alter table issue_jobs add matching jsonb;         -- which credentials are still to be written into its rows, and how far that is; null: all are there
alter table issue_jobs add stepped_at timestamptz; -- each in turn: a long one does not keep the others waiting
create unique index issue_jobs_key_all on issue_jobs (key) where owner_id is null;
-- Of what is changed, the credential stands there from the beginning, and once.
create unique index issue_job_rows_credential on issue_job_rows (job_id, credential_id) where credential_id is not null;

-- Who a credential is for: the address, or where there is none the name. Customers have no table of their own; a step from one to the next is
-- one look into this index, however many credentials each has.
create function customer_of(email text, name text) returns text language sql immutable parallel safe
  return lower(coalesce(nullif(email, ''), nullif(name, '')));
create index credentials_by_customer on credentials (owner_id, customer_of(customer_email, customer_name), id)
  where customer_of(customer_email, customer_name) is not null;
create index orders_by_customer on orders (owner_id, customer_of(customer_email, customer_name), id)
  where customer_of(customer_email, customer_name) is not null;
create index mails_by_recipient on mails (owner_id, lower(recipient), id);
