import { Children, type ReactNode } from "react"

/** Names of the examples' languages. */
const LABELS: Readonly<Record<string, string>> = {
  bash: "curl",
  js: "JavaScript",
  ts: "TypeScript",
  python: "Python",
  json: "JSON",
}

/** Code with a button that copies it (components/docs/code-tools.tsx); without scripts there is none. */
export const CodeBlock = ({ children }: { children?: ReactNode }) => (
  <div className="doc-code">
    <button className="doc-copy" data-copy="" type="button">
      <span aria-live="polite">Copy</span>
    </button>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keys */}
    <pre tabIndex={0}>{children}</pre>
  </div>
)

type Block = { language: string; content: ReactNode }

/**
 * The same example in several languages: radio buttons choose one, so it works without scripts. Blocks of one language
 * follow each other.
 */
export function CodeTabs({ id, blocks }: { id: string; blocks: readonly Block[] }) {
  const languages = new Set(blocks.map(({ language }) => language))
  if (languages.size < Math.max(blocks.length, 2)) {
    return Children.toArray(blocks.map(({ content }) => content))
  }
  return (
    <fieldset className="doc-tabs">
      <legend className="sr-only">Language</legend>
      {blocks.map(({ language }, at) => (
        <label key={language}>
          <input
            data-language={language}
            defaultChecked={at === 0}
            name={id}
            type="radio"
            value={language}
          />
          {LABELS[language] ?? language}
        </label>
      ))}
      {blocks.map(({ language, content }) => (
        <div data-panel={language} key={language}>
          {content}
        </div>
      ))}
    </fieldset>
  )
}
