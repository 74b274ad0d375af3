#!/usr/bin/env node
// `npx atoll` in the repository: runs the command from its sources.
import { register } from "tsx/esm/api"
import { generateSdk } from "../scripts/sdk/generate.mjs"

generateSdk()
register()
await import("./src/cli/main.ts")
