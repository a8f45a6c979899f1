-- Since when a second factor is being set up: its key is good for a short while. What was begun before is begun again.
alter table users add totp_pending_at timestamptz;
update users set totp_pending = null where totp_pending is not null;
