import { z } from "zod"

const errorBody = z.object({ error: z.string(), code: z.string() })

/** An error response of the API. `code` is stable; 0 as `status`: no response. */
export class ApiClientError extends Error {
  override name = "ApiClientError"
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly retryAfterSeconds: number,
  ) {
    super(message)
  }
}

type ApiCall<S extends z.ZodType> = {
  response: S
  method?: "GET" | "POST" | "PATCH" | "DELETE"
  /** A form is sent as multipart/form-data, everything else as JSON. */
  body?: unknown
  /** The signed-in wallet that the request is made for. */
  wallet?: string | null
}

/** Calls our API from the page and parses the response. */
export async function callApi<S extends z.ZodType>(
  path: string,
  { response, method = "GET", body, wallet }: ApiCall<S>,
): Promise<z.output<S>> {
  const isJson = body !== undefined && !(body instanceof FormData)
  const answer = await fetch(path, {
    method,
    headers: {
      ...(isJson ? { "content-type": "application/json" } : {}),
      ...(wallet ? { "x-wallet-address": wallet } : {}),
    },
    ...(isJson ? { body: JSON.stringify(body) } : {}),
    ...(body instanceof FormData ? { body } : {}),
  }).catch((cause: unknown) => {
    throw Object.assign(new ApiClientError(0, "OFFLINE", "The service cannot be reached", 0), {
      cause,
    })
  })
  const json: unknown = await answer.json().catch(() => null)
  if (answer.ok) return response.parse(json)
  const { error, code } = errorBody
    .catch({ error: `The service answered ${answer.status}`, code: "INTERNAL_ERROR" })
    .parse(json)
  const retryAfter = Number(answer.headers.get("retry-after") ?? 0)
  throw new ApiClientError(answer.status, code, error, Number.isFinite(retryAfter) ? retryAfter : 0)
}
