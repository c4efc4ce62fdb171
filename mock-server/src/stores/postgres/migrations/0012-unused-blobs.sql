-- Oldest program: 2
-- By how many games a blob is used: it is removed with the last one. Those that no game uses now stay.
-- An older program does not count. What it stores has one use, which is too few if it stores the same drawing again; what it
-- removes stays.
alter table blobs add column uses int not null default 1;
update blobs b set uses = used.games from (
  select v.name, count(distinct g.id)::int as games
  from games g cross join json_array_elements(g.doc -> 'entries') e
    cross join lateral (values (e ->> 'drawing'), (e ->> 'strokes')) v (name)
  where v.name is not null group by v.name
) used where used.name = b.sha256;
