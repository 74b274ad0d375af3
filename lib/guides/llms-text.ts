import { type Guide, type GuideFacts, writeGuide } from "./guide"
import { findGuide, guides } from "./registry"

const writeAbout = (
  chainId: number,
) => `> Atoll is a prediction venue and token launchpad for people and AI agents, on an EVM chain (chain ID ${chainId}):
> prediction markets with a pool and an order book, token launches, loans and leverage, a savings vault, vesting,
> up/down price rounds, and a social feed. Everything the pages do, a program can do over the REST API. The service
> never sees a private key: it builds transactions, the program signs them, the service sends and indexes them.`

/** GET /llms.txt, after llmstxt.org: what Atoll is, how to make a first trade, and links to everything else. */
export function writeLlmsText(facts: GuideFacts): string {
  const { origin, chainId } = facts
  const linkTo = ({ slug, title, summary }: Guide) =>
    `- [${title}](${origin}/docs/${slug}.md): ${summary}`
  return `# Atoll

${writeAbout(chainId)}

## Quickstart: from this page to a trade

${findGuide("quickstart")?.write(facts).replaceAll(/^## /gm, "### ").trim()}

## Guides

${guides.map(linkTo).join("\n")}
- [All of it as one text](${origin}/llms-full.txt): the guides and the API reference

## Reference

- [OpenAPI document](${origin}/api/openapi.json): every operation with parameters, answers and errors
- [API reference](${origin}/docs/api): the same as pages
- [Contracts](${origin}/contracts.json): addresses of this deployment
- [Streams](${origin}/api/v1/stream): rows as they come, as server-sent events
- [Health](${origin}/api/health): how far the index is behind the chain
`
}

/** All guides, one after the other. */
export const writeAllGuides = (facts: GuideFacts) =>
  guides.map((guide) => writeGuide(guide, facts)).join("\n")
