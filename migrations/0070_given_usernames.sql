-- A user name that came from another caster, as it was given there. `username` is what the caster's door makes of what is typed
-- (small letters, no blanks around it), and what is unique; null: the two are the same.
alter table credentials add given_username text;
