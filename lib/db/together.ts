import type { ClientBase } from "pg"

type Pipelined = ClientBase & { pipeline: boolean }

/**
 * Sends the statements that `start` starts without waiting for the answers of those before them: one round trip for
 * all. They run in the order in which they are started. Throws the error of the first that fails; in a transaction the
 * others then fail as well.
 */
export async function together<T extends readonly unknown[]>(
  client: ClientBase,
  start: () => { [K in keyof T]: Promise<T[K]> },
): Promise<T> {
  // What the connection does is decided when a statement is started, so it may change while none is under way.
  const connection = client as Pipelined
  const before = connection.pipeline
  connection.pipeline = true
  try {
    const settled = await Promise.allSettled(start())
    for (const each of settled) if (each.status === "rejected") throw each.reason
    return settled.map((each) => (each as PromiseFulfilledResult<unknown>).value) as unknown as T
  } finally {
    connection.pipeline = before
  }
}
