-- Oldest release: 0.1.0
-- The requests of each token in the last days, for the console. Unlogged: it costs no WAL and is in no backup; a crash of the database server empties it.
create unlogged table token_requests (
  id bigint generated always as identity,
  token_id bigint not null,
  at timestamptz not null,
  method text not null,
  path text not null,
  status smallint not null,
  request_id text not null,
  missed integer not null,  -- requests of the token before this one that were not recorded
  primary key (token_id, id)
);
create index token_requests_at on token_requests using brin (at) with (pages_per_range = 16);
