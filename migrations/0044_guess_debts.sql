-- Wrong passwords at the casters, of all of them together: until when it is as if nobody had guessed. By the hash of a user name, or of one
-- and an address. Losing it in a crash is fine.
create unlogged table guess_debts (
  key text primary key,
  paid_at timestamptz not null
);
