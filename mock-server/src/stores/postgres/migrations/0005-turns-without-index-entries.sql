-- Oldest program: 2
-- PostgreSQL adds an entry to every index of a table when an indexed column of a row changes. So turn_deadline and pending,
-- which are in indexes for matchmaking, are constant in group games from now on, and the roll-over reads this column.
-- A program of version 4 does not: if it does the roll-over, it closes group games whose turn is still running.
alter table games add column running_until timestamptz;
