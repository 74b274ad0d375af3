import { execFile, spawnSync } from "node:child_process"
import { openAsBlob, writeFileSync } from "node:fs"
import path from "node:path"
import { promisify } from "node:util"
import { listOperations, type Operation } from "@/lib/reference/document"
import { writeExamples } from "@/lib/reference/examples"
import { createAtoll } from "@/sdk/src/client"
import { createPicture } from "@/tests/helpers/images"

type Instance = {
  folder: string
  origin: string
  key: string
  /** Of a session of the wallet. */
  cookie: string
  wallet: string
  tide: string
  market: string
}

/** Streams do not end, moderators alone may read the flagged posts, the others answer with another site. */
const OTHERS = /^\/api\/(v1\/stream|reef\/admin|auth\/(social|twitter))/

/** Reads, what is asked of an action, and an upload. */
const isRun = ({ method, path: at }: Operation) =>
  (method === "GET" || /\/(quote|build|images)$/.test(at)) && !OTHERS.test(at)

/** The addresses of an example are nobody's. */
const PLACEHOLDER = /0x[0-9a-f]{40}(?![0-9a-f])/g

function personalize(code: string, { path: at }: Operation, instance: Instance): string {
  const { tide, market, wallet } = instance
  const isWallet = /wallet|profile|agents|nonce/.test(at)
  const address = at.includes("/markets/") ? market : isWallet ? wallet : tide
  const own = code.replace(PLACEHOLDER, address)
  // An image of a token is its creator's to send.
  return at === "/api/images" ? own.replace(/\btoken\b(?=['"])/g, "avatar") : own
}

const codeIn = (markdown: string, language: string) =>
  new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\\n\`\`\``).exec(markdown)?.[1] ?? ""

/** Runs the examples in all languages, which must agree; what is not there is 404, everything else is answered. */
export async function runReference(instance: Instance) {
  const examples = listOperations()
    .filter(isRun)
    .map((operation) => ({
      name: `${operation.method} ${operation.path}`,
      code: personalize(writeExamples(operation), operation, instance),
    }))
  writeFileSync(path.join(instance.folder, "image.png"), await createPicture().png().toBuffer())
  const codes = (language: string) => examples.map(({ code }) => codeIn(code, language))
  const curl = await runCurl(codes("bash"), instance)
  const typescript = await runTypeScript(codes("ts"), instance)
  const python = await runPython(codes("python"), instance)
  const wrong = examples.flatMap(({ name }, at) => {
    const statuses = [curl[at], typescript[at], python?.[at] ?? curl[at]]
    const isRight = statuses.every((each) => each === curl[at]) && /^(200|404)$/.test(`${curl[at]}`)
    return isRight ? [] : [`${name}: ${statuses.join(", ")}`]
  })
  const succeeded = curl.filter((status) => status === 200).length
  return { wrong, succeeded, hasPython: python !== null }
}

async function runCurl(codes: readonly string[], { folder, origin, key, cookie }: Instance) {
  const answer = "curl() { command curl -s -o /dev/null -w '%{http_code}\\n' \"$@\"; }"
  writeFileSync(path.join(folder, "reference.sh"), [answer, ...codes].join("\n"))
  const env = { ...process.env, ATOLL: origin, KEY: key, COOKIE: cookie }
  const { stdout } = await promisify(execFile)("bash", ["reference.sh"], { cwd: folder, env })
  return stdout.trim().split("\n").map(Number)
}

const AsyncFunction = (async () => {}).constructor as new (
  ...args: string[]
) => (...args: unknown[]) => Promise<number>

/** In this process: the examples import the same package, and two of its names. */
async function runTypeScript(codes: readonly string[], { folder, origin, key, cookie }: Instance) {
  const open = (file: string) => openAsBlob(path.join(folder, file))
  const statuses: number[] = []
  for (const code of codes) {
    const body = code
      .replace(/^import .*$/gm, "")
      .replace("const { data, error } =", "const { response } =")
      .replace(/^console\.log.*$/m, "")
    const names = ["createAtoll", "openAsBlob", "env"]
    const run = new AsyncFunction(...names, `${body}\nreturn response.status`)
    statuses.push(await run(createAtoll, open, { ATOLL: origin, KEY: key, COOKIE: cookie }))
  }
  return statuses
}

const PYTHON = `
import contextlib, functools, httpx, io, json, ssl, sys
# Each request of an example makes a client, and each client reads all certificates: once is enough here.
ssl.SSLContext.load_verify_locations = lambda *args, **given: None
statuses = []
for code in json.load(sys.stdin):
    names = {}
    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(ValueError):
        exec(code, names)
    statuses.append(names["response"].status_code)
print(json.dumps(statuses))
`

/** Null without a Python that has httpx. */
async function runPython(codes: readonly string[], { folder, origin, key, cookie }: Instance) {
  const python = ["python3", "/usr/bin/python3"].find(
    (command) => spawnSync(command, ["-c", "import httpx"]).status === 0,
  )
  if (!python) return null
  const env = { ...process.env, ATOLL: origin, KEY: key, COOKIE: cookie }
  const running = promisify(execFile)(python, ["-c", PYTHON], { cwd: folder, env })
  running.child.stdin?.end(JSON.stringify(codes))
  const statuses: number[] = JSON.parse((await running).stdout)
  return statuses
}
