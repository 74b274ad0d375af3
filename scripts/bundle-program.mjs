// Bundles a program written in TypeScript into one file, which starts in a third of the time that its sources take.
import path from "node:path"
import { build } from "esbuild"

const root = path.resolve(import.meta.dirname, "..")

/** Next also leaves these outside its bundles, so that both share one copy. */
export const EXTERNAL = ["pg", "sharp", "@prisma/client", "@prisma/client/*"]

/**
 * @param {import("esbuild").BuildOptions} options where the program begins and goes, and what else differs
 */
export async function bundle(options) {
  return build({
    absWorkingDir: root,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    // Like Next when it loads route files; `server-only` refuses any other condition.
    conditions: ["react-server"],
    external: EXTERNAL,
    // Packages in CommonJS ask for parts of Node.
    banner: {
      js: 'import { createRequire as requireFrom } from "node:module"\nconst require = requireFrom(import.meta.url)',
    },
    legalComments: "none",
    logLevel: "error",
    ...options,
  })
}

/** The programs that run beside the web server, and where they are written. */
export const PROGRAMS = {
  indexer: "scripts/indexer.ts",
  keeper: "scripts/keeper.ts",
  migrate: "scripts/migrate.ts",
}

/** @param {string} folder where the programs go */
export async function bundlePrograms(folder) {
  await Promise.all(
    Object.entries(PROGRAMS).map(([name, entry]) =>
      bundle({
        entryPoints: [entry],
        outfile: path.join(folder, `${name}.mjs`),
        define: { "process.env.NODE_ENV": '"production"' },
      }),
    ),
  )
}
