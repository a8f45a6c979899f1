-- What processes find out about themselves and the database while they run.

-- Machines whose clock differs from the database's, while it does: whoever finds it says so every half minute.
create table clock_skews (
  host text primary key,
  seconds double precision not null,
  since timestamptz not null default now(),
  seen_at timestamptz not null default now()
);

-- One row, written again now and then: who can write it can write.
create table write_probe (
  id boolean primary key default true check (id),
  written_at timestamptz not null default now()
);
