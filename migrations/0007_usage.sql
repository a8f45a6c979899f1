-- Oldest release: 0.1.0
-- Usage of each owner by month of Mexico central time. Sessions are deleted after some time, so their sums are kept here. The "recent"
-- columns hold what can still change and are recounted each time; the other columns only grow.
create table usage_months (
  owner_id bigint not null references owners,
  month date not null,
  issued bigint not null default 0,
  recently_issued bigint not null default 0,
  connected_ms bigint not null default 0,
  recent_connected_ms bigint not null default 0,
  primary key (owner_id, month)
);
create index usage_months_recent on usage_months (month) where recently_issued <> 0 or recent_connected_ms <> 0;

-- How far usage_months is counted. One row.
create table usage_progress (
  is_only boolean primary key default true check (is_only),
  sessions_until timestamptz,                  -- sessions that ended by then are settled; null: none yet
  credentials_up_to bigint not null default 0, -- credentials up to this id are settled
  counted_at timestamptz
);
