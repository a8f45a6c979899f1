-- A running process of the service. It says every two seconds that it lives; one that has not said so for ten is dead, and what it held
-- (sessions, the stream of a station) is free. All times are the database's, whichever machine a node is on.
create table nodes (
  id text primary key,           -- of one run: a process that is started again is another node
  name text not null,            -- as operators call it
  roles text[] not null,
  version text not null,
  started_at timestamptz not null default clock_timestamp(),
  seen_at timestamptz not null,
  draining_since timestamptz,    -- set by whoever wants its caster emptied
  rovers integer,                -- null: it has no caster
  stations integer,              -- whose streams come to it
  bus text check (bus in ('up', 'away')),  -- null: it has none
  lag_ms integer not null default 0
) with (fillfactor = 50);        -- every row is written anew every two seconds

-- The one rule of who lives.
create function node_lives(seen_at timestamptz) returns boolean language sql stable as
  $$ select seen_at > now() - interval '10 seconds' $$;

-- What the casters of the release before left open is ended as theirs.
insert into nodes (id, name, roles, version, started_at, seen_at) select id, id, '{caster}', '', seen_at, seen_at from caster_nodes;
drop table caster_nodes;
