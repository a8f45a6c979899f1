-- A station whose stream is not RTCM (raw data of its maker, say), on the operator's word: it is passed on as it is to those who ask for it,
-- and neither read nor measured.
alter table stations add is_rtcm boolean not null default true;
