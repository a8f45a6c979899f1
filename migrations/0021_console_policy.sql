-- What each role of the administration area must show to get in, and how long it stays signed in.
create table role_policies (
  role text primary key check (role in ('administrator', 'operator', 'viewer', 'reseller')),
  second_factor text not null check (second_factor in ('optional', 'asked', 'required')),
  idle_minutes integer not null check (idle_minutes > 0),
  longest_minutes integer not null check (longest_minutes >= idle_minutes)
);
insert into role_policies (role, second_factor, idle_minutes, longest_minutes) values
  ('administrator', 'asked', 4 * 60, 7 * 24 * 60),
  ('operator', 'optional', 12 * 60, 30 * 24 * 60),
  ('viewer', 'optional', 12 * 60, 30 * 24 * 60),
  ('reseller', 'optional', 12 * 60, 30 * 24 * 60);

-- When its holder last showed the password or the second factor; null: before this was noted.
alter table console_sessions add confirmed_at timestamptz;

-- People of the operator have no owner, and are told when their password or factor changes.
alter table mails alter owner_id drop not null;

-- What a token may not do although its scopes would let it.
alter table tokens add limits text[] not null default '{}';
