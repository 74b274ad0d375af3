import { expect, test } from "vitest"
import { listFiles, readSource } from "@/scripts/guards/sources"

/** Where a path does not exist: no route has it, or what it is the address of was never stored. */
const PATHS = [
  ...["lib/api/contract.ts", "lib/http/errors.ts", "lib/api/route.ts", "lib/api/serve.ts"],
  ...["lib/server/server.ts", "lib/content/serve.ts", "lib/pages/serve.ts", "lib/sitemap.ts"],
]

test("NOT_FOUND is said of paths alone: what a request names has a code of its own", () => {
  const named = listFiles()
    .filter((file) => /^(app|lib|components)\/.*\.tsx?$/.test(file))
    .filter((file) => readSource(file).includes('"NOT_FOUND"'))
  expect(named.sort()).toEqual(PATHS.sort())
})
