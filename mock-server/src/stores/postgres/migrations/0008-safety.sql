-- Reports, blocks and the decisions of moderators.

create table reports (
  id text collate "C" primary key,
  version bigint not null default nextval('versions'),
  reporter text collate "C",
  doc json not null
);
create index reports_reporter on reports (reporter) where reporter is not null;

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
