import type { CatalogTool } from "./catalog"
import type { Operations } from "./operations"

/** Facts that all servers of a process share. */
export type ServerFacts = {
  version: string
  operations: Operations
  catalog: ReadonlyMap<string, CatalogTool>
}
