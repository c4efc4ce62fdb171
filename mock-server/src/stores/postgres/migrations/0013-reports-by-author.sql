-- Oldest program: 2
-- Who has made what a report is about. A report by an older program has null here, and keeps the author's id when the
-- account is deleted.
alter table reports add column author text collate "C";
update reports set author = doc ->> 'authorId';
create index reports_author on reports (author);
