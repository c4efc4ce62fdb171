-- Oldest program: 2
-- Notifications that are due. Those that were sent stay until the end of the player's day, for the limit of a day.
create table messages (
  id text collate "C" primary key,
  version bigint not null default nextval('versions'),
  user_id text collate "C" not null,
  due_at timestamptz not null,
  doc json not null
) with (fillfactor = 70);
create index messages_due on messages (due_at, id);
create index messages_user on messages (user_id);
