import { z } from "zod"

const problem = z.object({ error: z.string(), code: z.string() })

/** A refusal of the service, with its stable code. */
export class ApiFailure extends Error {
  override name = "ApiFailure"
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly retryAfterSeconds: number,
  ) {
    super(message)
  }
}

type Call<S extends z.ZodType> = {
  response: S
  method?: "GET" | "POST" | "DELETE"
  body?: unknown
  /** The wallet of the session in whose name this runs. */
  wallet?: string | null
}

/** Calls the service from the page and checks what comes back. */
export async function callApi<S extends z.ZodType>(
  path: string,
  { response, method = "GET", body, wallet }: Call<S>,
): Promise<z.output<S>> {
  const answer = await fetch(path, {
    method,
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(wallet ? { "x-wallet-address": wallet } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch((cause: unknown) => {
    throw Object.assign(new ApiFailure(0, "OFFLINE", "The service cannot be reached", 0), { cause })
  })
  const json: unknown = await answer.json().catch(() => null)
  if (answer.ok) return response.parse(json)
  const { error, code } = problem
    .catch({ error: `The service answered ${answer.status}`, code: "INTERNAL_ERROR" })
    .parse(json)
  const retryAfter = Number(answer.headers.get("retry-after") ?? 0)
  throw new ApiFailure(answer.status, code, error, Number.isFinite(retryAfter) ? retryAfter : 0)
}

type Text = readonly [sentence: string, remedy: string]

const signInAgain = "Sign in with your wallet and try again."
const tryLater = "Wait a moment and try again."

const texts: Readonly<Record<string, Text>> = {
  OFFLINE: ["Atoll cannot be reached.", "Check your connection and try again."],
  UNAUTHENTICATED: ["You are not signed in, or your session has expired.", signInAgain],
  SESSION_REQUIRED: ["This needs a signed-in wallet.", signInAgain],
  WALLET_NOT_IN_SESSION: ["That wallet is no longer signed in.", signInAgain],
  CSRF_REJECTED: [
    "The request did not come from Atoll's own address.",
    "Open Atoll at its proper address and try again.",
  ],
  KEY_LIMIT_REACHED: [
    "This wallet already has an API key.",
    "Revoke the existing key before creating another.",
  ],
  KEY_NOT_FOUND: ["The key does not exist any more.", "Reload the page to see the current keys."],
  VALIDATION_FAILED: ["Something in the form is not accepted.", "Check what you entered."],
  MESSAGE_INVALID: ["The sign-in message was not accepted.", signInAgain],
  MESSAGE_DOMAIN_MISMATCH: [
    "The message was signed for another site.",
    "Open Atoll at its proper address and sign in there.",
  ],
  MESSAGE_CHAIN_MISMATCH: [
    "The message was signed for another chain.",
    "Switch your wallet to this chain and sign in again.",
  ],
  MESSAGE_EXPIRED: [
    "The sign-in message has expired, or the clock of this device is wrong.",
    "Check the clock and sign in again.",
  ],
  INVALID_NONCE: ["The sign-in message was used or has expired.", "Sign in again."],
  INVALID_SIGNATURE: [
    "The signature does not belong to this wallet.",
    "Choose the right account in your wallet and sign in again.",
  ],
  TX_NOT_FOUND: ["The index does not see the transaction yet.", tryLater],
  TX_FAILED: ["The transaction was reverted on the chain.", "Nothing was exchanged; try again."],
  SYNC_FAILED: ["The index could not read the transaction yet.", tryLater],
  RATE_LIMITED: ["Too many requests in a short time.", "Wait a minute and try again."],
  CHAIN_UNAVAILABLE: ["Atoll cannot reach the chain at the moment.", tryLater],
  SERVICE_UNAVAILABLE: ["Atoll is starting or under maintenance.", tryLater],
  NOT_CONFIGURED: ["The operator has not switched this on.", "Ask the operator of this site."],
  INTERNAL_ERROR: [
    "Something went wrong on our side.",
    "Try again. If it keeps happening, please report it.",
  ],
}

/** The words for a refusal; codes without words of their own keep the service's sentence. */
export function apiText({ code, message }: ApiFailure): Text {
  return texts[code] ?? [message, tryLater]
}
