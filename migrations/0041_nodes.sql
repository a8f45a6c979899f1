-- A running process of the service. It says every two seconds that it lives; one that has not said so for ten, although it could have, is
-- dead, and what it held (sessions, the stream of a station) is free. All times are the database's, whichever machine a node is on.
create table nodes (
  id text primary key,           -- of one run: a process that is started again is another node
  name text not null,            -- as operators call it
  machine text not null default '',  -- several of its processes may have casters, on one port
  roles text[] not null,
  version text not null,
  started_at timestamptz not null default clock_timestamp(),
  seen_at timestamptz not null,
  heard_since timestamptz not null default clock_timestamp(),  -- since then without a break
  draining_since timestamptz,    -- set by whoever wants its caster emptied
  rovers integer,                -- null: it has no caster
  stations integer,              -- whose streams come to it
  bus text check (bus in ('up', 'away')),  -- null: it has none
  lag_ms integer not null default 0
) with (fillfactor = 50);        -- every row is written anew every two seconds

-- It missed no more than one of its renewals: the database could be reached.
create function node_is_heard(seen_at timestamptz) returns boolean language sql stable as
  $$ select seen_at > now() - interval '4 seconds' $$;

-- The one rule of who lives: dead are the nodes that were seen last before this. Only if another could be heard all those ten seconds:
-- after an outage of the database everybody has been silent, and each gets the time to come back. "(select nodes_dead_before())" asks once
-- a statement.
create function nodes_dead_before() returns timestamptz language sql stable as $$
  select case
    when exists (select from nodes where node_is_heard(seen_at) and heard_since < now() - interval '10 seconds') then now() - interval '10 seconds'
    else '-infinity'
  end
$$;

-- Machines are updated one after the other. Casters of the release before say every ten seconds that they live, in caster_nodes, count for
-- a minute, and end the sessions of all that are not there: under its name they find every caster, and become nodes themselves. A later
-- release drops this.
create function node_of_release_before() returns trigger language plpgsql as $$
begin
  new.name := new.id;
  new.machine := new.id;
  new.roles := '{caster}';
  new.version := 'older';
  new.seen_at := new.seen_at + interval '50 seconds';
  new.heard_since := 'infinity';  -- it says too seldom that it lives to tell that others could have
  return new;
end $$;
create trigger node_of_release_before before insert or update of seen_at on nodes
  for each row when (new.version is null or new.version = 'older') execute function node_of_release_before();
insert into nodes (id, started_at, seen_at) select id, seen_at, seen_at from caster_nodes;
drop table caster_nodes;
create view caster_nodes as select id, seen_at from nodes where 'caster' = any (roles);
