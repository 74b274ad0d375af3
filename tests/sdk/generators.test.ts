import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import type { AddressInfo } from "node:net"
import path from "node:path"
import { buildSync } from "esbuild"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import * as quoteRoute from "@/app/api/v1/quote/route"
import * as tokensRoute from "@/app/api/v1/tokens/route"
import { DOCUMENT } from "@/scripts/generate/openapi.mjs"
import { createServer } from "@/server/http-server"
import { answerRoutes } from "@/server/routes"
import { createApiKey } from "@/tests/helpers/auth"
import { isDeep } from "@/tests/helpers/deep"
import { insertMarket } from "@/tests/helpers/market-rows"
import { insertToken } from "@/tests/helpers/rows"

const ROOT = path.resolve(import.meta.dirname, "../..")

/** Prints the names of tokens and of markets, and the status of a quote whose body is wrong. */
const BEGIN = `
const { ATOLL_URL = "", ATOLL_KEY = "" } = process.env
const headers = { "X-API-Key": ATOLL_KEY }
`

const GENERATORS = {
  "openapi-typescript": {
    // A field with a default may be left out of a request.
    command: [
      ...["openapi-typescript", DOCUMENT, "--output", "made/api.ts"],
      ...["--default-non-nullable", "false"],
    ],
    program: `
import createClient from "openapi-fetch"
import type { paths } from "./made/api"
${BEGIN}
const api = createClient<paths>({ baseUrl: ATOLL_URL, headers })
const list = async (isPrediction: boolean) => {
  const { data } = await api.GET("/api/v1/tokens", { params: { query: { isPrediction } } })
  return data?.data[0]?.name
}
const { response } = await api.POST("/api/v1/quote", {
  body: { action: "vault.lock", amount: "one" },
})
console.log(await list(false), await list(true), response.status)
`,
  },
  "@hey-api/openapi-ts": {
    // With the compiler that this version knows.
    command: [
      ...["--yes", "-p", "typescript@5.9.3", "-p", "@hey-api/openapi-ts@0.94.0"],
      ...["openapi-ts", "-i", DOCUMENT, "-o", "made", "-c", "@hey-api/client-fetch"],
    ],
    program: `
import { client } from "./made/client.gen"
import { getApiV1Tokens, postApiV1Quote } from "./made/sdk.gen"
${BEGIN}
client.setConfig({ baseUrl: ATOLL_URL, headers })
const list = async (isPrediction: boolean) => {
  const { data } = await getApiV1Tokens({ query: { isPrediction } })
  return data?.data[0]?.name
}
const { response } = await postApiV1Quote({ body: { action: "vault.lock", amount: "one" } })
console.log(await list(false), await list(true), response?.status)
`,
  },
  orval: {
    command: [
      ...["--yes", "orval@7.13.2", "--input", DOCUMENT],
      ...["--output", "made/api.ts", "--client", "fetch"],
    ],
    program: `
import { getApiV1Tokens, postApiV1Quote } from "./made/api"
${BEGIN}
const plain = fetch
globalThis.fetch = (input, init) => plain(new URL(String(input), ATOLL_URL), init)
const list = async (isPrediction: boolean) => {
  const { status, data } = await getApiV1Tokens({ isPrediction }, { headers })
  return status === 200 ? data.data[0]?.name : undefined
}
const { status } = await postApiV1Quote({ action: "vault.lock", amount: "one" }, { headers })
console.log(await list(false), await list(true), status)
`,
  },
}

const CONFIG = {
  compilerOptions: {
    ...{ strict: true, noEmit: true, skipLibCheck: true, types: ["node"] },
    ...{ target: "es2022", module: "esnext", moduleResolution: "bundler" },
    lib: ["es2023", "dom", "dom.iterable"],
  },
  files: ["program.ts"],
}

// npx fetches two of them, which would make every installation larger by a fifth.
describe.runIf(isDeep)("a client that is generated from the OpenAPI document", () => {
  const server = createServer(async () => {}, [
    answerRoutes([
      ["/api/v1/tokens", tokensRoute],
      ["/api/v1/quote", quoteRoute],
    ]),
  ])
  let folder: string
  let environment: Record<string, string>

  beforeAll(async () => {
    await insertToken({ name: "Coral" })
    await insertMarket({ name: "Rain" })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const { port } = server.address() as AddressInfo
    const { key } = await createApiKey()
    environment = { ATOLL_URL: `http://127.0.0.1:${port}`, ATOLL_KEY: key }
    // Below the repository: programs find its packages.
    folder = mkdtempSync(path.join(ROOT, ".data/generated-"))
  })
  afterAll(() => {
    rmSync(folder, { recursive: true })
    server.close()
  })

  async function run(command: string, args: readonly string[]) {
    const child = spawn(command, args, { cwd: folder, env: { ...process.env, ...environment } })
    let output = ""
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text))
    const [code] = await once(child, "close")
    if (code !== 0) throw new Error(`${command} ${args[0]} ended with ${code}:\n${output}`)
    return output.trim()
  }

  test.each(Object.entries(GENERATORS))(
    "by %s compiles and calls the service",
    async (_, generator) => {
      rmSync(path.join(folder, "made"), { recursive: true, force: true })
      await run("npx", generator.command)
      writeFileSync(path.join(folder, "program.ts"), generator.program)
      writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify(CONFIG))
      const compiler = path.join(ROOT, "node_modules/typescript-native/bin/tsc")
      await run(process.execPath, [compiler, "-p", folder])
      buildSync({
        entryPoints: [path.join(folder, "program.ts")],
        outfile: path.join(folder, "program.mjs"),
        ...{ bundle: true, platform: "node", format: "esm" },
      })
      expect(await run(process.execPath, ["program.mjs"])).toBe("Coral Rain 400")
    },
  )
})
