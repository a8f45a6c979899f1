-- Whom the operator expects from the provider of single sign-on as somebody new: until then their address is enough to be recognised by.
alter table users add sso_expected_until timestamptz;
