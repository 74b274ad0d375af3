import { expect, test } from "vitest"
import { listUnsafe } from "@/scripts/guards/migrations"

test.each([
  ["an index that stops writers", 'create index "a" on "trade" ("x");', "outside a transaction"],
  [
    "an index within a transaction",
    'create index concurrently "a" on "trade" ("x");',
    "outside a transaction",
  ],
  ["the end of an index", 'drop index "a";', "outside a transaction"],
  [
    "a column that old rows lack",
    'alter table "trade" add column "x" text not null;',
    "constant default",
  ],
  [
    "a default of each row",
    'alter table "trade" add column "x" uuid default gen_random_uuid();',
    "in batches",
  ],
  [
    "another type",
    'alter table "trade" alter column "x" type bigint;',
    "add a column of the new type",
  ],
  ["another name", 'alter table "trade" rename column "x" to "y";', "add a column"],
  ["another name of a table", 'alter table "trade" rename to "trades";', "leave its name"],
  ["a column that goes", 'alter table "trade" drop column "x";', "-- contract:"],
  ["a table that goes", 'drop table "trade";', "-- contract:"],
  [
    "a rule that is checked at once",
    'alter table "trade" add constraint "c" check (x > 0);',
    "not valid",
  ],
  [
    "a reference that is checked at once",
    'alter table "trade" add constraint "f" foreign key (x) references tx (id);',
    "not valid",
  ],
  [
    "a required column",
    'alter table "trade" alter column "x" set not null;',
    "is not null) not valid",
  ],
  ["an update of all rows", "update trade set x = 1;", "in batches"],
  ["a removal of rows", "delete from trade where x = 1;", "in batches"],
  [
    "rows from a question",
    "insert into trade_sum select token, count(*) from trade group by 1;",
    "in batches",
  ],
  [
    "a new table that is filled while a trigger holds the writers of another one",
    'create table "n" ("x" text primary key);\ncreate trigger "t" after insert or update of "x" on "trade"\n  for each statement execute function f();\ninsert into "n" select distinct "x" from "trade";',
    "how long writers wait",
  ],
  [
    "a new table that is filled while a column holds all of another one",
    'create table "n" ("x" text primary key);\nalter table "trade" add column "y" text;\ninsert into "n" select distinct "x" from "trade";',
    "how long writers wait",
  ],
  ["a change within a block", "do $$ begin\n  update trade set x = 1;\nend $$;", "in batches"],
  ["a change behind a question", "with old as (select 1) update trade set x = 1;", "in batches"],
])("refuses %s", (_, sql, remedy) => {
  const problems = listUnsafe(`-- A change.\n\n${sql}\n`)
  expect(problems.join("\n")).toContain(remedy)
})

test.each([
  [
    "a new table with its indexes and rows",
    'create table "n" ("id" int primary key, "x" int);\ncreate index "n_x" on "n" ("x");\ninsert into "n" select 1, 2;',
  ],
  [
    "a new table with a trigger of its own and rows of others",
    'create table "n" ("x" text primary key);\ncreate trigger "t" after insert on "n" for each statement execute function f();\ninsert into "n" select distinct "x" from "trade";',
  ],
  [
    "a column with a constant default",
    'alter table "trade" add column "x" text not null default \'\';',
  ],
  [
    "an index beside writers",
    '-- migrate: outside a transaction\ncreate index concurrently "a" on "trade" ("x");',
  ],
  [
    "the end of an index beside writers",
    '-- migrate: outside a transaction\ndrop index concurrently if exists "a";',
  ],
  [
    "a backfill in batches",
    "-- migrate: in batches\nupdate trade set x = 1 where id in (select id from trade where x is null limit 1000);",
  ],
  [
    "a backfill of few rows, with the reason",
    "-- backfill: one row for each chain.\nupdate index_cursor set x = 1;",
  ],
  [
    "a new table that is filled behind a trigger, with the reason",
    '-- backfill: a second for a million trades.\ncreate table "n" ("x" text primary key);\ncreate trigger "t" after insert on "trade" for each statement execute function f();\ninsert into "n" select distinct "x" from "trade";',
  ],
  [
    "the last step of a change, with the reason",
    '-- contract: no version reads it since 1.4.\nalter table "trade" drop column "x";',
  ],
  [
    "a rule for new rows, and its check later",
    'alter table "trade" add constraint "c" check (x > 0) not valid;',
  ],
  [
    "a function, whatever it does when it is called",
    "create or replace function f() returns trigger language plpgsql as $$\nbegin\n  update trade set x = 1;\n  return null;\nend $$;",
  ],
])("accepts %s", (_, sql) => {
  expect(listUnsafe(sql)).toEqual([])
})

test("a contract step without a reason is refused", () => {
  expect(listUnsafe('-- contract:\nalter table "trade" drop column "x";')).not.toEqual([])
})
