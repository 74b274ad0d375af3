export type EditableProject = {
  address: string
  /** The creator's wallet, in lower case. */
  dev: string
  symbol: string
  image: string | null
  description: string | null
  website: string | null
  telegram: string | null
  socialx: string | null
}

/** The part of a token or market that is sent to the browser. */
export function toEditableProject(project: EditableProject): EditableProject {
  const { address, dev, symbol, image, description, website, telegram, socialx } = project
  return { address, dev, symbol, image, description, website, telegram, socialx }
}
