import type { ClientBase, Pool } from "pg"

/**
 * Removes every row of the tables, without triggers and in any order. Truncating would make hundreds of files anew,
 * and a statement for each table look at its indexes, while most of them have no rows.
 */
export async function deleteRows(client: Pool | ClientBase, tables: readonly string[]) {
  const query = client.query as (text: string) => Promise<unknown>
  await query.call(
    client,
    `do $$
    declare name regclass;
    begin
      set local session_replication_role = replica;
      for name in select each from unnest('{${tables.join()}}'::regclass[]) each
        where pg_relation_size(each) > 0
      loop
        execute format('delete from %s', name);
      end loop;
    end $$`,
  )
}

/** Identity columns of the tables begin again. */
export async function resetIdentities(client: Pool, tables: readonly string[]) {
  await client.query(
    `select setval(seqrelid, seqstart, false) from pg_sequence join pg_depend on objid = seqrelid
      where deptype in ('a', 'i') and refobjid = any($1::regclass[])`,
    [`{${tables.join()}}`],
  )
}
