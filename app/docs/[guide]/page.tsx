import type { Metadata } from "next"
import { NotFound, notFoundMetadata } from "@/app/_parts/not-found"
import { DocsFrame, toLink } from "@/components/docs/docs-frame"
import { Markdown } from "@/components/docs/markdown"
import { readFacts } from "@/lib/guides/facts"
import { writeGuide } from "@/lib/guides/guide"
import { findGuide, guides } from "@/lib/guides/registry"
import { findHeadings } from "@/lib/markdown/headings"
import "../docs.css"

type Props = { params: Promise<{ guide: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const guide = findGuide((await params).guide)
  if (!guide) return notFoundMetadata("page")
  const path = `/docs/${guide.slug}`
  return {
    title: guide.title,
    description: guide.summary,
    alternates: { canonical: path, types: { "text/markdown": `${path}.md` } },
  }
}

export default async function GuidePage({ params }: Props) {
  const guide = findGuide((await params).guide)
  if (!guide) return <NotFound subject="page" />
  const text = writeGuide(guide, readFacts())
  const at = guides.indexOf(guide)
  const [before, after] = [guides[at - 1], guides[at + 1]]
  return (
    <DocsFrame
      after={after ? toLink(after) : { href: "/docs/api", label: "API reference" }}
      before={before && toLink(before)}
      headings={findHeadings(text)}
      path={`/docs/${guide.slug}`}
    >
      <Markdown text={text} />
    </DocsFrame>
  )
}
