-- A credential that a program issued says itself by which request and from where: the audit log is read from here for those, and issuing
-- writes no second row. No default, no rewrite, no index: what was issued before keeps its token alone.
alter table credentials
  add column request_id text,
  add column address text;
