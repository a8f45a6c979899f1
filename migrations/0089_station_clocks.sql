-- Oldest release: 0.1.0
-- Smallest time from the instant of an epoch to its arrival in this minute; negative if the receiver's clock is ahead. Of
-- the band 'all'.
alter table station_quality_minutes add column clock_ms integer;
