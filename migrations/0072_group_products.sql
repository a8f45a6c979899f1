-- A group of stations can be sold. Nothing that was for sale before changes: no product has a group yet.
alter table products add group_id bigint,
  drop constraint products_serves_check,
  add constraint products_serves_check check (serves in ('station', 'network', 'place', 'group')) not valid,
  add constraint products_group check ((serves = 'group') = (group_id is not null)) not valid;
create index products_group on products (group_id) where group_id is not null;

-- No foreign keys, as in credentials: what is no longer sold, and what was ordered once, may name a group that is gone.
alter table orders add group_id bigint,
  add constraint orders_one_access check (station_id is null or group_id is null) not valid;
create index orders_group on orders (group_id) where group_id is not null;

-- For the lists of an owner's credentials of one group.
create index credentials_owner_group on credentials (owner_id, group_id, id) where group_id is not null;

-- Casters look at once: whoever is connected to a station that left its group has to go.
create function tell_groups_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('groups_changed', '');
  return null;
end $$;
create trigger station_groups_told after insert or delete or update on station_groups
  for each statement execute function tell_groups_changed();
create trigger station_group_members_told after insert or delete or update on station_group_members
  for each statement execute function tell_groups_changed();
