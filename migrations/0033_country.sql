-- The country that the sourcetable names (ISO 3166, three letters): the network's, or a station's own.
alter table network add column country text not null default 'MEX';
alter table stations add column country text;

-- An e-mail address as the user is a reason of its own, which anybody can cause: the lists of migration 28, with it.
drop index refusals_admitted;
create index refusals_admitted on refusals (id)
  where reason not in ('no_credentials', 'unknown_user', 'email_as_user', 'bad_password', 'guessed_at', 'unknown_mountpoint', 'unavailable');
drop index refusals_guesses;
create index refusals_guesses on refusals (id)
  where reason in ('no_credentials', 'unknown_user', 'email_as_user', 'bad_password', 'guessed_at', 'unknown_mountpoint', 'unavailable')
    and credential_id is not null;
drop index refusals_unknown;
create index refusals_unknown on refusals (id)
  where reason in ('no_credentials', 'unknown_user', 'email_as_user', 'bad_password', 'guessed_at', 'unknown_mountpoint', 'unavailable')
    and credential_id is null;
