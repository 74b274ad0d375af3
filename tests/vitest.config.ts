import path from "node:path"
import { defineConfig } from "vitest/config"

const root = path.resolve(import.meta.dirname, "..")

export default defineConfig({
  root,
  resolve: {
    alias: {
      "@": root,
      "server-only": path.join(root, "tests/helpers/empty.ts"),
    },
  },
  test: {
    include: ["tests/**/*.test.ts"],
    exclude: ["tests/pages/**"],
    globalSetup: "tests/helpers/global-setup.ts",
    setupFiles: "tests/helpers/setup.ts",
    pool: "forks",
    maxWorkers: 2,
    // Ceilings for a machine that does other things as well: what is green costs none of it.
    testTimeout: 90_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
