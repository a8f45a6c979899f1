-- Why mails wait, as rows of their own: what an owner has waiting has no bound, so no look at the outbox may touch all of it.
create table mail_holds (
  id bigint generated always as identity primary key,
  owner_id bigint not null references owners,
  whose text not null check (whose in ('owner', 'recipient')), -- all of the owner's, or those that name this hold: its mails to one mailbox
  kinds text[] not null,
  most integer not null, -- as many as are allowed in a day
  until timestamptz not null
);
create unique index mail_holds_owner on mail_holds (owner_id) where whose = 'owner';
create index mail_holds_ended on mail_holds (until) where whose = 'recipient';

-- Aside, until its hold lets it go. The hold names no mailbox: whoever erases a customer's mails has erased all.
alter table mails add held_by bigint references mail_holds on delete set null;
create index mails_held on mails (held_by, id) where held_by is not null;
create index mails_to_mailbox on mails (owner_id, mailbox_of(recipient), held_by, id) where state = 'pending' and quota_at is null;

-- Owners take turns, kind by kind: neither what is held nor what another kind has waiting is passed on the way.
create index mails_turns on mails (kind, (quota_at is not null), coalesce(owner_id, 0), due_at, id) where state = 'pending' and held_by is null;
drop index mails_waiting;

update mails set due_at = created_at, last_error = null where state = 'pending' and last_error ->> 'code' = 'over_quota';
