-- What is for sale, what was ordered, and what payment providers told us.

create table products (
  id bigint generated always as identity primary key,
  owner_id bigint not null references owners,
  name text not null,
  validity_seconds integer not null,
  serves text not null check (serves in ('station', 'network', 'place')), -- place: the mountpoint is chosen by where the customer works
  station_id bigint references stations,
  amount_minor bigint not null check (amount_minor > 0), -- in the currency's smallest unit, never a fraction
  currency text not null,
  active boolean not null default true,
  in_shop boolean not null default false,
  created_at timestamptz not null,
  check ((serves = 'station') = (station_id is not null))
);
create index products_owner on products (owner_id, id);
create index products_in_shop on products (id) where in_shop and active;

create table orders (
  id bigint generated always as identity primary key,
  owner_id bigint not null references owners,
  product_id bigint references products,
  product_name text,              -- as it was when it was ordered
  customer_name text not null,
  customer_email text not null,
  language text not null,         -- in which the customer is written to
  station_id bigint references stations, -- null: the network mountpoint
  validity_seconds integer not null,
  starts_at timestamptz,          -- null: when it is paid
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  state text not null default 'pending' check (state in ('pending', 'paid', 'cancelled')),
  created_at timestamptz not null,
  key text not null,              -- of the customer's page about it: unguessable
  client text,                    -- of one that came from the shop: the address that it is counted under
  paid_at timestamptz,
  paid_by text,                   -- by hand, or the provider
  payment_reference text,         -- the provider's
  payment_note text,              -- of whoever paid it by hand
  credential_id bigint,
  cancelled_at timestamptz,
  refund_note text,
  refund_noted_at timestamptz,
  payment_problem text,           -- money came and could not be put to use: somebody has to look
  checkout_id text,               -- the provider's page where it can be paid now
  checkout_url text,
  checkout_expires_at timestamptz,
  check ((state = 'paid') = (credential_id is not null and paid_at is not null and paid_by is not null)),
  check ((state = 'cancelled') = (cancelled_at is not null))
);
create unique index orders_key on orders (key);
create unique index orders_credential on orders (credential_id) where credential_id is not null;
create index orders_owner on orders (owner_id, id);
create index orders_state on orders (state, id);
create index orders_owner_state on orders (owner_id, state, id);
create index orders_problem on orders (id) where payment_problem is not null;
-- How many of the shop's are still open, by where they came from and for whom.
create index orders_client on orders (client, created_at) where client is not null;
create index orders_open_email on orders (lower(customer_email), created_at) where client is not null and state = 'pending';

-- The words of a customer, each with the orders, newest first: a page of matches is one range of one index. Orders are never deleted.
create table order_words (
  owner_id bigint not null,
  word text collate "C" not null,
  recency bigint not null, -- the order's id, negated
  primary key (owner_id, word, recency)
);
create index order_words_all on order_words (word, recency);

create function order_words_of(customer_name text, customer_email text) returns text[] language sql immutable parallel safe as
  $$ select regexp_split_to_array(fold_text(customer_name), '[^[:alnum:]]+') || lower(customer_email) $$;

create function note_order_words() returns trigger language plpgsql as $$
begin
  insert into order_words (owner_id, word, recency)
  select owner_id, left(word, 60), -id from made, unnest(order_words_of(customer_name, customer_email)) as word where word <> ''
  on conflict do nothing;
  return null;
end $$;
create trigger orders_words after insert on orders
  referencing new table as made for each statement execute function note_order_words();

-- What providers told us and what came of it, one row a notice however often it is repeated.
create table payment_notices (
  provider text not null,
  notice_id text not null,
  type text not null,
  order_id bigint references orders, -- null: it names none of ours
  outcome text not null,
  reference text,
  amount_minor bigint,
  currency text,
  times integer not null default 1,
  received_at timestamptz not null,
  last_received_at timestamptz not null,
  primary key (provider, notice_id)
);
create index payment_notices_order on payment_notices (order_id, received_at) where order_id is not null;
create index payment_notices_received on payment_notices (received_at);
