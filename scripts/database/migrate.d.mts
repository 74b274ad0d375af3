export function migrate(
  connectionString: string,
  dir?: string,
  log?: (line: string) => void,
  /** Receives a migration's messages about moved data; `log` by default. */
  notice?: (line: string) => void,
): Promise<number>
