/** Facts about a deployment that guides mention. */
export type GuideFacts = {
  /** Address of the service, without a slash at its end. */
  origin: string
  chainId: number
  /** Address of TIDE. */
  tide: string
}

/**
 * A text for people and programs, in Markdown (content/docs). It is a page below /docs, a file that ends with .md, and a part of
 * /llms-full.txt.
 */
export type Guide = {
  /** The end of its path: /docs/{slug}. */
  slug: string
  title: string
  /** One sentence. */
  summary: string
  /**
   * The text below the title; headings begin with ##. `tests/lib/guides/examples.test.ts` runs every example in bash,
   * js, ts and python, one after the other. A first line such as `// sign.mjs` saves the example in that file instead.
   */
  write: (facts: GuideFacts) => string
}

/** The guide as a separate document. */
export const writeGuide = ({ title, summary, write }: Guide, facts: GuideFacts) =>
  `# ${title}\n\n> ${summary}\n\n${write(facts).trim()}\n`
