import pg, { type ClientBase } from "pg"

type Pipelined = ClientBase & { pipeline: boolean }

/** What PostgreSQL answers in a transaction after another statement has failed. */
const IS_ABORTED = "25P02"

/**
 * Sends the statements that `start` starts without waiting for the answers of those before them: one round trip for
 * all. They run in the order in which they are started. In a transaction all that follow one that fails fail as well;
 * its own error is thrown, when all have been answered.
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
    const reasons = settled.flatMap((each) => (each.status === "rejected" ? [each.reason] : []))
    if (reasons.length > 0) throw reasons.find(isCause) ?? reasons[0]
    return settled.map((each) => (each as PromiseFulfilledResult<unknown>).value) as unknown as T
  } finally {
    connection.pipeline = before
  }
}

const isCause = (error: unknown) =>
  !(error instanceof pg.DatabaseError && error.code === IS_ABORTED)
