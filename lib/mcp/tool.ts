import type { OperationName } from "./operations"

/** Tools that only read; that prepare what another signs; that send what was signed; that publish. */
export type ToolKind = "read" | "draft" | "send" | "publish"

/**
 * A task of an agent: the operation that does it, and the operations that add parts to its answer. Input and output
 * follow from their contracts.
 */
export type ToolSpec = {
  name: string
  title: string
  /** What it is for and what is not evident from the schemas; every agent pays for each word. */
  description: string
  kind: ToolKind
  /** An operation, or one of several, which an argument names. */
  operation: OperationName | Choice
  /** Answered without an API key. */
  isPublic: boolean
  /** Query parameters that the tool sets itself. */
  fixed?: Readonly<Record<string, string>>
  /** Other defaults than those of the operation: answers are read by a model. */
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
