-- Where one node at a time has a station, the parts of a minute that two of them measured are added. A node whose answer was lost writes a
-- minute again: this says that it stands there already.
create table minute_reports (
  node text not null,
  minute timestamptz not null,
  primary key (node, minute)
);
create index minute_reports_minute on minute_reports (minute);
