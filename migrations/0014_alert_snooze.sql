-- Oldest release: 0.1.0
-- End of a snooze. An acknowledgement with this time is withdrawn when the time has passed; without it, it lasts until the alert ends.
alter table alerts add column snoozed_until timestamptz;
