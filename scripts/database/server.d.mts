export type Server = { url: string; pid: number; joined: boolean; stop: () => Promise<void> }

export function ensurePostgres(
  dataDir: string,
  options?: { user?: string; database?: string; settings?: readonly string[] },
): Promise<Server>
