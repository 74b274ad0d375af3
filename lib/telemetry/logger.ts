import { AsyncLocalStorage } from "node:async_hooks"
import pino from "pino"
import { processSingleton } from "@/lib/async/process-singleton"
import { logLevel, secretValues } from "@/lib/env"

/** What all lines of a request have. */
export type RequestFacts = { requestId: string; traceId?: string }

/** The running program, as its lines and metrics name it. */
export type Program = "web" | "follower" | "keeper"

type Context = { program: Program; requests: AsyncLocalStorage<RequestFacts> }

/** The server, its routes and its pages are bundled separately, and have the request in common. */
const context = processSingleton(
  "telemetry",
  (): Context => ({
    program: "web",
    requests: new AsyncLocalStorage(),
  }),
)

export const requests = context.requests

export const nameProgram = (program: Program) => {
  context.program = program
}

export const runningProgram = () => context.program

const CENSOR = "[Redacted]"

/** Fields that no line shows, wherever an object has them. */
const SECRET_FIELDS = [
  ...["authorization", "cookie", '["set-cookie"]', '["x-api-key"]', "apiKey", "password"],
  ...["token", "accessToken", "refreshToken", "privateKey", "secret"],
]

const secretPaths = SECRET_FIELDS.flatMap((field) => {
  const below = (parent: string) => (field.startsWith("[") ? parent + field : `${parent}.${field}`)
  return [field, below("*"), below("*.*")]
})

/** Secrets by their form: passwords in addresses, bearer tokens, keys of the API, sealed cookies. */
const SECRET_FORMS: readonly (readonly [RegExp, string])[] = [
  [/\b([a-z][a-z0-9+.-]*:\/\/[^\s:@/"\\]*):[^\s@/"\\]+@/gi, `$1:${CENSOR}@`],
  [/\b(Bearer\s+)[^\s"\\]+/gi, `$1${CENSOR}`],
  [/\batoll_[0-9a-f]{64}\b/g, CENSOR],
  [/\bFe26\.[^\s";,\\]+/g, CENSOR],
]

/** A shorter value may be a part of any word. */
const MIN_SECRET_LENGTH = 8

let pattern: RegExp | undefined
let values: readonly string[] = []

/** Matches each secret of the environment as a line of JSON has it. */
function secretPattern() {
  const current = secretValues()
  if (current === values) return pattern
  values = current
  const texts = current
    .filter((value) => value.length >= MIN_SECRET_LENGTH)
    .map((value) => JSON.stringify(value).slice(1, -1))
    .sort((one, other) => other.length - one.length)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
  pattern = texts.length > 0 ? new RegExp(texts.join("|"), "g") : undefined
  return pattern
}

/** Takes from a line what opens something: it may be quoted in any message. */
export function censor(line: string) {
  const secrets = secretPattern()
  let safe = secrets ? line.replace(secrets, CENSOR) : line
  for (const [form, text] of SECRET_FORMS) safe = safe.replace(form, text)
  return safe
}

/** Lines of JSON on the output, with the program, the request and no secret. */
export function createLogger(destination: pino.DestinationStream = pino.destination(1)) {
  const options: pino.LoggerOptions = {
    level: logLevel(),
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
    mixin: () => ({ program: context.program, ...requests.getStore() }),
    redact: { paths: secretPaths, censor: CENSOR },
    hooks: { streamWrite: censor },
  }
  return pino(options, destination)
}

/** What the server, the follower and the keeper report. `npm start` writes its lines for people (scripts/local). */
export const log = processSingleton("log", () => createLogger())
