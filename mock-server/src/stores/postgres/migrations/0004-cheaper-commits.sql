-- Oldest program: 2
-- Each commit adds a row, and only old ones are searched by their time.
drop index commits_at;
create index commits_at on commits using brin (at);
