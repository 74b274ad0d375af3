import {
  type CompiledQuery,
  type DatabaseConnection,
  DeleteQueryNode,
  InsertQueryNode,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  UpdateQueryNode,
} from "kysely"
import type { Database } from "@/lib/generated/database"
import { Prisma } from "@/lib/generated/prisma/client"

type Transaction = Prisma.TransactionClient

/**
 * The query builder on the connection of a transaction of Prisma. Not by `prisma-extension-kysely`: 4.0.0 hangs the
 * builder of a transaction on an object that all transactions share, so that two at once write on one connection.
 */
export function queriesOnTransaction(transaction: Transaction): Kysely<Database> {
  const connection = new TransactionConnection(transaction)
  const nothing = async () => {}
  const refuse = async () => {
    throw new Error("The query builder is on a transaction already")
  }
  return new Kysely<Database>({
    dialect: {
      createDriver: () => ({
        init: nothing,
        acquireConnection: async () => connection,
        beginTransaction: refuse,
        commitTransaction: refuse,
        rollbackTransaction: refuse,
        releaseConnection: nothing,
        destroy: nothing,
      }),
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (queries) => new PostgresIntrospector(queries),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}

class TransactionConnection implements DatabaseConnection {
  constructor(readonly transaction: Transaction) {}

  async executeQuery<R>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<R>> {
    const isWrite =
      InsertQueryNode.is(query) || UpdateQueryNode.is(query) || DeleteQueryNode.is(query)
    if (isWrite && !query.returning) {
      const written = await this.transaction.$executeRawUnsafe(sql, ...parameters)
      return { rows: [], numAffectedRows: BigInt(written) }
    }
    return { rows: await readRows<R>(this.transaction, sql, parameters) }
  }

  // biome-ignore lint/correctness/useYield: it only refuses
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error("A transaction of Prisma reads no rows one by one")
  }
}

/** Rows with the types of `column-types.ts`, because Prisma has different types for large numbers and bytes. */
export async function readRows<R>(
  transaction: Transaction,
  text: string,
  values: readonly unknown[],
): Promise<R[]> {
  const rows = await transaction.$queryRawUnsafe<(R & object)[]>(text, ...values)
  for (const row of rows) {
    for (const [name, value] of Object.entries(row)) Reflect.set(row, name, toDriverValue(value))
  }
  return rows
}

function toDriverValue(value: unknown): unknown {
  if (typeof value === "bigint") return `${value}`
  if (Prisma.Decimal.isDecimal(value)) return value.toFixed()
  if (value instanceof Uint8Array) return Buffer.from(value)
  return Array.isArray(value) ? value.map(toDriverValue) : value
}
