-- A table for each collection. Searched fields are columns, and the document is stored as it was written.

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

-- The players who were marked as active on the day. Earlier programs also added those in its games.
create table day_players (
  day date not null,
  user_id text collate "C" not null,
  is_active boolean not null default false,
  primary key (day, user_id)
);
create index day_players_active on day_players (day) where is_active;

-- The number of players in a game of the day or marked as active is the sum over the shards. Each connection uses one shard, so that few block each other.
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

create table rollover (
  id text collate "C" primary key,
  version bigint not null default nextval('versions'),
  doc json not null
);

-- Drawings are already compressed.
create table blobs (sha256 text collate "C" primary key, bytes bytea not null);
alter table blobs alter column bytes set storage external;

-- A row for each recent commit. A server whose connection broke during a commit can check whether it succeeded.
create table commits (id uuid primary key, at timestamptz not null default now());
create index commits_at on commits (at);

-- The seed of ids, the secrets that sign tokens, and the admin key.
create table secrets (name text primary key, value json not null);
