-- Deliveries are found webhook by webhook; nothing reads them in the order of their due times alone.
drop index deliveries_due;
