#!/usr/bin/env node
// `npx atoll` in the repository: runs the command from its sources.
import { register } from "tsx/esm/api"
import generate from "../scripts/generate/generate.mjs"

await generate()
register()
await import("./src/cli/main.ts")
