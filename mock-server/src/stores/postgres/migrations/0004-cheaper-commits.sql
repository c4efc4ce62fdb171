-- Oldest program: 2
-- Each commit adds a row, and only old rows are searched by time.
drop index commits_at;
create index commits_at on commits using brin (at);
