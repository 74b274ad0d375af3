export function migrate(
  connectionString: string,
  dir?: string,
  log?: (line: string) => void,
  /** Receives a migration's messages about moved data; `log` by default. */
  notice?: (line: string) => void,
  limits?: {
    /** Longest wait for the lock of a table in one try, as everybody else waits behind it. */
    lockTimeoutMs?: number
    /** How long tries are repeated. */
    patienceMs?: number
  },
): Promise<number>

export function listPending(connectionString: string, dir: string): Promise<string[]>
