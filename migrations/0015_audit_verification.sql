-- Oldest release: 0.1.0
-- The last comparison of the audit log with its seals, for the console. One row at most.
create table audit_verification (
  is_only boolean primary key default true check (is_only),
  verified_at timestamptz not null,
  seals integer not null,
  rows bigint not null,
  faults integer not null
);
