-- The same function, but for one condition. A session that has to go was counted against one that lives, where another is refused when all
-- places are taken. After an outage of the database a rover with a line at each of two casters lost both: the newer one was written down
-- as one that has to go, and the older one found it there.

-- wanted: sessions that want to be opened, in their order.
-- held: they live already. They were let in while there was nobody to ask, or others took their caster for dead; of those that were written
--   down before only id and credential are needed.
-- credential_ids: theirs, each once.
-- ended: sessions of these credentials that the caster knows to have ended and has not written yet.
-- Returns each with whether it may be (a held one that may not has to be ended), and which sessions of this caster have to go instead.
-- Nothing: this caster counts as dead, and so would what it opens.
--
-- Laterals with "offset 0" are looked up one by one, by an index, whatever the planner thinks: a plan that was made while the tables were
-- empty is kept when ten thousand come.
create or replace function admit_sessions(caster text, wanted json, held boolean, credential_ids bigint[], ended text[])
  returns table (id text, opened boolean, replaced text[]) language plpgsql set enable_seqscan = off as $$
#variable_conflict use_column
declare
  living text[];
  not_others text[] := ended;
  session record;
begin
  -- One after the other where it is about the same credential. In one order, so that nobody waits crosswise; and of so many locks as the
  -- server has room for, however many come at once.
  perform pg_advisory_xact_lock(hashtext('vertice sessions'), rest) from (
    select distinct (credential_id % 1024)::int as rest from unnest(credential_ids) as credential_id order by 1) as rests;
  -- From here on each statement sees what those before it have done.
  living := array(select nodes.id from nodes where nodes.seen_at > (select nodes_dead_before()));
  if caster <> all (living) then
    return;
  end if;
  if held then
    not_others := ended || array(select w.id from json_to_recordset(wanted) as w (id text));
  end if;
  -- In the order of their ids, as `updateSessions` of the store takes them.
  for session in
    with present as (
      -- What has ended, or is not known at all, takes nobody's place; nor does what has to go from one that lives.
      select w.id, caster as node, w."credentialId" as credential_id, w.n, true as is_asked,
        coalesce(w."startedAt", s.started_at) is null or w.id in (select unnest(ended)) as is_over,
        coalesce(w."startedAt", s.started_at) as started_at, w.username, w.mountpoint, w.address, w.agent
      from rows from (json_to_recordset(wanted) as (id text, "credentialId" bigint, username text, mountpoint text, "startedAt" timestamptz,
          address text, agent text)) with ordinality
        as w (id, "credentialId", username, mountpoint, "startedAt", address, agent, n)
      left join lateral (select sessions.started_at from sessions where sessions.id = w.id and held offset 0) as s on true
      union all
      select s.id, s.node, wish.credential_id, 0, false, false, s.started_at, null, null, null, null
      from unnest(credential_ids) as wish (credential_id) cross join lateral (
        select sessions.id, sessions.node, sessions.started_at, sessions.kick_reason from sessions
        where sessions.credential_id = wish.credential_id and ended_at is null order by started_at, id offset 0
      ) as s cross join lateral (select credentials.when_full from credentials where credentials.id = wish.credential_id offset 0) as c
      where s.node = any (living) and s.id not in (select unnest(not_others)) and (s.kick_reason is null or (c.when_full = 'refuse' and not held))
    ), placed as (
      -- Refused is who finds no place; replaced is who has been there for longest.
      select p.*, c.when_full,
        case c.when_full
          when 'refuse' then row_number() over by_age <= c.max_sessions
          else count(*) over (partition by p.credential_id, p.is_over) - row_number() over by_age < c.max_sessions
        end or p.is_over as fits
      from present p left join lateral (
        select credentials.max_sessions, credentials.when_full from credentials where credentials.id = p.credential_id offset 0
      ) as c on true
      window by_age as (partition by p.credential_id, p.is_over
        order by c.when_full = 'refuse' and p.is_asked, case when p.is_asked and not held then 'infinity' else p.started_at end, p.n)
    ), decided as materialized (
      select p.*, coalesce(p.fits, held) as stays,
        array_agg(p.id) filter (where p.node = caster and p.when_full = 'replace' and not p.fits and not (held and p.is_asked))
          over (partition by p.credential_id) as replaced
      from placed p
    ), made as (
      insert into sessions (id, node, credential_id, username, mountpoint, started_at, address, agent, kick_reason)
      select d.id, caster, d.credential_id, d.username, d.mountpoint, d.started_at, d.address, d.agent, case when not d.stays then 'replaced' end
      from decided d where d.is_asked and d.username is not null and (d.stays or held or d.when_full = 'replace')
      on conflict do nothing
    )
    select d.id, d.node, d.is_asked, d.stays, d.when_full, d.replaced from decided d
    where d.is_asked or (d.when_full = 'replace' and not d.stays) order by d.id
  loop
    if not session.is_asked then
      update sessions set kick_reason = 'replaced' where sessions.id = session.id and ended_at is null and kick_reason is null;
      if found and session.node <> caster then
        perform pg_notify('sessions_kicked', session.id);
      end if;
    else
      if held and session.stays then
        update sessions set ended_at = null, end_reason = null
        where sessions.id = session.id and sessions.node = caster and end_reason = 'node_lost';
      end if;
      id := session.id;
      opened := session.stays or (session.when_full = 'replace' and not held);
      replaced := session.replaced;
      return next;
    end if;
  end loop;
end $$;
