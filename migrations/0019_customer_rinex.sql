-- Oldest release: 0.1.0
-- RINEX files that customers order on their page: hours of data per calendar month (UTC). 0: none; null: no limit.
alter table products add column rinex_hours_per_month integer default 0 check (rinex_hours_per_month >= 0);
alter table credentials add column rinex_hours_per_month integer default 0 check (rinex_hours_per_month >= 0);
