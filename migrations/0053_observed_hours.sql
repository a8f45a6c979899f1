-- Oldest release: 0.1.0
-- Segments whose clock was wrong by more than an hour: that of the machine, or that of the receiver. The hour of their observations, which the
-- calendar and RINEX files use. Null if it is the hour of arrival, or not plausible: observations of several hours, or of the future.
alter table archive_segments add column observed_hour timestamptz generated always as (
  case when origin <> 'import' and last_epoch - first_epoch <= interval '65 minutes' and first_epoch - created_at <= interval '1 hour'
      and (first_epoch - hour >= interval '2 hours' or hour - last_epoch > interval '1 hour')
    then date_trunc('hour', first_epoch at time zone 'UTC' + (last_epoch - first_epoch) / 2) at time zone 'UTC' end) stored;
create index archive_segments_observed on archive_segments (station_id, observed_hour) where observed_hour is not null;
