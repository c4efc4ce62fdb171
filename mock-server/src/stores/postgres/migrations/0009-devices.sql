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
