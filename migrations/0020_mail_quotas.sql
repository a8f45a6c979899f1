-- When a mail to a customer was counted among its owner's and its recipient's of the day; null: not yet, or it is of no quota.
alter table mails add quota_at timestamptz;
update mails set quota_at = sent_at where credential_id is not null and sent_at > now() - interval '1 day';

-- One mailbox, however it is spelled.
create function mailbox_of(recipient text) returns text language sql immutable
  return lower(regexp_replace(recipient, '\+[^@]*@', '@'));

create index mails_quota_owner on mails (owner_id, quota_at) where quota_at is not null;
create index mails_quota_mailbox on mails (mailbox_of(recipient), quota_at) where quota_at is not null;

-- Owners take turns.
create index mails_waiting on mails (owner_id, due_at, id) where state = 'pending';
drop index mails_due;
