import { expect, test } from "vitest"
import { listFiles, readSource } from "@/scripts/guards/sources"

/** Where a path does not exist: no route has it, or what it is the address of was never stored. */
const PATHS = [
  ...["lib/api/contract.ts", "lib/http/errors.ts", "lib/api/route.ts", "lib/api/serve.ts"],
  ...["lib/content/serve.ts", "lib/sitemap.ts", "server/http-server.ts", "lib/auth/cron-secret.ts"],
  ...["app/api/internal/follow/route.ts", "app/api/internal/jobs/route.ts"],
]

test("NOT_FOUND is said of paths alone: what a request names has a code of its own", () => {
  const named = listFiles()
    .filter((file) => /^(app|lib|components|server)\/.*\.tsx?$/.test(file))
    .filter((file) => readSource(file).includes('"NOT_FOUND"'))
  expect(named.sort()).toEqual(PATHS.sort())
})
