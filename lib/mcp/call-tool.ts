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
  args: Arguments,
  sender: Sender,
  operations: Operations,
): Promise<CallToolResult> {
  const prepared = prepare(tool, args, operations)
  if (prepared instanceof ApiError) return refuse(prepared, sender)
  const { call, include, main } = prepared
  const first = await runOperation(call, sender)
  if (!first.ok) return toToolError(first.error, first.requestId)
  return toToolResult(tool, first, await readParts(tool, include, main, sender, operations))
}

function prepare(tool: CatalogTool, args: Arguments, operations: Operations) {
  try {
    const { name, include, main } = readArguments(tool, args)
    return { call: toOperationCall(tool, name, main, operations), include, main }
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

/** A call that reaches no operation also counts. */
async function refuse(error: ApiError, { ip }: Sender): Promise<CallToolResult> {
  const counted = await countMessage(ip).catch((limit: unknown) => limit)
  return toToolError(counted instanceof ApiError ? counted : error, resolveRequestId())
}

function readArguments({ spec, input }: CatalogTool, args: Arguments) {
  for (const name of Object.keys(args)) {
    if (!Object.hasOwn(input.properties, name)) throw unknownArgument(name)
  }
  for (const name of input.required ?? []) {
    if (args[name] === undefined || args[name] === null) throw invalid(name, "is required")
  }
  const { include, ...rest } = spec.parts ? args : { ...args, include: undefined }
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

function readInclude(parts: object | undefined, include: unknown, usual: readonly string[] = []) {
  if (include === undefined || include === null) return usual
  const names = Object.keys(parts ?? {})
  if (Array.isArray(include) && include.every((part) => names.includes(part))) {
    return [...new Set(include.map(String))]
  }
  throw invalid("include", `must be a list of ${names.join(", ")}`)
}

/** The operation with its share of the arguments. */
function toOperationCall(
  { spec }: CatalogTool,
  name: OperationName,
  args: Arguments,
  all: Operations,
): OperationCall {
  const { method, path } = splitName(name)
  const operation = all[name]
  const params = Object.fromEntries(
    paramNames(path).map((param) => [param, toText(param, args[param] ?? addressIn(args))]),
  )
  const isPublic = spec.isPublic
  if (operation.contract.body) {
    const body = Object.fromEntries(Object.entries(args).filter(([key]) => !(key in params)))
    return { method, path, operation, params, body, isPublic }
  }
  const accepted = Object.entries({ ...spec.defaults, ...args, ...spec.fixed }).filter(
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
  args: Arguments,
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
        args,
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
