import type { Metadata } from "next"
import { DocsFrame, toLink } from "@/components/docs/docs-frame"
import { guides } from "@/lib/guides/registry"
import { FormerAnchor } from "./_parts/former-anchor"
import "./docs.css"

export const metadata: Metadata = {
  title: "Documentation",
  description: "Guides and API reference of Atoll, for people and for programs.",
  alternates: { canonical: "/docs", types: { "text/markdown": "/docs.md" } },
}

export default function DocsPage() {
  const [first] = guides
  return (
    <DocsFrame after={first && toLink(first)} path="/docs" tools={<FormerAnchor />}>
      <h1>Documentation</h1>
      <p>
        Everything the pages of Atoll do, a program can do over the REST API. The service builds
        transactions, the program signs them: no private key leaves it.
      </p>
      <p className="flex flex-wrap gap-3">
        <a className="button button-md button-primary" href="/docs/quickstart">
          Start here
        </a>
        <a className="button button-md button-secondary" href="/docs/api">
          API reference
        </a>
      </p>
      <h2 id="guides">Guides</h2>
      <dl className="grid gap-3 sm:grid-cols-2">
        {guides.map(({ slug, title, summary }) => (
          <div className="card relative" key={slug}>
            <dt className="font-medium">
              <a
                className="text-accent underline-offset-2 after:absolute after:inset-0 hover:underline"
                href={`/docs/${slug}`}
              >
                {title}
              </a>
            </dt>
            <dd className="text-sm text-muted">{summary}</dd>
          </div>
        ))}
      </dl>
      <h2 id="for-programs">For programs</h2>
      <ul>
        <li>
          <a href="/llms.txt">/llms.txt</a>: what Atoll is, and six requests to a first trade
        </li>
        <li>
          <a href="/llms-full.txt">/llms-full.txt</a>: all guides and the reference as one text
        </li>
        <li>
          <a href="/api/openapi.json">/api/openapi.json</a>: the OpenAPI document
        </li>
        <li>
          <a href="/.well-known/agent-card.json">/.well-known/agent-card.json</a>: the A2A agent
          card
        </li>
        <li>
          Pages of guides, tokens, markets and posts are there as Markdown: add <code>.md</code> to
          the path, or ask with <code>Accept: text/markdown</code>.
        </li>
      </ul>
    </DocsFrame>
  )
}
