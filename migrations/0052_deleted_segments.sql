-- Oldest release: 0.1.0
-- Segments that were deleted while their file was on the disk of their node. The node deletes the file when it closes it, or when it returns,
-- instead of adding the segment to the index again.
create table archive_deleted_segments (
  name text primary key,
  deleted_at timestamptz not null
);

create function note_deleted_segment() returns trigger language plpgsql as $$
begin
  insert into archive_deleted_segments (name, deleted_at) values (old.name, now()) on conflict (name) do nothing;
  return null;
end
$$;
create trigger archive_segment_deleted after delete on archive_segments
  for each row when (old.state <> 'stored') execute function note_deleted_segment();
