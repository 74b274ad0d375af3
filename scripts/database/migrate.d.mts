export function migrate(
  connectionString: string,
  dir?: string,
  log?: (line: string) => void,
): Promise<number>
