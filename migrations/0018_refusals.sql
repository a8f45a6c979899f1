-- The same refusal is found by all that makes it the same: many share an empty user name, or one that is guessed at.
create index refusals_same on refusals (username, address, mountpoint, reason, last_at desc);

-- Anybody can make these, so fewer of them are kept.
create index refusals_strangers on refusals (id)
  where reason in ('no_credentials', 'unknown_user', 'bad_password', 'guessed_at', 'unknown_mountpoint', 'unavailable');
