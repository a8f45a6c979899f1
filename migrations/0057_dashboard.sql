-- What the network did, every five minutes, for the charts of the first page: small rows, kept for two periods of thirty days.
-- `at` is the end of the five minutes. Owner 0 is everybody together, and is written whenever somebody counted: where its row is missing, nobody did,
-- which is something else than none.
create table network_figures (
  owner_id bigint not null,
  at timestamptz not null,
  rovers integer not null,       -- connected then
  told integer,                  -- of those, who said within the five minutes how good their position is
  fixed integer,                 -- of those, with a fix
  open_bytes bigint,             -- what was sent so far to those connected then
  bytes bigint,                  -- what was sent to rovers in the five minutes; null: nobody counted at their beginning
  primary key (owner_id, at)
);
create index network_figures_at on network_figures (at);

-- How many attempts were refused in the five minutes up to then. Written with the refusals, by every caster its own; none: no row.
create table refusal_figures (
  owner_id bigint not null,      -- 0: everybody's, and those of whom nobody knows whose they are
  at timestamptz not null,
  times bigint not null,
  primary key (owner_id, at)
);
create index refusal_figures_at on refusal_figures (at);

-- What is known of the past. Nodes of the release before still write into rover_counts; nobody reads it any more.
insert into network_figures (owner_id, at, rovers)
select owner_id, at, rovers from rover_counts where owner_id <> 0
union all
select 0, at, sum(rovers) from rover_counts group by at;

-- Who ended lately.
create index sessions_ended on sessions (ended_at) where ended_at is not null;

-- Filters, order and columns of a list that somebody gave a name to, as they stand in its address.
create table saved_views (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  list text not null,
  name text not null,
  query text not null,
  created_at timestamptz not null,
  unique (user_id, list, name)
);
