-- Oldest release: 0.1.0
-- The noise of each baseline, by which the network weighs it.

alter table baselines add column scatter_m real;  -- mean length of the deviations from the slow mean; null in the first hour
