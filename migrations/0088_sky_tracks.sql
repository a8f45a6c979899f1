-- Oldest release: 0.1.0
-- Where each satellite was at the end of each part of the sky, and how strong: azimuth, elevation, C/N0. The rows are
-- kept for a day.
alter table station_sky_parts add column satellites jsonb not null default '[]';
