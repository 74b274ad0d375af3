import type { Metadata } from "next"
import { DocsFrame } from "@/components/docs/docs-frame"
import { Markdown } from "@/components/docs/markdown"
import { findHeadings } from "@/lib/markdown/headings"
import { writeReferenceIndex } from "@/lib/reference/markdown"
import "../docs.css"

export const metadata: Metadata = {
  title: "API reference",
  description: "Every operation of Atoll's REST API: parameters, answers, errors and examples.",
  alternates: { canonical: "/docs/api", types: { "text/markdown": "/docs/api.md" } },
}

export default function ReferencePage() {
  const text = writeReferenceIndex()
  return (
    <DocsFrame headings={findHeadings(text)} path="/docs/api">
      <Markdown text={text} />
    </DocsFrame>
  )
}
