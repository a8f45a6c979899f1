-- Who somebody is at the provider of single sign-on; null: they have a password here, or were invited to choose one.
alter table users
  add sso_issuer text,
  add sso_subject text,
  add constraint users_sso check ((sso_issuer is null) = (sso_subject is null));
create unique index users_sso_identity on users (sso_issuer, sso_subject);

alter table console_sessions
  add by_provider boolean not null default false,       -- opened by signing in there
  add provider_factor boolean not null default false,   -- where a second factor was shown
  add provider_token bytea;                             -- encrypted; what signing out there is asked with
