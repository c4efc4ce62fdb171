-- The tables of the first release: one for each collection. Searched fields are columns, and the document is stored as it was
-- written.

create table schema_versions (
  version int primary key,
  applied_at timestamptz not null default now(),
  -- The oldest version whose programs still run.
  oldest_program int
);

-- Versions are unique, even if a document is removed and added again under its id.
create sequence versions;

create table users (
  id text collate "C" primary key,
  version bigint not null default nextval('versions'),
  device_hash text collate "C" not null unique,
  doc json not null
) with (fillfactor = 80);

create table groups (
  id text collate "C" primary key,
  version bigint not null default nextval('versions'),
  code text collate "C" not null unique,
  doc json not null
) with (fillfactor = 80);

create table games (
  id text collate "C" primary key,
  version bigint not null default nextval('versions'),
  day date not null,
  group_id text collate "C",
  created_at timestamptz not null,
  is_open boolean not null,
  -- Whether this is a public game that players can still join.
  takes_players boolean not null,
  pending smallint not null,
  turn_deadline timestamptz,
  -- When the running turn ends. In group games, the two columns above are constant: PostgreSQL adds an entry to every index
  -- of a table when an indexed column of a row changes.
  running_until timestamptz,
  doc json not null
) with (fillfactor = 70);
create unique index games_group_day on games (group_id, day) where group_id is not null;
create index games_day on games (day, id);
create index games_open on games (day, turn_deadline nulls first, id) where is_open;
create index games_startable on games (day, created_at, id) where takes_players and turn_deadline is null;
create index games_running on games (day, turn_deadline, id) where takes_players and turn_deadline is not null;
create index games_queue on games (day, pending, created_at, id) where takes_players;

create table game_players (
  user_id text collate "C" not null,
  day date not null,
  game_id text collate "C" not null,
  primary key (user_id, day, game_id)
);

-- The number of players in a game of the day or active on it.
create table day_counts (
  day date not null,
  shard smallint not null,
  players int not null,
  primary key (day, shard)
) with (fillfactor = 50);

create table reactions (
  id text collate "C" primary key,
  version bigint not null default nextval('versions'),
  doc json not null
) with (fillfactor = 80);

create table push_tokens (
  id text collate "C" primary key,
  version bigint not null default nextval('versions'),
  user_id text collate "C" not null,
  doc json not null
);
create index push_tokens_user on push_tokens (user_id);

create table outbox (
  id text collate "C" primary key,
  version bigint not null default nextval('versions'),
  due_at timestamptz not null,
  doc json not null
);
create index outbox_due on outbox (due_at, id);

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

create table reports (
  id text collate "C" primary key,
  version bigint not null default nextval('versions'),
  reporter text collate "C",
  -- Who has made what the report is about.
  author text collate "C",
  doc json not null
);
create index reports_reporter on reports (reporter) where reporter is not null;
create index reports_author on reports (author);

create table reported_things (
  id text collate "C" primary key,
  version bigint not null default nextval('versions'),
  state text not null,
  author text collate "C" not null,
  group_id text collate "C",
  reporters int not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  doc json not null
) with (fillfactor = 70);
create index reported_things_oldest on reported_things (first_at, id) where state = 'open';
create index reported_things_most on reported_things (reporters, id) where state = 'open';
create index reported_things_newest on reported_things (state, last_at, id);
create index reported_things_author on reported_things (author);

create table blocks (
  id text collate "C" primary key,
  version bigint not null default nextval('versions'),
  blocker text collate "C" not null,
  blocked text collate "C" not null,
  doc json not null
);
create index blocks_blocker on blocks (blocker);
create index blocks_blocked on blocks (blocked);

create table decisions (
  id text collate "C" primary key,
  version bigint not null default nextval('versions'),
  author text collate "C",
  doc json not null
);
create index decisions_author on decisions (author) where author is not null;

-- Further devices of players, and the codes that add one.
create table devices (
  id text collate "C" primary key,
  version bigint not null default nextval('versions'),
  user_id text collate "C" not null,
  doc json not null
);
create index devices_user on devices (user_id);

create table move_codes (
  id text collate "C" primary key,
  version bigint not null default nextval('versions'),
  code text collate "C" not null unique,
  doc json not null
);

-- The SHA-256 of the ids of deleted accounts. A reset or restore leaves them.
create table deleted_accounts (
  id text collate "C" primary key,
  version bigint not null default nextval('versions'),
  doc json not null
);

create table rollover (
  id text collate "C" primary key,
  version bigint not null default nextval('versions'),
  doc json not null
);

-- Drawings are already compressed.
create table blobs (
  sha256 text collate "C" primary key,
  bytes bytea not null,
  -- By how many games it is used: it is removed with the last one.
  uses int not null default 1
);
alter table blobs alter column bytes set storage external;

-- A row for each recent commit. A server whose connection broke during a commit can check whether it succeeded.
-- A commit whose connection broke is settled by adding its row as abandoned: the next try can tell it from the commit's own.
create table commits (
  id uuid primary key,
  at timestamptz not null default now(),
  is_abandoned boolean not null default false
);
create index commits_at on commits (at);

-- The seed of ids, the secrets that sign tokens, and the admin key.
create table secrets (name text primary key, value json not null);

-- Controls that all processes share: the clock.
create table controls (name text primary key, value json not null);

-- Call counts for rate limits. A crash may lose them.
create unlogged table call_counts (
  key text collate "C" primary key,
  calls int not null,
  resets_at timestamptz not null
) with (fillfactor = 50);
