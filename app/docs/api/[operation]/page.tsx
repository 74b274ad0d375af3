import type { Metadata } from "next"
import { NotFound, notFoundMetadata } from "@/app/_parts/not-found"
import { DocsFrame } from "@/components/docs/docs-frame"
import { Markdown } from "@/components/docs/markdown"
import { TryOperation } from "@/components/docs/try-operation"
import { findHeadings } from "@/lib/markdown/headings"
import { findOperation, groupOperations } from "@/lib/reference/document"
import { writeOperation } from "@/lib/reference/markdown"
import { toTrial } from "@/lib/reference/trial"
import "../../docs.css"

type Props = { params: Promise<{ operation: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const operation = findOperation((await params).operation)
  if (!operation) return notFoundMetadata("page")
  const path = `/docs/api/${operation.id}`
  return {
    title: operation.summary,
    description: `${operation.method} ${operation.path}: parameters, answer, errors and examples.`,
    alternates: { canonical: path, types: { "text/markdown": `${path}.md` } },
  }
}

export default async function OperationPage({ params }: Props) {
  const operation = findOperation((await params).operation)
  if (!operation) return <NotFound subject="page" />
  const group = groupOperations().find(({ tag }) => tag === operation.tag)?.operations ?? []
  const links = group.map(({ id, summary }) => ({ href: `/docs/api/${id}`, label: summary }))
  const at = group.indexOf(operation)
  const text = writeOperation(operation)
  const trial = toTrial(operation)
  return (
    <DocsFrame
      after={links[at + 1]}
      before={links[at - 1]}
      headings={findHeadings(text)}
      links={links}
      path={`/docs/api/${operation.id}`}
      tools={trial && <TryOperation trial={trial} />}
    >
      <Markdown text={text} />
    </DocsFrame>
  )
}
