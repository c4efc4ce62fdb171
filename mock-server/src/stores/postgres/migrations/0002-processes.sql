-- What all processes have in common of the controls: the clock.
create table controls (name text primary key, value json not null);

-- Calls that count for limits. A crash may forget them.
create unlogged table call_counts (
  key text collate "C" primary key,
  calls int not null,
  resets_at timestamptz not null
) with (fillfactor = 50);
