import pg, { type ClientBase } from "pg"

type Pipelined = ClientBase & { pipeline: boolean }

/** PostgreSQL's error in a transaction after another statement has failed. */
const IS_ABORTED = "25P02"

/**
 * Sends the statements that `start` starts without waiting for earlier answers: one round trip for all. They run in
 * the order in which they are started. In a transaction, all statements after a failed one fail as well; the first
 * error is thrown once all have been answered.
 */
export async function together<T extends readonly unknown[]>(
  client: ClientBase,
  start: () => { [K in keyof T]: Promise<T[K]> },
): Promise<T> {
  return pipelined(client, async () => {
    const settled = await Promise.allSettled(start())
    const reasons = settled.flatMap((each) => (each.status === "rejected" ? [each.reason] : []))
    if (reasons.length > 0) throw reasons.find(isCause) ?? reasons[0]
    return settled.map((each) => (each as PromiseFulfilledResult<unknown>).value) as unknown as T
  })
}

/** Statements of the work do not wait for earlier answers. None may run when it begins or has succeeded. */
export async function pipelined<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  // The connection decides how to send when a statement starts, so its mode may change while none is running.
  const connection = client as Pipelined
  const before = connection.pipeline
  connection.pipeline = true
  try {
    return await work()
  } finally {
    connection.pipeline = before
  }
}

const isCause = (error: unknown) =>
  !(error instanceof pg.DatabaseError && error.code === IS_ABORTED)
