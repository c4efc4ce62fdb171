-- Oldest program: 2
-- A commit whose connection broke is settled by adding its row. If that response is lost too, the next try must be able to
-- tell this row from the commit's own.
-- The index day_players_active is used by programs of version 5 and older only.
alter table commits add column is_abandoned boolean not null default false;
