-- Oldest release: 0.1.0
-- When a network rover changes to a nearer base: by how much it must be nearer, and for how long.
alter table network add column switch_nearer_km double precision not null default 2;
alter table network add column switch_after_s integer not null default 60;
