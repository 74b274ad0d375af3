type User = { uid?: number; gid?: number }

export function serverUser(data: string): User
export function dataOf(dir: string): string
export function prepareData(dir: string): string
export function removeData(dir: string): void
export function prepareBinaries(
  installed: { postgres: string; initdb: string },
  user: User,
): { postgres: string; initdb: string }
