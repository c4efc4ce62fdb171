-- Oldest program: 2
-- The SHA-256 of the ids of deleted accounts. A reset or restore by an older program leaves them too.
create table deleted_accounts (
  id text collate "C" primary key,
  version bigint not null default nextval('versions'),
  doc json not null
);
