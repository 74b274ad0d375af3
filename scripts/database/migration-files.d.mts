export type MigrationFile = { name: string; sql: string; checksum: string }

export function listMigrations(dir: string): MigrationFile[]

export type MigrationPlan = { mode: "transaction" | "alone" | "batches"; steps: string[] }

export function planMigration(sql: string): MigrationPlan

export function splitStatements(sql: string): string[]

export function indexOf(statement: string): { name: string; isCreated: boolean } | undefined
