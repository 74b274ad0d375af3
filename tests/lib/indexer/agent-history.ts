import { type Agents, toDataUri } from "@/tests/helpers/agents"
import { alice, bob, carol, dave } from "@/tests/helpers/chain"

/** Agents 0 to 4 with everything that can happen to them, and feedback on them. */
export async function playAgents(agents: Agents) {
  await agents.register(alice, toDataUri({ name: "Pilot", description: "Trades tides." }))
  await agents.register(bob, "https://agent.example/card.json")
  await agents.registerWith(alice, toDataUri({ name: "Second", services: SERVICES }), {
    model: "0x6b656c70",
  })
  await agents.register(carol, "")
  await agents.register(dave, toDataUri({ name: "Given away" }))
  await agents.rate(bob, 0n, 80n)
  await agents.rate(bob, 0n, -20n, "tradingYield")
  await agents.rate(carol, 2n, 95n)
  await agents.setUri(bob, 1n, toDataUri({ name: "Buoy", image: "ipfs://bafy" }))
  await agents.setMetadata(bob, 1n, "model", "0x01")
  await agents.revoke(bob, 0n, 2n)
  await agents.respond(alice, 0n, bob, 1n, "ipfs://answer")
  await agents.transfer(dave, carol, 4n)
  await agents.unsetWallet(carol, 3n)
  await agents.setWallet(bob, 1n, dave)
}

export const SERVICES = [{ name: "MCP", endpoint: "https://agent.example/mcp", version: "1" }]
