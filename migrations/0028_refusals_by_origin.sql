-- Refusals are kept by number, each kind by itself: whoever knew a password, guesses at users that exist, and everybody else. Strangers
-- cannot push out what customers look for.
create index refusals_admitted on refusals (id)
  where reason not in ('no_credentials', 'unknown_user', 'bad_password', 'guessed_at', 'unknown_mountpoint', 'unavailable');
create index refusals_guesses on refusals (id)
  where reason in ('no_credentials', 'unknown_user', 'bad_password', 'guessed_at', 'unknown_mountpoint', 'unavailable')
    and credential_id is not null;
create index refusals_unknown on refusals (id)
  where reason in ('no_credentials', 'unknown_user', 'bad_password', 'guessed_at', 'unknown_mountpoint', 'unavailable')
    and credential_id is null;
drop index refusals_strangers;
