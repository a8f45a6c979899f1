-- Oldest release: 0.1.0
-- Whether the coverage of the network is public. Null means no.
alter table settings add column coverage_page boolean;
