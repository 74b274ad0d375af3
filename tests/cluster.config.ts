import path from "node:path"
import { defineConfig } from "vitest/config"

/** Tests against whole clusters, one after another: scripts/testing/cluster.ts builds the app and installs what they need. */
const root = path.resolve(import.meta.dirname, "..")

export default defineConfig({
  root,
  resolve: {
    alias: { "@": root, "server-only": path.join(root, "tests/helpers/empty.ts") },
  },
  test: {
    include: ["tests/{cluster,faults}/**/*.test.ts"],
    pool: "forks",
    fileParallelism: false,
    // A test begins with the cluster as the former one left it: whole.
    bail: 1,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    teardownTimeout: 60_000,
  },
})
