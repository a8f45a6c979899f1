-- Who comes is looked for by its credential, one by one, also by a plan that was made when there were hardly any sessions, and is kept when
-- ten thousand come. What was taken for as good then, and reads all of them for each: the table from end to end, and the index by node.

-- By a node only for who asks by a node, which implies the second half.
drop index sessions_open;
create index sessions_open on sessions (node) where ended_at is null and node is not null;

alter function admit_sessions(text, json, boolean, bigint[], text[]) set enable_seqscan = off;
