export function migrate(
  connectionString: string,
  dir?: string,
  log?: (line: string) => void,
  /** Told what a migration says about the data it moved; `log` unless given. */
  notice?: (line: string) => void,
): Promise<number>
