-- Where a credential may be used: a circle or a polygon, and what happens on a base to who is outside (domain/credentials/fence.ts); null:
-- anywhere. A product has the fence of the credentials that it is sold as; an order keeps what it was made with.
alter table credentials add fence jsonb;
alter table products add fence jsonb;
alter table orders add fence jsonb;
