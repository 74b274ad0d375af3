import type { CallToolResult } from "@modelcontextprotocol/server"
import type { Method } from "@/lib/api/contract"
import {
  type OperationCall,
  type OperationResult,
  runOperation,
  type Sender,
} from "@/lib/api/run-operation"
import { ApiError, invalid } from "@/lib/http/errors"
import { resolveRequestId } from "@/lib/http/security"
import type { CatalogTool } from "./catalog"
import { countMessage } from "./count"
import type { OperationName, Operations } from "./operations"
import { isRecord } from "./record"
import { toToolError } from "./tool-error"
import { toToolResult } from "./tool-result"

type Arguments = Readonly<Record<string, unknown>>

/** Calls a tool in the name of the sender. The call counts once, as its first operation does. */
export async function callTool(
  tool: CatalogTool,
  given: Arguments,
  sender: Sender,
  operations: Operations,
): Promise<CallToolResult> {
  const prepared = prepare(tool, given, operations)
  if (prepared instanceof ApiError) return refuse(prepared, sender)
  const { call, include, main } = prepared
  const first = await runOperation(call, sender)
  if (!first.ok) return toToolError(first.error, first.requestId)
  return toToolResult(tool, first, await readParts(tool, include, main, sender, operations))
}

function prepare(tool: CatalogTool, given: Arguments, operations: Operations) {
  try {
    const { name, include, main } = readArguments(tool, given)
    return { call: toOperationCall(tool, name, main, operations), include, main }
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

/** A call that reaches no operation counts, too. */
async function refuse(error: ApiError, { ip }: Sender): Promise<CallToolResult> {
  const counted = await countMessage(ip).catch((limit: unknown) => limit)
  return toToolError(counted instanceof ApiError ? counted : error, resolveRequestId(null))
}

function readArguments({ spec, input }: CatalogTool, given: Arguments) {
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(input.properties, name)) throw unknownArgument(name)
  }
  for (const name of input.required ?? []) {
    if (given[name] === undefined || given[name] === null) throw invalid(name, "is required")
  }
  const { include, ...rest } = spec.parts ? given : { ...given, include: undefined }
  if (typeof spec.operation === "string") {
    return {
      name: spec.operation,
      include: readInclude(spec.parts, include, spec.included),
      main: rest,
    }
  }
  const { argument, operations } = spec.operation
  const { [argument]: chosen, ...main } = rest
  const choices = Object.keys(operations)
  const name = typeof chosen === "string" ? operations[chosen] : undefined
  if (!name || !choices.includes(String(chosen)))
    throw invalid(argument, `must be one of ${choices.join(", ")}`)
  return { name, include: [], main }
}

/** A message is not marked as a user's text: it repeats nothing but a plain name. */
const unknownArgument = (name: string) =>
  /^\w{1,64}$/.test(name)
    ? invalid(name, "is no argument of this tool")
    : invalid("", "The name of an argument is none of this tool's")

function readInclude(parts: object | undefined, given: unknown, usual: readonly string[] = []) {
  if (given === undefined || given === null) return usual
  const known = Object.keys(parts ?? {})
  if (Array.isArray(given) && given.every((part) => known.includes(part))) {
    return [...new Set(given.map(String))]
  }
  throw invalid("include", `must be a list of ${known.join(", ")}`)
}

/** The operation with its share of the arguments. */
function toOperationCall(
  { spec }: CatalogTool,
  name: OperationName,
  given: Arguments,
  all: Operations,
): OperationCall {
  const { method, path } = splitName(name)
  const operation = all[name]
  const params = Object.fromEntries(
    paramNames(path).map((param) => [param, toText(param, given[param] ?? addressIn(given))]),
  )
  const isPublic = spec.isPublic
  if (operation.contract.body) {
    const body = Object.fromEntries(Object.entries(given).filter(([key]) => !(key in params)))
    return { method, path, operation, params, body, isPublic }
  }
  const accepted = Object.entries({ ...spec.defaults, ...given, ...spec.fixed }).filter(
    ([key, value]) => !(key in params) && value !== undefined && value !== null,
  )
  const query = Object.fromEntries(accepted.map(([key, value]) => [key, toText(key, value)]))
  return { method, path, operation, params, query, isPublic }
}

function splitName(name: OperationName): { method: Method; path: string } {
  const method: Method = name.startsWith("POST ") ? "POST" : "GET"
  return { method, path: name.slice(method.length + 1) }
}

const paramNames = (path: string) => [...path.matchAll(/\[(\w+)\]/g)].map(([, name = ""]) => name)

/** Parts may call the same wallet another name. */
const addressIn = ({ address, wallet }: Arguments) => address ?? wallet

function toText(name: string, value: unknown) {
  if (["string", "number", "boolean"].includes(typeof value)) return String(value)
  throw invalid(name, "must be text, a number or a boolean")
}

const ROWS_OF_PART = "10"

async function readParts(
  tool: CatalogTool,
  include: readonly string[],
  given: Arguments,
  sender: Sender,
  operations: Operations,
): Promise<[string, OperationResult][]> {
  const { parts = {} } = tool.spec
  return Promise.all(
    include.map(async (field): Promise<[string, OperationResult]> => {
      const name = parts[field]
      if (!name) throw invalid("include", `has no part ${field}`)
      const task = toOperationCall(
        { ...tool, spec: { ...tool.spec, defaults: {}, fixed: {} } },
        name,
        given,
        operations,
      )
      const query: Record<string, string> = hasLimit(operations, name)
        ? { limit: ROWS_OF_PART }
        : {}
      return [field, await runOperation({ ...task, query, isCounted: false }, sender)]
    }),
  )
}

function hasLimit(operations: Operations, name: OperationName) {
  const { query } = operations[name].contract
  return isRecord(query) && isRecord(query.shape) && "limit" in query.shape
}
