-- A credential that a program issued says itself by which request and from where: the audit log is read from here for those, and issuing
-- writes no second row. No default and no rewrite: what was issued before keeps its token alone.
alter table credentials
  add column request_id text,
  add column address text;

-- Ids grow with time, so that a summary of each megabyte is enough to find a range of it, and costs an insert next to nothing.
create index credentials_issued on credentials using brin (issued_at) with (autosummarize = on);
