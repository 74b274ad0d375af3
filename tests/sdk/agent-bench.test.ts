import { spawn } from "node:child_process"
import { text } from "node:stream/consumers"
import { expect, test } from "vitest"
import { bob } from "@/tests/helpers/chain"
import { isDeep } from "@/tests/helpers/deep"
import { CAROL_KEY } from "./keys"
import { startService } from "./service"

// Four programs are started one after the other, each with a client of its own.
test.runIf(isDeep)("an agent walks from /llms.txt to a trade by each way", async () => {
  const service = await startService(async (chain) => {
    await chain.buyMain(bob, "10")
  })
  try {
    const child = spawn(process.execPath, ["--import", "tsx", "scripts/bench/index.ts", "agent"], {
      env: { ...process.env, ATOLL_URL: service.url, ATOLL_PRIVATE_KEY: CAROL_KEY },
      stdio: ["ignore", "pipe", "inherit"],
    })
    const output = await text(child.stdout)
    for (const way of ["SDK", "CLI", "MCP", "curl"])
      expect(output).toMatch(new RegExp(`${way} +\\d`))
  } finally {
    await service.stop()
  }
})
