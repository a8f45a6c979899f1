-- Where an owner is told what concerns it; null: nowhere.
alter table owners add email text;

-- Mails to be sent, written in the transaction of what they tell of. A row holds facts; they are put into words when it is sent.
create table mails (
  id bigint generated always as identity primary key,
  owner_id bigint not null references owners,
  kind text not null,
  key text not null unique, -- what it is about: whoever writes it a second time, or two at once, write one
  recipient text not null,
  data jsonb not null,
  state text not null default 'pending', -- pending, sent, failed
  attempts integer not null default 0,
  -- When the next attempt may begin; for whoever has taken it, the end of the lease (as in deliveries).
  due_at timestamptz not null,
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz
);
create index mails_due on mails (due_at) where state = 'pending';
create index mails_age on mails (created_at);

create function announce_mails() returns trigger language plpgsql as $$
begin
  notify mails;
  return null;
end $$;

-- A row each, because a statement that wrote none must not wake anybody; the server sends equal notices of a transaction once.
create trigger mails_announced after insert on mails for each row execute function announce_mails();
