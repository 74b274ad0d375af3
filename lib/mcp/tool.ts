import type { OperationName } from "./operations"

/** Tools that only read, that prepare what another signs, that send signed transactions, or that publish. */
export type ToolKind = "read" | "draft" | "send" | "publish"

/**
 * A task of an agent: the operation that does it, and the operations that add parts to its answer. Input and output
 * follow from their contracts.
 */
export type ToolSpec = {
  name: string
  title: string
  /** The tool's purpose and whatever the schemas do not show; every agent pays for each word. */
  description: string
  kind: ToolKind
  /** An operation, or one of several, which an argument names. */
  operation: OperationName | Choice
  /** Answered without an API key. */
  isPublic: boolean
  /** Query parameters that the tool sets itself. */
  fixed?: Readonly<Record<string, string>>
  /** Defaults that differ from the operation's, because a model reads the answers. */
  defaults?: Readonly<Record<string, string>>
  /** Arguments of the operation that the tool does not have. */
  omitted?: readonly string[]
  /** Further operations by the field of the answer that holds theirs. */
  parts?: Readonly<Record<string, OperationName>>
  /** Parts that are read unless `include` says otherwise. */
  included?: readonly string[]
  /** Field that holds the answer of the main operation, if that is no object. */
  field?: string
}

export type Choice = {
  argument: string
  description: string
  operations: Readonly<Record<string, OperationName>>
}

export const operationsOf = ({ operation }: ToolSpec): OperationName[] =>
  typeof operation === "string" ? [operation] : Object.values(operation.operations)
