import { execFileSync } from "node:child_process"
import { describe, expect, test } from "vitest"
import { findOperation, listOperations } from "@/lib/reference/document"
import { writeExamples } from "@/lib/reference/examples"
import { listFields } from "@/lib/reference/fields"
import { writeOperation, writeReferenceIndex } from "@/lib/reference/markdown"
import { toTrial } from "@/lib/reference/trial"

const operation = (id: string) => {
  const match = findOperation(id)
  if (!match) throw new Error(`${id} is missing`)
  return match
}

const codeOf = (text: string, language: string) =>
  new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\\n\`\`\``).exec(text)?.[1] ?? ""

describe("the API reference", () => {
  test("has a page for each operation, with an example in three languages and its errors", () => {
    const index = writeReferenceIndex()
    for (const each of listOperations()) {
      const text = writeOperation(each)
      expect(index).toContain(`(/docs/api/${each.id})`)
      for (const language of ["bash", "ts", "python"]) {
        expect({ id: each.id, code: codeOf(text, language) }).not.toMatchObject({ code: "" })
      }
      for (const { name } of each.parameters) expect(text).toContain(`| \`${name}\` |`)
      for (const status of Object.keys(each.responses)) expect(text).toContain(status)
    }
  })

  test("its curl examples are commands of the shell, which ask the path of the operation", () => {
    const script = listOperations()
      .map((each) => codeOf(writeExamples(each), "bash"))
      .join("\n")
    const curl = 'curl() { for each; do last=$each; done; echo "$last"; }\n'
    const output = execFileSync("bash", ["-e", "-c", curl + script], {
      env: { ...process.env, ATOLL: "http://x", KEY: "key" },
      encoding: "utf8",
    })
    const paths = output.trim().split("\n")
    expect(paths).toHaveLength(listOperations().length)
    for (const [at, { path }] of listOperations().entries()) {
      const pattern = path.replace(/[.]/g, "\\.").replace(/\{\w+\}/g, "[^/?]+")
      expect(paths[at]).toMatch(new RegExp(`^http://x${pattern}(\\?.*)?$`))
    }
  })

  test("its examples send the cookie where an API key does not do, and the page says what it is", () => {
    for (const id of ["getApiV1AuthKeys", "deleteApiV1MeData"]) {
      const text = writeOperation(operation(id))
      expect(text).toContain("`$COOKIE` is the cookie of a session")
      expect(codeOf(text, "bash")).toContain('-b "$COOKIE"')
      expect(codeOf(text, "ts")).toContain("Cookie: env.COOKIE")
      expect(codeOf(text, "python")).toContain('{"Cookie": os.environ["COOKIE"]}')
      for (const language of ["bash", "ts", "python"]) {
        expect(codeOf(text, language)).not.toMatch(/\bKEY\b/)
      }
    }
  })

  test("its Python and TypeScript examples can be parsed", async () => {
    const sources = listOperations().map((each) => codeOf(writeExamples(each), "python"))
    const check = "import ast, json, sys\nfor each in json.load(sys.stdin): ast.parse(each)"
    execFileSync("python3", ["-c", check], { input: JSON.stringify(sources) })
    const { transform } = await import("esbuild")
    const code = listOperations().map((each, at) => {
      const source = codeOf(writeExamples(each), "ts").replaceAll(/^import .*$/gm, "")
      return `async function f${at}() {${source}}`
    })
    const { warnings } = await transform(code.join("\n"), { loader: "ts" })
    expect(warnings).toEqual([])
  })

  test("lists the fields of nested objects and arrays", () => {
    const { responses } = operation("getApiV1Tokens")
    const schema = responses["200"]?.content["application/json"]?.schema ?? {}
    const fields = listFields(schema)
    expect(fields.map(({ path }) => path)).toEqual(
      expect.arrayContaining(["data", "data[].address", "pagination.hasMore"]),
    )
    expect(fields.find(({ path }) => path === "pagination.total")).toMatchObject({
      type: "integer",
      isRequired: true,
    })
  })

  test("names each action and its fields with the operations that take it", () => {
    const text = writeOperation(operation("postApiV1Quote"))
    expect(text).toContain("### token.buy")
    expect(text).toContain("### approve.revoke")
    expect(text).toMatch(/\| `slippageBp` \|/)
  })

  test("offers no form for files, redirects and streams", () => {
    expect(toTrial(operation("postApiImages"))).toBeNull()
    expect(toTrial(operation("getApiV1Stream"))).toBeNull()
    expect(toTrial(operation("getApiV1TokensAddress"))).toMatchObject({
      method: "GET",
      credential: "key",
      body: null,
    })
  })
})
