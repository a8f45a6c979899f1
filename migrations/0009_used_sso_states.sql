-- Oldest release: 0.1.0
-- Sign-ins at the provider of single sign-on that were finished, by the hash of their state. The browser's sealed cookie is valid for some
-- minutes; this table makes it valid once on all nodes. Rows are deleted when the cookie has expired.
create table used_sso_states (
  hash bytea primary key,
  expires_at timestamptz not null
);
