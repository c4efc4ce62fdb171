-- Controls that all processes share: the clock.
create table controls (name text primary key, value json not null);

-- Call counts for rate limits. A crash may lose them.
create unlogged table call_counts (
  key text collate "C" primary key,
  calls int not null,
  resets_at timestamptz not null
) with (fillfactor = 50);
