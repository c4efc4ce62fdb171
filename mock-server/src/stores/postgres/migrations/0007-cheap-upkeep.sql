-- Oldest program: 2
-- Old rows of commits are removed by time. Once pages are reused, each range of pages has old and new rows, so a BRIN index
-- finds every page. A table of one hour is small enough to be indexed while servers run.
drop index commits_at;
create index commits_at on commits (at);
-- Programs of version 5 and older used it to clear marks. Without it they read all players of the day.
drop index day_players_active;
