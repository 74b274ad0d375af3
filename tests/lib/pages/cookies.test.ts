import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { pageCookies } from "@/lib/pages/cookies"

test.each([
  [undefined, "/", ""],
  ["atoll_theme=dark", "/markets", "atoll_theme=dark"],
  ["atoll_palette=clear; atoll_theme=light", "/", "atoll_theme=light; atoll_palette=clear"],
  ["atoll_theme=system; atoll_palette=x", "/", ""],
  ["atoll_theme=dark; atoll_theme=light", "/", "atoll_theme=light"],
  ["atoll_started=yes", "/", "atoll_started=1"],
  ["atoll_started=1", "/markets", ""],
  ["atoll_session=secret; a=b; atoll_theme=dark", "/", "atoll_theme=dark"],
])("of the cookies %j at %s a rendering gets %j", (header, pathname, cookies) => {
  expect(pageCookies(header, pathname)).toBe(cookies)
})

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map(({ parentPath, name }) => path.join(parentPath, name))

test("pages read no cookie but those, and no header", () => {
  const found: string[] = []
  for (const file of ["app", "components", "lib"].flatMap(filesBelow)) {
    const text = readFileSync(file, "utf8")
    for (const [, names = ""] of text.matchAll(/import \{([^}]*)\} from "next\/headers"/g)) {
      found.push(`${file}: ${names.trim()}`)
    }
  }
  expect(found.sort()).toEqual(["app/layout.tsx: cookies", "app/page.tsx: cookies"])
  const used = ["app/layout.tsx", "app/page.tsx"].flatMap((file) => [
    ...readFileSync(file, "utf8").matchAll(/(?:cookieStore|jar|cookies\(\)\))\.(\w+)\(([\w ]*)\)/g),
  ])
  expect(new Set(used.map(([, , name]) => name))).toEqual(
    new Set(["THEME_COOKIE", "PALETTE_COOKIE", "ONBOARDING_COOKIE"]),
  )
})
