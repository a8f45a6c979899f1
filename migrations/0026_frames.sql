-- Oldest release: 0.1.0
-- The reference frame, by its key in the table of frames, and the epoch. The column datum keeps naming both in a text, which earlier releases
-- read and write. Null if the table does not contain the frame, or if the text was written without it: then it is looked up in the table.
alter table network add column frame text, add column frame_epoch double precision;
alter table stations add column frame text, add column frame_epoch double precision;
