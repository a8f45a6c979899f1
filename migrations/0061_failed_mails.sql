-- How many mails were not sent for good is asked every few seconds, however many were.
create index mails_failed on mails (created_at) where state = 'failed';
