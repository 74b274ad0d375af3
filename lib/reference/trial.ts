import { exampleOf } from "@/lib/api/example"
import { listSchemas, type Operation } from "./document"
import { type Credential, credentialOf } from "./examples"

/** The facts that a form needs to send an operation's request. */
export type Trial = {
  method: string
  /** With parameters in braces. */
  path: string
  credential: Credential
  fields: {
    name: string
    place: "path" | "query" | "header"
    isRequired: boolean
    example: string
  }[]
  /** JSON to begin with; null without a body. */
  body: string | null
}

/** Null for operations that a form cannot send: files, redirects to other sites, and streams. */
export function toTrial(operation: Operation): Trial | null {
  const { method, path, parameters, requestBody, responses } = operation
  const types = Object.keys(requestBody?.content ?? {})
  const isForm = types.length > 0 && !types.includes("application/json")
  const isStream = Object.values(responses).some(({ content }) => "text/event-stream" in content)
  if (isForm || isStream || "302" in responses) return null
  const example = requestBody?.content["application/json"]?.example
  return {
    ...{ method, path, credential: credentialOf(operation) },
    fields: parameters.map(({ name, in: place, required, schema }) => ({
      ...{ name, place, isRequired: required },
      example: required ? `${exampleOf(schema, listSchemas(), name)}` : "",
    })),
    body: example === undefined ? null : JSON.stringify(example, null, 2),
  }
}
