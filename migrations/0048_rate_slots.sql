-- Requests per client, in slots of five seconds and by the node that counted them: the limit slides over the last minute. Shared by the nodes every
-- second; losing it in a crash is fine.
create unlogged table rate_slots (
  client text not null,
  slot bigint not null,
  node uuid not null,
  requests integer not null,
  primary key (client, slot, node)
);
drop table rate_windows;
