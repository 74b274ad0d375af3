import { LRUCache } from "lru-cache"
import { isValidElement, type ReactElement, type ReactNode } from "react"
import readMarkdown, { type Components } from "react-markdown"
import rehypeHighlight from "rehype-highlight"
import remarkGfm from "remark-gfm"
import { splitCode, toAnchor } from "@/lib/markdown/headings"
import { CodeBlock, CodeTabs } from "./code-block"

/** Parts of all guides and operations. */
const MAX_KNOWN = 2_000

/** Our own texts, never a user's. */
export function Markdown({ text }: { text: string }) {
  return splitCode(text).map((part, at) =>
    part.kind === "text" ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text do not move
      <Prose key={at} text={part.text} />
    ) : (
      <CodeTabs
        id={`code-${at}`}
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text do not move
        key={at}
        blocks={part.fences.map(({ language, text: code }) => ({
          language,
          content: <Prose text={code} />,
        }))}
      />
    ),
  )
}

/** Elements by their text: reading it takes much longer than rendering them, and the texts stay the same. */
const elementsByText = new LRUCache<string, ReactElement>({ max: MAX_KNOWN })

function Prose({ text }: { text: string }) {
  const before = elementsByText.get(text)
  if (before) return before
  const elements = readMarkdown({
    ...{ children: text, components },
    rehypePlugins: [rehypeHighlight],
    remarkPlugins: [remarkGfm],
  })
  elementsByText.set(text, elements)
  return elements
}

const components: Components = {
  h1: ({ children }) => <h1>{children}</h1>,
  h2: ({ children }) => <Heading Tag="h2">{children}</Heading>,
  h3: ({ children }) => <Heading Tag="h3">{children}</Heading>,
  h4: ({ children }) => <Heading Tag="h4">{children}</Heading>,
  pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keys
    <div className="doc-scroll" tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
}

function Heading({ Tag, children }: { Tag: "h2" | "h3" | "h4"; children?: ReactNode }) {
  const text = toText(children)
  const id = toAnchor(text)
  return (
    <Tag id={id}>
      {children}
      <a aria-label={`Link to “${text}”`} className="doc-anchor" href={`#${id}`}>
        #
      </a>
    </Tag>
  )
}

function toText(node: ReactNode): string {
  if (typeof node === "string") return node
  if (Array.isArray(node)) return node.map(toText).join("")
  return isValidElement<{ children?: ReactNode }>(node) ? toText(node.props.children) : ""
}
