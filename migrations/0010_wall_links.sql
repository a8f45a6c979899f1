-- Oldest release: 0.1.0
-- Public links to the wall, a read-only live view of the network. Only the hash of a link's key is stored; a withdrawn link stays as a record.
create table wall_links (
  id bigint generated always as identity primary key,
  name text not null,
  key_hash bytea not null unique,
  created_by text not null,  -- the creator's e-mail address at that time
  created_at timestamptz not null,
  withdrawn_at timestamptz
);
