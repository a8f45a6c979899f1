-- The language of e-mails to customers, and the days before the end of a credential on which they are reminded. null: the default applies.
alter table settings
  add customer_language text check (customer_language in ('es', 'en')),
  add reminder_days integer[] check (0 <= all (reminder_days) and 365 >= all (reminder_days));
