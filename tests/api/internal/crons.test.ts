import { existsSync, readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { config } from "@/next.config.mjs"
import vercel from "@/vercel.json"

const ROOT = path.resolve(import.meta.dirname, "../../..")
const routeOf = (url: string) => `app${url}/route.ts`

/** The declared durations by file, as a route of the framework says them. */
const declared = Object.fromEntries(
  readdirSync(path.join(ROOT, "app"), { recursive: true, encoding: "utf8" })
    .filter((file) => /(^|\/)(route\.ts|page\.tsx|layout\.tsx)$/.test(file))
    .flatMap((file) => {
      const source = readFileSync(path.join(ROOT, "app", file), "utf8")
      const [, seconds] = /^export const maxDuration = (\d+)$/m.exec(source) ?? []
      return seconds ? [[`app/${file}`, { maxDuration: Number(seconds) }]] : []
    }),
)

test("the host calls routes that exist and may take their time", () => {
  expect(vercel.crons.length).toBeGreaterThan(0)
  for (const { path: url } of vercel.crons) {
    expect(existsSync(path.join(ROOT, routeOf(url)))).toBe(true)
    expect(declared).toHaveProperty([routeOf(url)])
  }
})

test("durations are those that the routes declare", () => {
  expect(vercel.functions).toEqual(declared)
})

test("schedulers may call the paths without /api as well", async () => {
  const rules = await config.rewrites?.()
  const paths = Array.isArray(rules) ? [] : rules?.afterFiles
  for (const { path: url } of vercel.crons) {
    expect(paths).toContainEqual({ source: url.replace(/^\/api/, ""), destination: url })
  }
})
