-- Oldest release: 0.1.0
-- Admitting one rover took 1.8 ms of CPU, more than half of it to plan the same statement again: for one credential, PostgreSQL expects a
-- plan for the value to be cheaper than the plan that it keeps. With the kept plan it takes 0.8 ms. A migration that replaces the function
-- has to repeat the setting.

alter function admit_sessions(text, json, boolean, bigint[], text[]) set plan_cache_mode = force_generic_plan;
