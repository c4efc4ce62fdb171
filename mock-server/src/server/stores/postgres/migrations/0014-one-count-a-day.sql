-- Parts that only programs from before the first release have used.
drop table if exists day_players;
drop function if exists must_hold(boolean);

-- The players of a day are counted in one row.
create temporary table sums on commit drop as select day, sum(players)::int as players from day_counts group by day;
delete from day_counts;
alter table day_counts drop column shard;
alter table day_counts add primary key (day);
insert into day_counts (day, players) select day, players from sums;
