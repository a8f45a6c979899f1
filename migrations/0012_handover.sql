-- What customers are sent. A row for each credential whose data were to be mailed; credentials without one cost nothing here.
create table handovers (
  credential_id bigint primary key,
  owner_id bigint not null,
  recipient text not null,    -- where they went last: the notices go there, too
  language text not null,
  asked_at timestamptz not null,
  next_notice_at timestamptz  -- when the customer is to be reminded next, or told of the end; null: never again
);
create index handovers_notice on handovers (next_notice_at) where next_notice_at is not null;

-- The customer's page is shown until then. A new link is a new key within the encrypted part, and makes this null again.
alter table credentials add link_withdrawn_at timestamptz;

-- What a mail is about, if it is a customer's: it stands on the credential for longer than other mails are kept.
alter table mails add credential_id bigint;
create index mails_credential on mails (credential_id, id) where credential_id is not null;
drop index mails_age;
create index mails_age on mails (created_at) where credential_id is null;
create index mails_customer_age on mails (created_at) where credential_id is not null;
