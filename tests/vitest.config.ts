import path from "node:path"
import { configDefaults, defineConfig } from "vitest/config"
import { isDeep, LONG_TEST_MS } from "./helpers/deep"
import { listTests, reachesServices } from "./helpers/test-kinds"

const root = path.resolve(import.meta.dirname, "..")

const tests = listTests(root)
const withServices = tests.filter((file) => reachesServices(root, file))

export default defineConfig({
  root,
  resolve: {
    alias: {
      "@": root,
      "server-only": path.join(root, "tests/helpers/empty.ts"),
    },
  },
  test: {
    globalSetup: "scripts/generate/generate.mjs",
    // What shorter tests show as well: continuous integration runs it, `npm test` does not.
    tags: [{ name: "long" }],
    pool: "forks",
    // With --changed: what no test imports and each one needs.
    forceRerunTriggers: [
      ...configDefaults.forceRerunTriggers,
      "**/package-lock.json",
      "**/prisma/**",
      "**/scripts/database/**",
      "**/tests/helpers/{environment,database,fresh,global-setup,test-kinds}.ts",
    ],
    // Twice as many as the usual machine has cores: tests wait for blocks, timers and the database.
    maxWorkers: 4,
    // Ceilings for a machine that does other things as well: what is green costs none of it.
    testTimeout: isDeep ? LONG_TEST_MS : 90_000,
    hookTimeout: isDeep ? LONG_TEST_MS : 180_000,
    // What is written while a worker ends would otherwise fail the run: pools tell that their database has been dropped.
    disableConsoleIntercept: true,
    // All databases are dropped at the end.
    teardownTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "services",
          include: withServices,
          globalSetup: "tests/helpers/global-setup.ts",
          // They share a process and its packages, not its modules, environment and database.
          isolate: false,
          unstubEnvs: true,
          unstubGlobals: true,
          setupFiles: [
            "tests/helpers/fresh.ts",
            "tests/helpers/environment.ts",
            "tests/helpers/database.ts",
            "tests/helpers/observers.ts",
          ],
        },
      },
      // They share a process and what it has loaded.
      {
        extends: true,
        test: {
          name: "plain",
          include: tests.filter((file) => !withServices.includes(file)),
          setupFiles: "tests/helpers/environment.ts",
          isolate: false,
          unstubEnvs: true,
          unstubGlobals: true,
        },
      },
    ],
  },
})
