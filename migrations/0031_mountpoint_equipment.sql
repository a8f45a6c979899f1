-- Oldest release: 0.1.0
-- Derived mountpoints can send the equipment of their station, so nodes read them again after it changed.
create trigger station_equipment_revision after insert or delete or truncate or update on station_equipment
  for each statement execute function count_revision('stations');
